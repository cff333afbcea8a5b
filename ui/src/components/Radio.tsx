/** One of several choices, with a border and a dot that are seen in both schemes. */
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
