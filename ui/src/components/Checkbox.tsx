/** A checkbox whose border and tick have enough contrast in both schemes. */
import type { ComponentProps, ReactNode } from "react";
import classes from "./Checkbox.module.css";

export function Checkbox(props: Omit<ComponentProps<"input">, "type" | "className">): ReactNode {
  return <input {...props} type="checkbox" className={classes.box} />;
}
