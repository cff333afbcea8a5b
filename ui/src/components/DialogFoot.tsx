/** The buttons of a dialog. They stay visible if the dialog is higher than the window. */
import type { ReactNode } from "react";
import classes from "./DialogFoot.module.css";

export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
