/** Placeholder for empty content, with the first action. */
import type { ComponentType, ReactNode } from "react";
import classes from "./EmptyState.module.css";

type Props = {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  body?: string;
  action?: ReactNode;
};

export function EmptyState({ icon: Icon, title, body, action }: Props) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon}>
        <Icon size={28} stroke={1.5} />
      </span>
      <h2 className={classes.title}>{title}</h2>
      {body !== undefined && <p className={classes.body}>{body}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
