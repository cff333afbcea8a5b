// A panel that stays until it is dealt with: what happened, what it means for the money, and the way on.

import type { ReactNode } from "react";

import type { StateStyle } from "../../../components";
import classes from "../Track.module.css";

type Props = {
  stateStyle: StateStyle;
  title: string;
  children: ReactNode;
  /** The service's own words, and other small print. */
  facts?: ReactNode;
  /** What was seen of the service's answers, folded. */
  evidence?: ReactNode;
  actions: ReactNode;
  /** More of them, smaller, in a row of their own. */
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
