// The status of a payroll on Track: the panels for open tasks, the tiles, and the message of each line. The catalogue
// contains the texts.

import type {
  BatchState,
  BatchTotals,
  BatchView,
  PayoutStatus,
  PayoutView,
  SettledBy,
  Total,
  TrackView,
} from "../../ipc";
import { type Refusal, refusalOf, type Unsent, unsentOf } from "../../payroll/reasons";
import { peopleOf } from "../../payroll/totals";

export type Filter = "everyone" | PayoutStatus;

/** The batches of a payroll in one state, and their sums. */
export type BatchGroup = { readonly batches: BatchView[]; readonly sums: BatchTotals };

export type Panel = BatchGroup &
  (
    | { readonly kind: "unknown"; readonly waiting: number }
    | { readonly kind: "not_sent"; readonly unsent: Unsent }
    | { readonly kind: "refused"; readonly refusal: Refusal }
    | { readonly kind: "approved" }
    | { readonly kind: "withdrawn" }
  );

/** Open tasks, most serious first; withdrawn batches last. During sending, only unknown batches. */
export function panels(view: TrackView): Panel[] {
  const [unknown, notSent, refused, approved, withdrawn] = [
    batchGroup(view, "Unknown"),
    batchGroup(view, "NotSent"),
    batchGroup(view, "NotAccepted"),
    batchGroup(view, "Approved"),
    batchGroup(view, "Withdrawn"),
  ];
  const shown: Panel[] = [];
  if (unknown !== undefined) shown.push({ kind: "unknown", ...unknown, waiting: approved?.batches.length ?? 0 });
  if (view.sending) return shown;
  if (refused !== undefined)
    shown.push({ kind: "refused", ...refused, refusal: refusalOf(refused.batches[0]?.reason ?? null) });
  if (notSent !== undefined)
    shown.push({ kind: "not_sent", ...notSent, unsent: unsentOf(notSent.batches[0]?.reason ?? null) });
  // After another problem, these batches only wait.
  if (approved !== undefined && shown.length === 0) shown.push({ kind: "approved", ...approved });
  if (withdrawn !== undefined) shown.push({ kind: "withdrawn", ...withdrawn });
  return shown;
}

/** Undefined without such a batch. */
export function batchGroup({ batches, batchTotals }: TrackView, state: BatchState): BatchGroup | undefined {
  const sums = batchTotals.find((of) => of.state === state);
  return sums && { batches: batches.filter((batch) => batch.state === state), sums };
}

/** Whether an open task has priority over the rest of the page. */
export const hasPanel = (view: TrackView): boolean => panels(view).length > 0 || view.stopped !== null;

/** Overdue or contradictory results: the provider is queried, whatever else happens. */
export const LATE = ["Overdue", "Conflict"] as const satisfies readonly PayoutStatus[];

/** People and sums in one status, by currency. */
export const inStatus = ({ statuses }: Pick<TrackView, "statuses">, one: PayoutStatus): Total[] =>
  statuses.filter(({ status }) => status === one).map(({ total }) => total);

export const peopleIn = (view: Pick<TrackView, "statuses">, some: readonly PayoutStatus[]): number =>
  peopleOf(some.flatMap((status) => inStatus(view, status)));

/** Whether the provider can be queried about late payments: that comes before paying anyone again. */
export const isAskedFirst = (view: TrackView): boolean =>
  view.asking !== null &&
  view.state !== "closed_unconfirmed" &&
  peopleIn(view, LATE) > 0 &&
  view.batches.some(({ sentAt }) => sentAt !== null);

const SENDABLE: readonly BatchState[] = ["Approved", "NotSent", "NotAccepted"];

/** Approved batches that were never sent: they can be sent or withdrawn. */
export const sendableBatches = (batches: readonly BatchView[]): BatchView[] =>
  batches.filter(({ state }) => SENDABLE.includes(state));

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

/** The tiles under the bar: problems only if there are some. Nothing is in progress unless the provider has it. */
export function tiles(view: Pick<TrackView, "state" | "totals" | "statuses">): Tile[] {
  const { state, totals } = view;
  const all: [Filter, Total[]][] = [
    ["everyone", totals],
    ...ORDER.map((status): [Filter, Total[]] => [status, inStatus(view, status)]),
  ];
  // A payroll closed without results waits for none.
  const always = state === "closed_unconfirmed" ? PAID : ALWAYS;
  const isShown = (filter: Filter, people: number): boolean =>
    people > 0 || filter === "everyone" || always.includes(filter);
  return all
    .map(([filter, of]) => ({ filter, totals: of, people: peopleOf(of) }))
    .filter(({ filter, people }) => isShown(filter, people));
}

/**
 * In these states a line's message follows from its state, and in all but the first two from its batch, too. The source
 * of a paid result is nearly always the same for all, and the payment's page shows it.
 */
const SAME_MESSAGE: readonly PayoutStatus[] = ["Paid", "Withdrawn", "Unknown", "NotSent", "NotAccepted"];
const MESSAGE_NAMES_BATCH: readonly PayoutStatus[] = ["Unknown", "NotSent", "NotAccepted"];

/**
 * Whether every line has the same message. Not during sending: the column would appear and disappear with each result.
 */
export function hasOneMessage({
  statuses,
  batches,
  sending,
  paysAgain,
  paidAgainIn,
}: Pick<TrackView, "statuses" | "batches" | "sending" | "paysAgain" | "paidAgainIn">): boolean {
  // Lines of people who are in another payroll as well show the results of both.
  if (paysAgain.length > 0 || paidAgainIn.length > 0) return false;
  const [first, ...others] = new Set(statuses.filter(({ total }) => total.count > 0).map(({ status }) => status));
  if (sending || first === undefined || others.length > 0) return false;
  return SAME_MESSAGE.includes(first) && (batches.length === 1 || !MESSAGE_NAMES_BATCH.includes(first));
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

const MESSAGE_WHILE_PLANNED: Readonly<Record<BatchState, MessageKey>> = {
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

/** The Message column if the service sent no message; for a paid line, the source of the result. */
export function message({ state, batchState, batch, code, settledBy }: PayoutView): Message {
  switch (state) {
    case "Planned":
    case "Sent":
      return { key: MESSAGE_WHILE_PLANNED[batchState], values: { batch } };
    case "Paid":
      // Only the source is known: nobody saw the money arrive. The success code adds nothing.
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
