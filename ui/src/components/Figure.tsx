/** The main figure of a screen, with its label. */
import type { ReactNode } from "react";
import classes from "./Figure.module.css";

type Props = {
  children: ReactNode;
  label?: ReactNode;
  /** `deciding` where money is about to be sent. */
  size?: "working" | "deciding";
};

export function Figure({ children, label, size = "working" }: Props) {
  return (
    <div>
      <div className={classes.figure} data-size={size}>
        {children}
      </div>
      {label !== undefined && <div className={classes.label}>{label}</div>}
    </div>
  );
}
