import type { ReactNode } from "react";

import classes from "../Track.module.css";

/** A text that gives way; all of it shows on hovering. */
export function Clipped({ text, title = text }: { text: string; title?: string }): ReactNode {
  return (
    <span className={classes.clipped} title={title}>
      {text}
    </span>
  );
}
