// The status of a payroll on the Track screen: which panels wait for the user, which tiles there are, and the message
// of one person's line. Nothing here is worded; the words are in the catalogue.

import type { BatchState, BatchView, PayoutStatus, PayoutView, SettledBy, Total, TrackView } from "../../ipc";
import { type Refusal, refusalOf, type Unsent, unsentOf } from "../../payroll/reasons";
import { byCurrency } from "../../payroll/sums";
import { peopleOf } from "../../payroll/totals";

export type Filter = "everyone" | PayoutStatus;

export type Panel =
  | { readonly kind: "unknown"; readonly batches: BatchView[]; readonly waiting: number }
  | { readonly kind: "not_sent"; readonly batches: BatchView[]; readonly unsent: Unsent }
  | { readonly kind: "refused"; readonly batches: BatchView[]; readonly refusal: Refusal }
  | { readonly kind: "approved"; readonly batches: BatchView[] }
  | { readonly kind: "withdrawn"; readonly batches: BatchView[] };

/** What waits for the user, most serious first; withdrawn batches last. While sending goes on, only what is unknown does. */
export function panels(view: TrackView): Panel[] {
  const batchesIn = (state: BatchState): BatchView[] => view.batches.filter((batch) => batch.state === state);
  const [unknown, notSent, refused, approved] = [
    batchesIn("Unknown"),
    batchesIn("NotSent"),
    batchesIn("NotAccepted"),
    batchesIn("Approved"),
  ];
  const shown: Panel[] = [];
  if (unknown.length > 0) shown.push({ kind: "unknown", batches: unknown, waiting: approved.length });
  if (view.sending) return shown;
  if (refused.length > 0)
    shown.push({ kind: "refused", batches: refused, refusal: refusalOf(refused[0]?.reason ?? null) });
  if (notSent.length > 0)
    shown.push({ kind: "not_sent", batches: notSent, unsent: unsentOf(notSent[0]?.reason ?? null) });
  // Behind another trouble they merely wait their turn.
  if (approved.length > 0 && shown.length === 0) shown.push({ kind: "approved", batches: approved });
  const withdrawn = batchesIn("Withdrawn");
  if (withdrawn.length > 0) shown.push({ kind: "withdrawn", batches: withdrawn });
  return shown;
}

/** Whether something waits for the user before anything else on the page. */
export const hasPanel = (view: TrackView): boolean => panels(view).length > 0 || view.stopped !== null;

/** Results that are missing past their time, or contradict each other: the provider is asked, whatever else goes on. */
export const LATE = ["Overdue", "Conflict"] as const satisfies readonly PayoutStatus[];

export const totalsIn = ({ statuses }: Pick<TrackView, "statuses">, some: readonly PayoutStatus[]): Total[] =>
  byCurrency(statuses.filter(({ status }) => some.includes(status)).map(({ total }) => total));

export const peopleIn = (view: Pick<TrackView, "statuses">, some: readonly PayoutStatus[]): number =>
  peopleOf(totalsIn(view, some));

/** Whether the provider can be asked about what is late: that comes before paying anyone again. */
export const isAskedFirst = (view: TrackView): boolean =>
  view.asking !== null &&
  view.state !== "closed_unconfirmed" &&
  peopleIn(view, LATE) > 0 &&
  view.batches.some(({ sentAt }) => sentAt !== null);

const ARMED: readonly BatchState[] = ["Approved", "NotSent", "NotAccepted"];

/** Batches that were approved and never taken: they can be sent or withdrawn. */
export const armed = (batches: readonly BatchView[]): BatchView[] =>
  batches.filter(({ state }) => ARMED.includes(state));

export type Tile = {
  readonly filter: Filter;
  readonly people: number;
  readonly totals: Total[];
};

const PAID: readonly Filter[] = ["Paid"];
const ALWAYS: readonly Filter[] = ["Paid", "InProgress"];
const ORDER: readonly PayoutStatus[] = [
  "Paid",
  "InProgress",
  "Unknown",
  "NotSent",
  "NotAccepted",
  "Overdue",
  "Failed",
  "Reversed",
  "Conflict",
  "Withdrawn",
];

