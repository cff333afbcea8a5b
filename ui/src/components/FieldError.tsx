/** The error of a field, below it. */
import { IconAlertCircle } from "@tabler/icons-react";
import classes from "./FieldError.module.css";

export function FieldError({ children }: { children: string }) {
  return (
    <span className={classes.error}>
      <IconAlertCircle size={14} stroke={1.75} />
      {children}
    </span>
  );
}
