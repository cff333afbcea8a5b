/** A button in a line of text: it looks like a link. */
import type { ComponentPropsWithoutRef } from "react";
import classes from "./TextButton.module.css";

export function TextButton(props: ComponentPropsWithoutRef<"button">) {
  return <button type="button" className={classes.button} {...props} />;
}
