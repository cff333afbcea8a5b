// The facts about an unresolved batch and its evidence, as catalogue keys.

import type { BatchView, EventKind, EventView } from "../../ipc";
import { type Known, knownOf } from "../../payroll/reasons";

export function known({ reason, httpStatus }: Pick<BatchView, "reason" | "httpStatus">): Known {
  const word = knownOf(reason);
  if (word === "status" && httpStatus === null) return "other";
  return word ?? "other";
}

/** Events of a batch with texts of their own. */
const WORDED = [
  "batch_frozen",
  "intent",
  "answered",
  "crash_found",
  "sent_again",
  "decided",
  "report_applied",
  "report_repeated",
] as const satisfies readonly EventKind[];

export const wordedKind = (kind: EventKind): (typeof WORDED)[number] | null =>
  WORDED.find((one) => one === kind) ?? null;

/** Moves between states duplicate other events. */
export const shownEvents = (events: readonly EventView[]): EventView[] =>
  events.filter(({ kind }) => kind !== "batch_moved");

const REPORTS: readonly EventKind[] = ["report_applied", "report_repeated"];
export const callbacks = (events: readonly EventView[]): number =>
  events.filter(({ kind }) => REPORTS.includes(kind)).length;

/** The last attempt and its result, shown while the rest is collapsed. */
export function summary(events: readonly EventView[]): EventView[] {
  const last = events.findLastIndex(({ kind }) => kind === "intent");
  if (last < 0) return shownEvents(events).slice(-2);
  return events.slice(last).filter(({ kind }) => kind === "intent" || kind === "answered" || kind === "crash_found");
}

const KILOBYTE = 1_024;
/** Whole kilobytes, at least one. */
export const kilobytes = (bytes: number): number => Math.max(1, Math.round(bytes / KILOBYTE));