/** The tiles under the bar: troubles only where there are some. Nothing is in progress while nobody has it. */
export function tiles({ state, totals, statuses }: Pick<TrackView, "state" | "totals" | "statuses">): Tile[] {
  const inStatus = (status: PayoutStatus): Total[] =>
    statuses.filter((one) => one.status === status).map(({ total }) => total);
  const all: [Filter, Total[]][] = [
    ["everyone", totals],
    ...ORDER.map((status): [Filter, Total[]] => [status, inStatus(status)]),
  ];
  // Nobody waits for more results of a payroll that was closed without them.
  const always = state === "closed_unconfirmed" ? PAID : ALWAYS;
  const isShown = (filter: Filter, people: number): boolean =>
    people > 0 || filter === "everyone" || always.includes(filter);
  return all
    .map(([filter, of]) => ({ filter, totals: of, people: peopleOf(of) }))
    .filter(({ filter, people }) => isShown(filter, people));
}

/**
 * In these states the message of a line follows from its state, and in all but the first two from its batch, too. Who
 * reported a payment as paid may differ; nearly always it is the same for all, and the payment's page says it.
 */
const SAYS_ONE_THING: readonly PayoutStatus[] = ["Paid", "Withdrawn", "Unknown", "NotSent", "NotAccepted"];
const NAMES_THE_BATCH: readonly PayoutStatus[] = ["Unknown", "NotSent", "NotAccepted"];

/**
 * Whether every line has the same message. Not while anything is on its way: the column would come and go with each
 * result.
 */
export function hasOneMessage({
  statuses,
  batches,
  sending,
  paysAgain,
  paidAgainIn,
}: Pick<TrackView, "statuses" | "batches" | "sending" | "paysAgain" | "paidAgainIn">): boolean {
  // Lines of people who are in another payroll as well show what they got in both.
  if (paysAgain.length > 0 || paidAgainIn.length > 0) return false;
  const [first, ...others] = new Set(statuses.filter(({ total }) => total.count > 0).map(({ status }) => status));
  if (sending || first === undefined || others.length > 0) return false;
  return SAYS_ONE_THING.includes(first) && (batches.length === 1 || !NAMES_THE_BATCH.includes(first));
}

export type Message = { readonly key: MessageKey; readonly values: Record<string, string | number> };
export type MessageKey =
  | "planned"
  | "beingSent"
  | "notSent"
  | "notAccepted"
  | "unknown"
  | "sent"
  | "paid"
  | `paidBy.${SettledBy}`
  | "failed"
  | "failedCode"
  | "overdue"
  | "reversed"
  | "conflict"
  | "withdrawn";

const WAITING: Readonly<Record<BatchState, MessageKey>> = {
  Draft: "planned",
  Frozen: "planned",
  Approved: "planned",
  Intent: "beingSent",
  NotSent: "notSent",
  NotAccepted: "notAccepted",
  Unknown: "unknown",
  Accepted: "sent",
  Settling: "sent",
  Closed: "sent",
  Withdrawn: "withdrawn",
};

/** What stands in the Message column where the service said nothing itself; of a paid line, who reported it. */
export function message({ state, batchState, batch, code, settledBy }: PayoutView): Message {
  switch (state) {
    case "Planned":
    case "Sent":
      return { key: WAITING[batchState], values: { batch } };
    case "Paid":
      // By whom, because that is all that is known: nobody saw the money arrive. The code of success adds nothing.
      return { key: settledBy === null ? "paid" : `paidBy.${settledBy}`, values: {} };
    case "Failed":
      return code === null || code === "" ? { key: "failed", values: {} } : { key: "failedCode", values: { code } };
    case "Overdue":
      return { key: "overdue", values: {} };
    case "Reversed":
      return { key: "reversed", values: {} };
    case "Conflict":
      return { key: "conflict", values: {} };
    case "Withdrawn":
      return { key: "withdrawn", values: {} };
  }
}
