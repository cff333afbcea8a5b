// How far a payroll is: the ring, the figure, the batches, the bar by state.

import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Money, SegmentBar } from "../../components";
import { useLength } from "../../components/useLength";
import type { BatchView, PayrollState, TrackView } from "../../ipc";
import { formatCount, formatWhen } from "../../lib/dates";
import { inState, orNothing, peopleOf } from "../../payroll/totals";
import { useSums } from "../../payroll/useSums";
import { useSession } from "../../query";
import { percentOf } from "../../payroll/sums";
import { segmentsOf } from "../../payroll/segments";
import { BatchIds, MessageIcon } from "./BatchReference";
import classes from "./Track.module.css";

const RING_PX = 104;
const STROKE_PX = 10;
const RADIUS_PX = (RING_PX - STROKE_PX) / 2;
const CIRCUMFERENCE_PX = 2 * Math.PI * RADIUS_PX;
/** What stays open while anyone is not paid, beyond the round ends: a ring that looks closed says everyone is. */
const GAP_PX_MIN = STROKE_PX + 8;

export function Ring({ paid, people, children }: { paid: number; people: number; children: ReactNode }): ReactNode {
  const { t } = useTranslation("track");
  const percent = percentOf(paid, people);
  const share = people === 0 ? 0 : (CIRCUMFERENCE_PX * paid) / people;
  const length = paid === people ? share : Math.min(share, CIRCUMFERENCE_PX - GAP_PX_MIN);
  return (
    <div
      className={classes.ring}
      role="img"
      aria-label={t("ring", { percent })}
      data-testid="track-ring"
      data-percent={percent}
    >
      <svg width={RING_PX} height={RING_PX} viewBox={`0 0 ${RING_PX} ${RING_PX}`} aria-hidden>
        <circle cx={RING_PX / 2} cy={RING_PX / 2} r={RADIUS_PX} className={classes.ringTrack} strokeWidth={STROKE_PX} />
        {paid === 0 ? null : (
          <circle
            cx={RING_PX / 2}
            cy={RING_PX / 2}
            r={RADIUS_PX}
            className={classes.ringPaid}
            strokeWidth={STROKE_PX}
            strokeDasharray={`${length} ${CIRCUMFERENCE_PX}`}
            strokeLinecap={paid === people ? "butt" : "round"}
          />
        )}
      </svg>
      <span className={classes.ringText}>{children}</span>
    </div>
  );
}

export function Progress({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const people = peopleOf(view.totals);
  const paid = peopleOf(inState(view.outcomes, "Paid"));
  return (
    <div className={classes.progress}>
      <Ring paid={paid} people={people}>
        {t("percent", { percent: percentOf(paid, people) })}
      </Ring>
      <PaidSoFar view={view} paid={paid} people={people} />
      <Batches batches={view.batches} state={view.state} />
    </div>
  );
}

/** "So far" only while more results are awaited. */
const PAID_WORDS: Partial<Record<PayrollState, "paidInAll" | "paidUnconfirmed">> = {
  closed: "paidInAll",
  closed_unconfirmed: "paidUnconfirmed",
};

function PaidSoFar({ view, paid, people }: { view: TrackView; paid: number; people: number }): ReactNode {
  const { t } = useTranslation("track");
  const sums = useSums();
  const paidTotals = inState(view.outcomes, "Paid");
  return (
    <div className={classes.soFar}>
      <span>{t(PAID_WORDS[view.state] ?? "paidSoFar")}</span>
      {view.totals.map((total) => {
        const { sum, currency } = orNothing(
          paidTotals.filter((paidOne) => paidOne.currency === total.currency),
          total.currency,
        );
        return (
          <span key={currency} className={classes.figure} data-several={view.totals.length > 1 || undefined}>
            <Money value={sum} currency={currency} />
          </span>
        );
      })}
      <span>{t("ofPeople", { paid: formatCount(paid), count: people, total: sums(view.totals) })}</span>
    </div>
  );
}

/** More than these do not fit beside the ring: the others are scrolled to, those under way stand first. */
const BATCHES_SHOWN = 2;
const DONE: readonly BatchView["state"][] = ["Closed"];

function Batches({ batches, state: payroll }: { batches: BatchView[]; state: PayrollState }): ReactNode {
  const { t } = useTranslation("track");
  const isLong = batches.length > BATCHES_SHOWN;
  const ordered = isLong
    ? batches.toSorted((a, b) => Number(DONE.includes(a.state)) - Number(DONE.includes(b.state)) || a.number - b.number)
    : batches;
  const unknown = batches.find(({ state }) => state === "Unknown");
  return (
    <div className={classes.batchList}>
      {/* A list that scrolls can be scrolled by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.batches} aria-label={t("batch.list")} tabIndex={isLong ? 0 : undefined}>
        {ordered.map((batch) => (
          <Batch key={batch.key} batch={batch} payroll={payroll} unknown={unknown?.number ?? null} />
        ))}
      </ul>
      {isLong ? (
        <span className={classes.batchCount} data-testid="batch-count">
          {t("batch.shown", { shown: formatCount(BATCHES_SHOWN), count: batches.length })}
        </span>
      ) : null}
    </div>
  );
}

type BatchProps = {
  batch: BatchView;
  payroll: PayrollState;
  /** Number of the batch that the others wait for. */
  unknown: number | null;
};

/** While results come in, a few batches of hundreds change at a time: only those are drawn again. */
const Batch = memo(function Batch({ batch, payroll, unknown }: BatchProps): ReactNode {
  const { t } = useTranslation("track");
  return (
    <li data-testid={`batch-${batch.number}`} data-state={batch.state}>
      <span className={classes.batchLine}>
        <strong>{t("batch.number", { number: batch.number })}</strong>
        <BatchState batch={batch} unknown={unknown} />
        <BatchPeople batch={batch} />
        <MessageIcon batch={batch} />
      </span>
      <BatchIds batch={batch} />
      {batch.state === "Intent" ? <BeingSent /> : <SegmentBar height={4} segments={segmentsOf([batch], payroll)} />}
    </li>
  );
});

function BatchState({ batch, unknown }: Omit<BatchProps, "payroll">): ReactNode {
  const { t } = useTranslation("track");
  const { submissionSMax } = useSession();
  const length = useLength();
  const waits = batch.state === "Approved" && unknown !== null;
  const at = batch.state === "Unknown" ? batch.sentAt : batch.acceptedAt;
  return (
    <span className={classes.batchState}>
      {waits
        ? t("batch.waitsUnknown", { number: unknown })
        : t(`batch.state.${batch.state}`, { time: at === null ? "" : formatWhen(at), length: length(submissionSMax) })}
    </span>
  );
}

function BatchPeople({ batch }: { batch: BatchView }): ReactNode {
  const { t } = useTranslation("track");
  const { count } = batch.total;
  const atService = batch.state === "Accepted" || batch.state === "Settling" || batch.state === "Closed";
  const paid = peopleOf(inState(batch.outcomes, "Paid"));
  return (
    <span className={classes.batchPeople}>
      {atService ? t("batch.peopleDone", { paid: formatCount(paid), count }) : t("batch.people", { count })}
    </span>
  );
}

/** No share is known while a batch goes out: a piece in the middle says "under way" without a figure. */
function BeingSent(): ReactNode {
  return (
    <SegmentBar
      height={4}
      segments={[
        { key: "before", share: 2, color: "rest" },
        { key: "under-way", share: 4, color: "progress", hatch: "rising" },
        { key: "after", share: 5, color: "rest" },
      ]}
    />
  );
}
