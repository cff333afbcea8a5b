// Rows of the file that were not read: their position, the reason, the effect on the money, and the next action.

import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { OutcomesView, UnreadReason, UnreadRows } from "../../../ipc";
import classes from "../Outcomes.module.css";

const REASONS: readonly UnreadReason[] = ["unknown_headings", "contradicting_title", "hidden_sheet"];

type LocationKey = "howFile" | "howRows" | "howSheet" | "howTitle" | "howHidden";

export function Unread({ shown: { unreadRows, unread, moreUnread } }: { shown: OutcomesView }): ReactNode {
  const { t } = useTranslation("outcomes");
  if (unreadRows === 0) return null;
  const reasons = REASONS.filter((reason) => unread.some((one) => one.reason === reason));
  return (
    <section
      className={classes.notice}
      aria-label={t("unread.title", { count: unreadRows })}
      data-testid="outcomes-unread"
    >
      <h3 className={classes.noticeTitle}>{t("unread.title", { count: unreadRows })}</h3>
      <p>{t("unread.money")}</p>
      {reasons.map((reason) => (
        <OneReason key={reason} reason={reason} unread={unread.filter((one) => one.reason === reason)} />
      ))}
      {moreUnread === 0 ? null : <p>{t("unread.more", { count: moreUnread })}</p>}
    </section>
  );
}

function OneReason({ reason, unread }: { reason: UnreadReason; unread: UnreadRows[] }): ReactNode {
  const { t } = useTranslation("outcomes");
  const ways = new Set(unread.map(locationKey));
  return (
    <Fragment>
      <p>{t(`unread.reason.${reason}`)}</p>
      <ul className={classes.places}>
        {unread.map((one) => (
          <li key={`${one.sheet} ${one.fromRow ?? ""}`}>
            <Place unread={one} />
          </li>
        ))}
      </ul>
      {[...ways].map((one) => (
        <p key={one}>{t(`unread.${one}`)}</p>
      ))}
    </Fragment>
  );
}

/** The hint on how to get such rows read. A text file has no sheets. */
function locationKey({ reason, sheet, fromRow }: UnreadRows): LocationKey {
  if (reason === "contradicting_title") return "howTitle";
  if (reason === "hidden_sheet") return "howHidden";
  if (fromRow === null) return "howSheet";
  return sheet === "" ? "howFile" : "howRows";
}

function Place({ unread: { sheet, fromRow: row, rows: count } }: { unread: UnreadRows }): ReactNode {
  const { t } = useTranslation("outcomes");
  if (row === null) return t("unread.wholeSheet", { sheet, count });
  return sheet === "" ? t("unread.rowsOfFile", { row, count }) : t("unread.rowsOfSheet", { sheet, row, count });
}
