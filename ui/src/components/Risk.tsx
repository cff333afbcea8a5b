/** The risk for the money if the user is wrong, in a dialog about a payment's result. */
import { IconAlertTriangleFilled } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import classes from "./Risk.module.css";

export function Risk({ children, ...text }: Omit<ComponentProps<"p">, "className">): ReactNode {
  return (
    <p {...text} className={classes.risk}>
      <IconAlertTriangleFilled size={18} aria-hidden />
      {children}
    </p>
  );
}
