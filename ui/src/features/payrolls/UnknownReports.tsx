// Results for references of no payroll here, and the number of unreadable ones. At the bottom of the list, and only if
// there are any.

import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { State } from "../../components";
import type { UnknownReportView } from "../../ipc";
import { formatMoment } from "../../lib/time/dates";
import { useUnknownReports } from "../../query";
import classes from "./Payrolls.module.css";

const COLUMNS = ["reference", "state", "message", "at"] as const;

export function UnknownReports({ isOpen = false }: { isOpen?: boolean }): ReactNode {
  const { t } = useTranslation("payrolls");
  const reports = useUnknownReports().data;
  const title = useRef<HTMLElement>(null);
  const isThere = reports !== undefined && reports.total > 0;
  useEffect(() => {
    if (isOpen && isThere) title.current?.focus();
  }, [isOpen, isThere]);
  if (reports === undefined) return null;
  const { total, references, unreadable, isFull, newest } = reports;
  const unread =
    unreadable === 0 ? null : (
      <p className={classes.reports} data-testid="unreadable-reports">
        {t("reports.unreadable", { count: unreadable })}
      </p>
    );
  if (total === 0) return unread;
  return (
    <>
      {unread}
      <details className={classes.reports} open={isOpen || undefined} data-testid="unknown-reports">
        <summary ref={title}>{t("reports.title", { count: references })}</summary>
        <div className={classes.reportsBody}>
          <p>{t("reports.text")}</p>
          {isFull ? <p role="alert">{t("reports.full")}</p> : null}
          {newest.length < total ? <p>{t("reports.newest", { count: newest.length, total })}</p> : null}
          <table aria-label={t("reports.table")}>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {t(`reports.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {newest.map((report) => (
                <Report key={`${report.reference} ${report.status}`} report={report} />
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

function Report({ report: { reference, status, code, message, at } }: { report: UnknownReportView }): ReactNode {
  const { t } = useTranslation("payrolls");
  return (
    <tr>
      <td className="selectable">{reference}</td>
      <td>
        <State of="payout" state={status} />
      </td>
      <td>{message === "" ? t("reports.code", { code }) : message}</td>
      <td>{formatMoment(at)}</td>
    </tr>
  );
}
