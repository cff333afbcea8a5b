// The progress of a payroll: the ring, the figure, the batches.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Money } from "../../../components";
import type { PayrollStatus, TrackView } from "../../../ipc";
import { formatCount } from "../../../lib/time/dates";
import { inState, orNothing, peopleOf, percentOf } from "../../../payroll/totals";
import { useSums } from "../../../payroll/useSums";
import { Batches } from "../batches/Batches";
import classes from "../Track.module.css";

const RING_PX = 104;
const STROKE_PX = 10;
const RADIUS_PX = (RING_PX - STROKE_PX) / 2;
const CIRCUMFERENCE_PX = 2 * Math.PI * RADIUS_PX;
/** Minimum gap of the ring while anyone is unpaid, besides the round ends: a closed ring means all are paid. */
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
  const people = peopleOf(view.payees);
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
const PAID_WORDS: Partial<Record<PayrollStatus, "paidInAll" | "paidUnconfirmed">> = {
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
      {view.payees.map((total) => {
        const { sum, currency } = orNothing(
          paidTotals.filter((paidOne) => paidOne.currency === total.currency),
          total.currency,
        );
        return (
          <span key={currency} className={classes.figure} data-several={view.payees.length > 1 || undefined}>
            <Money value={sum} currency={currency} />
          </span>
        );
      })}
      <span>{t("ofPeople", { paid: formatCount(paid), count: people, total: sums(view.payees) })}</span>
      <Fees view={view} />
    </div>
  );
}

/** The provider's fees, as far as it reported them. */
export function Fees({ view: { fees } }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const sums = useSums();
  if (fees.length === 0) return null;
  return <span data-testid="track-fees">{t("fees", { count: peopleOf(fees), sum: sums(fees) })}</span>;
}
