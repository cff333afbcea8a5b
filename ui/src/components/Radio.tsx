/** A radio button whose border and dot have enough contrast in both schemes. */
import type { ComponentProps, ReactNode } from "react";
import classes from "./Radio.module.css";

export function Radio({ children, ...input }: Omit<ComponentProps<"input">, "type" | "className">): ReactNode {
  return (
    <label className={classes.choice}>
      <input {...input} type="radio" className={classes.dot} />
      <span>{children}</span>
    </label>
  );
}
