// The displayed state of a payment in progress. “Processing” means that the provider has it, and that its result is
// awaited.

import type { StateOf } from "../../components";
import type { PayoutStatus, PayoutView, PayrollStatus, TrackView } from "../../ipc";
import { inState, peopleOf } from "../../payroll/totals";
import { peopleIn } from "./status";

/** A text of the catalogue that replaces the state's own. */
export type ReplacementWord = "conflict" | "inProgress" | "notConfirmed";
export type DisplayedState = { readonly which: StateOf; readonly instead?: ReplacementWord };

/** The payroll was closed without these results: they are not awaited, and not confirmed as paid. */
const NOT_CONFIRMED: DisplayedState = { which: { of: "payout", state: "Overdue" }, instead: "notConfirmed" };
const SENDING: DisplayedState = { which: { of: "batch", state: "Intent" } };

const payoutState = (state: PayoutStatus): DisplayedState => ({ which: { of: "payout", state } });

/** One payment, with its payroll's state if available. Before its batch is answered, the provider may not have it. */
export function displayedPaymentState(
  { status, state, batchState }: PayoutView,
  payroll: PayrollStatus | null,
): DisplayedState {
  if (status !== "InProgress") return payoutState(status);
  if (payroll === "closed_unconfirmed") return NOT_CONFIRMED;
  return state === "Planned" && batchState === "Intent" ? SENDING : payoutState(status);
}

/** All payments in progress: some may be at the provider while others are being sent. */
export function displayedProgressState(view: Pick<TrackView, "state" | "batches" | "statuses">): DisplayedState {
  if (view.state === "closed_unconfirmed") return NOT_CONFIRMED;
  const sent = view.batches.filter(({ state }) => state === "Intent");
  const sending = peopleOf(sent.flatMap(({ outcomes }) => inState(outcomes, "Planned")));
  if (sending === 0) return payoutState("InProgress");
  return sending >= peopleIn(view, ["InProgress"]) ? SENDING : { ...payoutState("InProgress"), instead: "inProgress" };
}
