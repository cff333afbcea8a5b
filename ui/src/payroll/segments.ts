// Bars by state: people of a payroll or a batch, counted by the colours of their states.

import type { Hatch, Segment } from "../components";
import type { BatchState, BatchView, PayoutState, PayrollStatus, StateTotal } from "../ipc";

type Color = Segment["color"];

const ORDER = [
  "Paid",
  "progress",
  "unknown",
  "Overdue",
  "Failed",
  "Reversed",
  "Conflict",
  "Withdrawn",
  "rest",
] as const;
type Part = (typeof ORDER)[number];

const COLORS: Readonly<Record<Part, Color>> = {
  Paid: "paid",
  progress: "progress",
  unknown: "unknown",
  Overdue: "attention",
  Failed: "failed",
  Reversed: "failed",
  Conflict: "unknown",
  Withdrawn: "excluded",
  rest: "rest",
};

/** Paid and failed have no hatch: they are final. */
const HATCHES: Readonly<Partial<Record<Part, Hatch>>> = {
  progress: "rising",
  unknown: "hollow",
  Overdue: "upright",
  Reversed: "falling",
  Conflict: "crossed",
};

/** People without a result use their batch's state. */
const WAITING: Readonly<Record<BatchState, Part>> = {
  Draft: "rest",
  Frozen: "rest",
  Approved: "rest",
  NotSent: "rest",
  NotAccepted: "rest",
  Intent: "progress",
  Accepted: "progress",
  Settling: "progress",
  Closed: "progress",
  Unknown: "unknown",
  Withdrawn: "Withdrawn",
};

function part(state: PayoutState, waiting: Part): Part {
  return state === "Planned" || state === "Sent" ? waiting : state;
}

function bar(counts: ReadonlyMap<Part, number>): Segment[] {
  return ORDER.map((key) => ({ key, share: counts.get(key) ?? 0, color: COLORS[key], hatch: HATCHES[key] }));
}

function counted(into: Map<Part, number>, outcomes: readonly StateTotal[], waiting: Part): Map<Part, number> {
  for (const { state, total } of outcomes) {
    const key = part(state, waiting);
    into.set(key, (into.get(key) ?? 0) + total.count);
  }
  return into;
}

/** The bar of some batches of a payroll in this state. */
export function segmentsOf(
  batches: readonly Pick<BatchView, "state" | "outcomes">[],
  payroll: PayrollStatus,
): Segment[] {
  const counts = new Map<Part, number>();
  for (const { state, outcomes } of batches) {
    const waiting = WAITING[state];
    // These results are not awaited any more.
    const isGivenUp = payroll === "closed_unconfirmed" && waiting === "progress";
    counted(counts, outcomes, isGivenUp ? "Overdue" : waiting);
  }
  return bar(counts);
}

const WAITING_IN: Readonly<Record<PayrollStatus, Part>> = {
  draft: "rest",
  frozen: "rest",
  approved: "rest",
  sending: "progress",
  partly_sent: "progress",
  not_sent: "rest",
  refused: "rest",
  unresolved: "unknown",
  being_paid: "progress",
  closed: "progress",
  // These results are not awaited any more.
  closed_unconfirmed: "Overdue",
  damaged: "rest",
  withdrawn: "Withdrawn",
};

/** A payroll's bar without its batches; before approval one pale segment, like waiting people. */
export function segmentsOfPayroll({
  state,
  people,
  outcomes,
}: {
  state: PayrollStatus;
  people: number;
  outcomes: StateTotal[];
}): Segment[] {
  if (state === "draft" || state === "frozen") return [{ key: "all", share: Math.max(1, people), color: "rest" }];
  return bar(counted(new Map(), outcomes, WAITING_IN[state]));
}
