// Rows of the file that were not read: where they are, what that means for the money, and what to do.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { OutcomesView, UnreadRows } from "../../ipc";
import classes from "./Outcomes.module.css";

export function Unread({ shown: { unreadRows, unread, moreUnread } }: { shown: OutcomesView }): ReactNode {
  const { t } = useTranslation("outcomes");
  if (unreadRows === 0) return null;
  const ways = new Set(unread.map(way));
  return (
    <section
      className={classes.notice}
      aria-label={t("unread.title", { count: unreadRows })}
      data-testid="outcomes-unread"
    >
      <h3 className={classes.noticeTitle}>{t("unread.title", { count: unreadRows })}</h3>
      <p>{t("unread.text")}</p>
      <ul className={classes.places}>
        {unread.map((one) => (
          <li key={`${one.sheet} ${one.fromRow ?? ""}`}>
            <Place unread={one} />
          </li>
        ))}
        {moreUnread === 0 ? null : <li>{t("unread.more", { count: moreUnread })}</li>}
      </ul>
      {[...ways].map((one) => (
        <p key={one}>{t(`unread.${one}`)}</p>
      ))}
    </section>
  );
}

/** How the user gets such rows read. A text file has no sheets. */
function way({ sheet, fromRow }: UnreadRows): "howFile" | "howRows" | "howSheet" {
  if (fromRow === null) return "howSheet";
  return sheet === "" ? "howFile" : "howRows";
}

function Place({ unread: { sheet, fromRow: row, rows: count } }: { unread: UnreadRows }): ReactNode {
  const { t } = useTranslation("outcomes");
  if (row === null) return t("unread.wholeSheet", { sheet, count });
  return sheet === "" ? t("unread.rowsOfFile", { row, count }) : t("unread.rowsOfSheet", { sheet, row, count });
}
