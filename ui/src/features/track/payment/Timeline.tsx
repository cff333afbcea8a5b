// The history of a payment, by time: sent, reported, entered by the user.

import type { ReactNode } from "react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { CopyIcon } from "../../../components";
import type { PaymentReportView, PaymentView, PayoutDecisionRecord } from "../../../ipc";
import { formatCalendarDay, formatMoment } from "../../../lib/time/dates";
import classes from "./Payment.module.css";

const COPY_PX = 24;

type Line = { at: string; text: string; more: string };

export function Timeline({ view }: { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  const lines = useLines(view);
  if (lines.length === 0) return null;
  return (
    <section>
      <div className={classes.sectionHead}>
        <h3 className={classes.section}>{t("timeline")}</h3>
        <CopyIcon
          text={[`${t("reference")}: ${view.payout.reference}`, ...lines.map(written)].join("\n")}
          label={t("copyHistory")}
          size={COPY_PX}
          className={classes.copy}
          testid="payment-copy-history"
        />
      </div>
      <ol className={`${classes.timeline} selectable`} data-testid="payment-timeline">
        {lines.map(({ at, text, more }) => (
          <li key={`${at} ${text} ${more}`}>
            <span className={classes.when}>{formatMoment(at)}</span>
            <span>
              {text}
              {more === "" ? null : <span className={classes.more}>{more}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The line as displayed, for a message to the provider or the recipient. */
const written = ({ at, text, more }: Line): string =>
  `${formatMoment(at)}  ${[text, more].filter((part) => part !== "").join(" · ")}`;

/** How a row of a file was matched to the payment; empty for other sources. */
function matchedText({ source, matchedBy }: PaymentReportView, t: TFunction<"payment">): string {
  if (source === "callback" || source === "asked") return "";
  return t(`event.matchedBy.${matchedBy ?? "not_recorded"}`);
}

function useLines({ payout: { batch }, sentAt, acceptedAt, reports, decisions }: PaymentView): Line[] {
  const { t } = useTranslation("payment");
  const reported = (reportView: PaymentReportView): Line => {
    const { report, source, code, status, message, readBy, day, confirmedBy, at } = reportView;
    const words = { report: t(`event.report.${report}`), source: t(`event.source.${source}`) };
    const isStatusMore = status !== "" && readBy === null;
    const parts = [
      code === "" ? "" : t("event.code", { code }),
      isStatusMore ? t("event.status", { status }) : "",
      day === "" ? "" : t("event.debited", { day: formatCalendarDay(day) }),
      matchedText(reportView, t),
      message,
    ];
    const read =
      readBy === null ? null : t("event.read", { ...words, word: status === "" ? code : status, by: readBy });
    const what = read ?? t("event.reported", words);
    const text = confirmedBy === null ? what : t("event.confirmed", { what, by: confirmedBy });
    return { at, text, more: parts.filter((part) => part !== "").join(" · ") };
  };
  const decided = ({ decision, source, reason, by, at, withdrawnAt }: PayoutDecisionRecord): Line => {
    const words = { decision: t(`decision.${decision}`), by, source: t(`event.confirmedBy.${source}`) };
    const parts = [reason, withdrawnAt === null ? "" : t("event.takenBack", { when: formatMoment(withdrawnAt) })];
    return { at, text: t("event.decided", words), more: parts.filter((part) => part !== "").join(" · ") };
  };
  const lines = [
    ...(sentAt === null ? [] : [{ at: sentAt, text: t("event.sent", { batch }), more: "" }]),
    ...(acceptedAt === null ? [] : [{ at: acceptedAt, text: t("event.accepted", { batch }), more: "" }]),
    ...reports.map(reported),
    ...decisions.map(decided),
  ];
  return lines.toSorted((one, other) => one.at.localeCompare(other.at));
}
