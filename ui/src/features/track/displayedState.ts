// What a payment in progress is called on Track. “Processing” is said only of what the provider has, and only while its
// result is awaited.

import type { StateOf } from "../../components";
import type { PayoutStatus, PayoutView, PayrollStatus, TrackView } from "../../ipc";
import { inState, peopleOf } from "../../payroll/totals";
import { peopleIn } from "./status";

/** A word of the catalogue in place of the state's own. */
export type ReplacementWord = "conflict" | "inProgress" | "notConfirmed";
export type DisplayedState = { readonly which: StateOf; readonly instead?: ReplacementWord };

/** Nobody waits for these results any more, and nobody confirmed that they are paid. */
const NOT_CONFIRMED: DisplayedState = { which: { of: "payout", state: "Overdue" }, instead: "notConfirmed" };
const SENDING: DisplayedState = { which: { of: "batch", state: "Intent" } };

const payoutState = (state: PayoutStatus): DisplayedState => ({ which: { of: "payout", state } });

/** One payment, and where it is known its payroll's state. The provider may not have it before its batch was answered. */
export function displayedPaymentState(
  { status, state, batchState }: PayoutView,
  payroll: PayrollStatus | null,
): DisplayedState {
  if (status !== "InProgress") return payoutState(status);
  if (payroll === "closed_unconfirmed") return NOT_CONFIRMED;
  return state === "Planned" && batchState === "Intent" ? SENDING : payoutState(status);
}

/** All payments in progress together: some may be with the provider while others are being sent. */
export function displayedProgressState(view: Pick<TrackView, "state" | "batches" | "statuses">): DisplayedState {
  if (view.state === "closed_unconfirmed") return NOT_CONFIRMED;
  const sent = view.batches.filter(({ state }) => state === "Intent");
  const sending = peopleOf(sent.flatMap(({ outcomes }) => inState(outcomes, "Planned")));
  if (sending === 0) return payoutState("InProgress");
  return sending >= peopleIn(view, ["InProgress"]) ? SENDING : { ...payoutState("InProgress"), instead: "inProgress" };
}
