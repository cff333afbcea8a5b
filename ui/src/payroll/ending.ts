// How a payroll ended, once it is closed.

import type { PayrollStatus, StateTotal, TrackView } from "../ipc";
import { inState, peopleOf } from "./totals";

export type Ending = {
  readonly state: "all_paid" | "Failed" | "Reversed" | "Conflict" | "Withdrawn" | "not_paid";
  readonly people: number;
};

/** How a closed payroll ended; the worst first. `null` where it ended in no one way to name. */
export function ending(outcomes: readonly StateTotal[]): Ending | null {
  const [failed, reversed, contradicted] = (["Failed", "Reversed", "Conflict"] as const).map((state) =>
    peopleOf(inState(outcomes, state)),
  );
  // To the accountant they are one number: those who are still without their money.
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
 * People who are not simply paid in a payroll that is still open although no result is awaited any more: it waits for the
 * user, not for the provider. None while anybody's result is awaited.
 */
export function peopleToSettle({ state, outcomes }: { state: PayrollStatus; outcomes: readonly StateTotal[] }): number {
  if (state !== "being_paid" || peopleOf(inState(outcomes, "Planned", "Sent", "Overdue")) > 0) return 0;
  return peopleOf(inState(outcomes, "Failed", "Reversed", "Conflict"));
}

/** People whose results are late in a payroll where no others are on their way: its usual time is over. */
export function peopleLate({ state, outcomes }: { state: PayrollStatus; outcomes: readonly StateTotal[] }): number {
  if (state !== "being_paid" || peopleOf(inState(outcomes, "Planned", "Sent")) > 0) return 0;
  return peopleOf(inState(outcomes, "Overdue"));
}

/** Every batch is closed and every person is reported paid. */
export const isAllPaid = ({ state, outcomes }: Pick<TrackView, "state" | "outcomes">): boolean =>
  state === "closed" && ending(outcomes)?.state === "all_paid";

/** People without a clear result in a payroll that was closed without waiting for it. None in any other payroll. */
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
