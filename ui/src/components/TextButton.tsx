/** A button that looks like a link. */
import type { ComponentPropsWithoutRef } from "react";
import classes from "./TextButton.module.css";

type Props = ComponentPropsWithoutRef<"button"> & {
  /** In a line of text it is as large as the line; a small one is a line of its own, or two. */
  size?: "line" | "small";
};

export function TextButton({ size = "line", ...props }: Props) {
  return <button type="button" className={classes.button} data-size={size} {...props} />;
}
