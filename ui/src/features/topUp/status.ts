// What may still be done about a top-up, by its state.

import type { FundingState, TopUpView } from "../../ipc";

const OPEN: ReadonlySet<FundingState> = new Set<FundingState>([
  "Intent",
  "NeedsRedirect",
  "NeedsOtp",
  "Verifying",
  "Charged",
  "Pending",
  "Unknown",
  "Conflict",
]);

/** What became of the money is not known yet. */
export const isOpen = (state: FundingState): boolean => OPEN.has(state);

/** The desk takes the user's word only where the status did not decide a charge that may have happened. */
export const canDecide = ({ kind, state }: TopUpView): boolean =>
  kind === "card" && (state === "Unknown" || state === "Pending" || state === "Charged");

const MOVED_NOTHING: ReadonlySet<FundingState> = new Set<FundingState>(["NotSent", "Refused", "Declined", "Failed"]);

/** Nothing moved, and no fee was taken: another card, or this one again, is no second charge. */
export const movedNothing = (state: FundingState): boolean => MOVED_NOTHING.has(state);
