// What a question says: which words of the catalogue it takes, and what is still open.

import type { QuestionKind, QuestionView } from "../../ipc";

export const isOpen = ({ open }: QuestionView): boolean => open > 0;
export const openCount = (questions: readonly QuestionView[]): number => questions.filter(isOpen).length;

/** Usual reasons to pay all the same, in the catalogue. */
export const REASONS = {
  open_original: [],
  same_payroll: ["separate", "withdrawn", "weekly"],
  maybe_sent_itself: ["notReceived"],
  maybe_sent: ["others", "notReceived", "separate"],
  unknown: ["separate", "correction"],
  under_way: ["separate", "correction"],
  armed: ["separate", "withdrawn", "correction"],
  paid_same_period: ["separate", "correction", "weekly"],
  paid_recently: ["separate", "correction", "weekly"],
} as const satisfies Record<QuestionKind, readonly ("separate" | "withdrawn" | "correction" | "weekly" | "notReceived" | "others")[]>;

/** Whether it is about people one by one, and not about a payroll as a whole. */
export const isByPerson = (kind: QuestionKind): boolean => !["open_original", "same_payroll", "maybe_sent", "maybe_sent_itself"].includes(kind);

/**
 * Whom a decision is about: those chosen, or everyone who is open. Named by their keys, so that nobody who was not shown
 * is decided about; only a list that was cut short is decided as a whole (`[]`).
 */
export function decidedKeys({ kind, people, open }: QuestionView, chosen: ReadonlySet<string>): string[] {
  if (!isByPerson(kind)) return [];
  const listed = people.filter(({ reason }) => reason === null).map(({ key }) => key);
  const some = listed.filter((key) => chosen.has(key));
  if (some.length > 0) return some;
  return listed.length < open ? [] : listed;
}
