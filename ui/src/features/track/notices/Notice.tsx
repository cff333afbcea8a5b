// A panel that stays until its task is done: what happened, its effect on the money, and the next action.

import type { ReactNode } from "react";

import type { StateStyle } from "../../../components";
import classes from "../Track.module.css";

type Props = {
  stateStyle: StateStyle;
  title: string;
  children: ReactNode;
  /** The service's own message, and other small print. */
  facts?: ReactNode;
  /** The service's recorded answers, collapsed. */
  evidence?: ReactNode;
  actions: ReactNode;
  /** Further actions, smaller, in a row of their own. */
  ways?: ReactNode;
  testId: string;
};

export function Notice({
  stateStyle: { icon: Icon, tone },
  title,
  children,
  facts,
  evidence,
  actions,
  ways,
  testId,
}: Props): ReactNode {
  return (
    <section className={classes.notice} role="status" data-testid={testId}>
      <span className={classes.noticeIcon} data-tone={tone}>
        <Icon size={18} stroke={1.75} />
      </span>
      <div className={classes.noticeMain}>
        <div className={classes.noticeHead}>
          <div className={classes.noticeText}>
            <h2>{title}</h2>
            <p>{children}</p>
            {facts === undefined || facts === null ? null : (
              <p className={`${classes.noticeFacts} selectable`}>{facts}</p>
            )}
          </div>
          <div className={classes.noticeActions}>{actions}</div>
        </div>
        {ways === undefined ? null : <div className={classes.noticeWays}>{ways}</div>}
        {evidence}
      </div>
    </section>
  );
}
