// The recorded data of each attempt to send a batch: for settling it, or for asking the service. Collapsed, and
// copyable as a whole for an e-mail to the service.

import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { batchStyles, ErrorPanel, Fold, Pill, SkeletonRows, type StateStyle } from "../../../components";
import type { AttemptResult, AttemptView, BatchView } from "../../../ipc";
import { formatStamp } from "../../../lib/time/times";
import { useCopy } from "../../../lib/useCopy";
import { useAttempts } from "../../../query";
import classes from "./Attempts.module.css";
import { statusWord } from "./statusWord";

const OUTCOME_STYLES = {
  accepted: batchStyles.Accepted,
  not_sent: batchStyles.NotSent,
  not_accepted: batchStyles.NotAccepted,
  unknown: batchStyles.Unknown,
} as const satisfies Record<AttemptResult, StateStyle>;

export function ServiceAnswers({ payroll, batches }: { payroll: number; batches: readonly BatchView[] }): ReactNode {
  const { t } = useTranslation("reasons");
  return (
    <Fold show={t("attempts.show")} hide={t("attempts.hide")} testid="attempts-toggle">
      <div className={classes.scrolled}>
        {batches.map((batch) => (
          <section key={batch.key} className={classes.batch}>
            {batches.length > 1 ? (
              <h3 className={classes.batchName}>{t("attempts.batch", { number: batch.number })}</h3>
            ) : null}
            <Attempts payroll={payroll} batch={batch} />
          </section>
        ))}
      </div>
    </Fold>
  );
}

/** The text with which an attempt is copied. */
type AttemptedBatch = Pick<BatchView, "number" | "reference">;

export function Attempts({ payroll, batch }: { payroll: number; batch: BatchView }): ReactNode {
  const { t } = useTranslation("reasons");
  const attempts = useAttempts(payroll, batch.key);
  if (attempts.error !== null) return <ErrorPanel error={attempts.error} />;
  if (attempts.data === undefined) {
    return (
      <div role="status" aria-label={t("attempts.loading")}>
        <SkeletonRows rows={2} columns={2} />
      </div>
    );
  }
  if (attempts.data.length === 0) return <p className={classes.quiet}>{t("attempts.none")}</p>;
  return <AttemptList batch={batch} attempts={attempts.data} />;
}

/** In the desk's order: the latest first. */
export function AttemptList({
  batch,
  attempts,
}: {
  batch: AttemptedBatch;
  attempts: readonly AttemptView[];
}): ReactNode {
  return (
    <ol className={classes.list} data-testid={`attempts-${batch.number}`}>
      {attempts.map((attempt) => (
        <Attempt key={attempt.number} batch={batch} attempt={attempt} />
      ))}
    </ol>
  );
}

function Attempt({ batch, attempt }: { batch: AttemptedBatch; attempt: AttemptView }): ReactNode {
  const { t } = useTranslation("reasons");
  const { number, beganAt, endedAt, outcome, reason, body, error } = attempt;
  const [from, to] = [formatStamp(beganAt), endedAt === null ? null : formatStamp(endedAt)];
  const span = to === null ? t("attempts.since", { from }) : from === to ? from : t("attempts.span", { from, to });
  const status = useStatus(attempt);
  const facts: [string, string | null][] = [
    [t("attempts.status"), status],
    // A body that only contains the message is not shown twice.
    [t("attempts.message"), attempt.message === body?.trim() ? null : attempt.message],
    [t("attempts.error"), error],
  ];
  return (
    <li className={`${classes.attempt} selectable`} data-testid={`attempt-${number}`}>
      <div className={classes.head}>
        <span className={classes.number}>{t("attempts.number", { number })}</span>
        <Pill
          stateStyle={outcome === null ? batchStyles.Intent : OUTCOME_STYLES[outcome]}
          word={outcome === null ? t("attempts.underWay") : t(`attempts.outcome.${outcome}`)}
        />
        <span className={classes.span}>{span}</span>
        <Copy batch={batch} attempt={attempt} />
      </div>
      {reason === null ? null : <p className={classes.reason}>{t(`reason.${reason}`)}</p>}
      <dl className={classes.facts}>
        {facts.map(([label, text]) =>
          text === null || text === "" ? null : (
            <div key={label} style={{ display: "contents" }}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
        {body === null ? null : (
          <div style={{ display: "contents" }}>
            <dt>{t("attempts.body")}</dt>
            <dd>
              {/* A scroller needs keyboard focus. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <pre className={classes.body} tabIndex={0} aria-label={t("attempts.body")} data-testid="attempt-body">
                {body}
              </pre>
            </dd>
          </div>
        )}
      </dl>
      {endedAt !== null && status === null && error === null && body === null ? (
        <p className={classes.quiet}>{t("attempts.nothing")}</p>
      ) : null}
    </li>
  );
}

function useStatus({ httpStatus }: AttemptView): string | null {
  const { t } = useTranslation("reasons");
  return httpStatus === null ? null : t(`status.${statusWord(httpStatus)}`, { status: httpStatus });
}

function Copy({ batch, attempt }: { batch: AttemptedBatch; attempt: AttemptView }): ReactNode {
  const { t } = useTranslation("reasons");
  const { copy, isCopied } = useCopy();
  const status = useStatus(attempt);
  const lines = [
    `${t("attempts.reference")}: ${batch.reference}`,
    `${t("attempts.number", { number: attempt.number })}: ${attempt.beganAt} – ${attempt.endedAt ?? ""}`,
    attempt.reason === null ? null : t(`reason.${attempt.reason}`),
    status === null ? null : `${t("attempts.status")}: ${status}`,
    attempt.message === null ? null : `${t("attempts.message")}: ${attempt.message}`,
    attempt.error === null ? null : `${t("attempts.error")}: ${attempt.error}`,
    attempt.body,
  ].filter((line) => line !== null);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} stroke={1.75} />}
      onClick={() => copy(lines.join("\n"))}
      aria-label={t("attempts.copyLabel", { number: attempt.number, batch: batch.number })}
      data-testid={`attempt-copy-${attempt.number}`}
    >
      {t(isCopied ? "attempts.copied" : "attempts.copy")}
    </Button>
  );
}
