// The accountant's question to the provider about a batch. The message names the batch, its size and the question; it
// contains no person, account or secret, and not the provider's own answer, which may quote one.

import type { BatchView, PayoutState } from "../../../ipc";
import { refusalOf } from "../../../payroll/reasons";

export type ProviderQuestion = "unknown" | "rejected" | "results";

/** Results that need an explanation. */
const UNCLEAR = ["Failed", "Overdue", "Reversed", "Conflict"] as const satisfies readonly PayoutState[];
export type UnclearResult = (typeof UNCLEAR)[number];

/** The payments of a batch that need an explanation, by result. */
export const unclearResults = ({ outcomes }: Pick<BatchView, "outcomes">) =>
  UNCLEAR.flatMap((result) =>
    outcomes.filter(({ state, total }) => state === result && total.count > 0).map(({ total }) => ({ result, total })),
  );

/** The question about a batch; null if nothing needs an explanation. */
export function questionOf(batch: Pick<BatchView, "state" | "reason" | "outcomes">): ProviderQuestion | null {
  if (batch.state === "Unknown") return "unknown";
  // The user confirmed that the provider does not have it: it was never rejected.
  if (batch.state === "NotAccepted") return refusalOf(batch.reason) === "decided" ? null : "rejected";
  return unclearResults(batch).length > 0 ? "results" : null;
}

/** The provider's own message about a batch. Empty if it sent only a status code. */
export function wordsOf(batch: Pick<BatchView, "message" | "httpStatus"> | undefined): string | null {
  const words = batch?.message?.trim() ?? "";
  return words === "" || words === String(batch?.httpStatus) ? null : words;
}

/** `2026-11-23 21:40:03`, in UTC: the reader may be in another time zone. */
export const utcOf = (at: string): string =>
  new Date(at).toISOString().slice(0, "2026-11-23T21:40:03".length).replace("T", " ");
