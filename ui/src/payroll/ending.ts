// The outcome of a closed payroll.

import type { PayrollStatus, StateTotal, TrackView } from "../ipc";
import { inState, peopleOf } from "./totals";

export type Ending = {
  readonly state: "all_paid" | "Failed" | "Reversed" | "Conflict" | "Withdrawn" | "not_paid";
  readonly people: number;
};

/** The outcome of a closed payroll; the worst first. `null` if there is no single one. */
export function ending(outcomes: readonly StateTotal[]): Ending | null {
  const [failed, reversed, contradicted] = (["Failed", "Reversed", "Conflict"] as const).map((state) =>
    peopleOf(inState(outcomes, state)),
  );
  // The accountant needs one number: people without their money.
  if (!contradicted && failed && reversed) return { state: "not_paid", people: failed + reversed };
  for (const state of ["Conflict", "Failed", "Reversed", "Withdrawn"] as const) {
    const people = peopleOf(inState(outcomes, state));
    if (people > 0) return { state, people };
  }
  const people = peopleOf(outcomes.map(({ total }) => total));
  return people > 0 && outcomes.every(({ state, total }) => state === "Paid" || total.count === 0)
    ? { state: "all_paid", people }
    : null;
}

/**
 * Unpaid people in an open payroll that awaits no result: it needs the user, not the provider. Zero while any result is
 * awaited.
 */
export function peopleToSettle({ state, outcomes }: { state: PayrollStatus; outcomes: readonly StateTotal[] }): number {
  if (state !== "being_paid" || peopleOf(inState(outcomes, "Planned", "Sent", "Overdue")) > 0) return 0;
  return peopleOf(inState(outcomes, "Failed", "Reversed", "Conflict"));
}

/** People with late results in a payroll without others in progress: its usual time is over. */
export function peopleLate({ state, outcomes }: { state: PayrollStatus; outcomes: readonly StateTotal[] }): number {
  if (state !== "being_paid" || peopleOf(inState(outcomes, "Planned", "Sent")) > 0) return 0;
  return peopleOf(inState(outcomes, "Overdue"));
}

/** Every batch is closed, and every person is reported paid. */
export const isAllPaid = ({ state, outcomes }: Pick<TrackView, "state" | "outcomes">): boolean =>
  state === "closed" && ending(outcomes)?.state === "all_paid";

/** People without a clear result in a payroll that was closed without it. Zero in any other payroll. */
export function peopleNotConfirmed({
  state,
  outcomes,
}: {
  state: PayrollStatus;
  outcomes: readonly StateTotal[];
}): number {
  if (state !== "closed_unconfirmed") return 0;
  return peopleOf(inState(outcomes, "Planned", "Sent", "Overdue", "Conflict"));
}
