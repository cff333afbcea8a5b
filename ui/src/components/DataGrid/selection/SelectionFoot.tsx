/** The selected people and their actions, in the foot of a grid. */
import type { ReactNode } from "react";

import classes from "./SelectionFoot.module.css";

interface FootProps {
  readonly label: string;
  /** "3 people selected". */
  readonly count: string;
  readonly testid: string;
  readonly children: ReactNode;
}

export function SelectionFoot({ label, count, testid, children }: FootProps): ReactNode {
  return (
    <div className={classes.selected} role="group" aria-label={label} data-testid={testid}>
      <span aria-live="polite">{count}</span>
      {children}
    </div>
  );
}
