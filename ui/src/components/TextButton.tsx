/** A button that looks like a link. */
import type { ComponentPropsWithoutRef } from "react";
import classes from "./TextButton.module.css";

type Props = ComponentPropsWithoutRef<"button"> & {
  /** In text it has the line's size; `small` is for a line of its own. */
  size?: "line" | "small";
};

export function TextButton({ size = "line", ...props }: Props) {
  return <button type="button" className={classes.button} data-size={size} {...props} />;
}
