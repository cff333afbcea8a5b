// The possible actions for a top-up, by its state.

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

/** The result for the money is unknown. */
export const isOpen = (state: FundingState): boolean => OPEN.has(state);

/** The desk accepts the user's decision only if the status did not decide a charge that may have happened. */
export const canDecide = ({ kind, state }: TopUpView): boolean =>
  kind === "card" && (state === "Unknown" || state === "Pending" || state === "Charged");

const MOVED_NOTHING: ReadonlySet<FundingState> = new Set<FundingState>(["NotSent", "Refused", "Declined", "Failed"]);

/** No money moved, and no fee was taken: charging another card, or this one again, is not a second charge. */
export const movedNothing = (state: FundingState): boolean => MOVED_NOTHING.has(state);
