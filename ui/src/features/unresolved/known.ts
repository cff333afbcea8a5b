// What is known of a batch whose fate is not, and what the evidence says, as keys of the catalogue.

import type { BatchView, EventView } from "../../ipc";

/** Why nobody knows, in the words there are for it. */
export type Known =
  | "timeout"
  | "crash"
  | "reset"
  | "cut"
  | "unreadable"
  | "refused"
  | "duplicate"
  | "batchId"
  | "status"
  | "maybeSent"
  | "other";

const KNOWN: Readonly<Record<string, Known>> = {
  timeout: "timeout",
  request_timeout: "timeout",
  reset: "reset",
  no_answer: "reset",
  cut_answer: "cut",
  unreadable: "unreadable",
  too_large: "unreadable",
  crash: "crash",
  crash_found: "crash",
  redirect: "status",
  conflict: "status",
  server_error: "status",
  other_status: "status",
  duplicate_reference: "duplicate",
  duplicate_batch_id: "batchId",
  maybe_sent_since: "maybeSent",
  // A refusal after an unknown attempt says nothing of the first.
  token_refused: "refused",
  forbidden: "refused",
  wrong_lock: "refused",
  insufficient_balance: "refused",
  invalid: "refused",
  rate_limited: "refused",
};

export function known({ reason, httpStatus }: Pick<BatchView, "reason" | "httpStatus">): Known {
  const word = reason === null ? undefined : KNOWN[reason];
  if (word === "status" && httpStatus === null) return "other";
  return word ?? "other";
}

/** What came of an attempt, where there are words of its own for it. */
export const outcomeWord = (detail: string | null): Known | null => (detail === null ? null : (KNOWN[detail] ?? null));

const KINDS = [
  "batch_frozen",
  "intent",
  "answered",
  "crash_found",
  "sent_again",
  "decided",
  "report_applied",
  "report_repeated",
] as const;
export type EventKind = (typeof KINDS)[number];

export const eventKind = (kind: string): EventKind | null => KINDS.find((one) => one === kind) ?? null;

/** Moves between states repeat what the other events say. */
export const shownEvents = (events: readonly EventView[]): EventView[] =>
  events.filter(({ kind }) => kind !== "batch_moved");

const REPORTS: readonly string[] = ["report_applied", "report_repeated"] satisfies EventKind[];
export const callbacks = (events: readonly EventView[]): number =>
  events.filter(({ kind }) => REPORTS.includes(kind)).length;

/** The last sending and what came of it: enough while the rest is folded. */
export function summary(events: readonly EventView[]): EventView[] {
  const last = events.findLastIndex(({ kind }) => kind === "intent");
  if (last < 0) return shownEvents(events).slice(-2);
  return events.slice(last).filter(({ kind }) => kind === "intent" || kind === "answered" || kind === "crash_found");
}

const KILOBYTE = 1_024;
/** Whole kilobytes, at least one. */
export const kilobytes = (bytes: number): number => Math.max(1, Math.round(bytes / KILOBYTE));
