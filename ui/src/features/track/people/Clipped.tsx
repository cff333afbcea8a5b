import type { ReactNode } from "react";

import classes from "../Track.module.css";

/** A text that shrinks; its title shows all of it. */
export function Clipped({ text, title = text }: { text: string; title?: string }): ReactNode {
  return (
    <span className={classes.clipped} title={title}>
      {text}
    </span>
  );
}
