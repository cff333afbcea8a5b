// The subject of each kind of question, and its keys in the catalogue.

import type { PayrollStatus, QuestionKind, QuestionView, Total } from "../../ipc";
import { peopleOf } from "../../payroll/totals";

type Kind = {
  /** Decided person by person, or as a whole (with this label); "never" if only the other payroll can resolve it. */
  decided: "byPerson" | "both" | "whole" | "never";
  /** Whether it is unknown if the provider has the payment. */
  isUnknown: boolean;
  reasonLabel: "label" | "labelSame" | "labelList" | "labelFailed";
  /** Suggested reasons to pay anyway. */
  reasons: readonly UsualReason[];
};

type UsualReason = "separate" | "withdrawn" | "correction" | "weekly" | "notReceived" | "others" | "confirmed";

export const KINDS: Record<QuestionKind, Kind> = {
  open_original: { decided: "never", isUnknown: false, reasonLabel: "label", reasons: [] },
  same_payroll: {
    decided: "both",
    isUnknown: false,
    reasonLabel: "labelSame",
    reasons: ["separate", "withdrawn", "weekly"],
  },
  maybe_sent_itself: { decided: "whole", isUnknown: true, reasonLabel: "labelList", reasons: ["notReceived"] },
  maybe_sent: {
    decided: "whole",
    isUnknown: true,
    reasonLabel: "labelList",
    reasons: ["others", "notReceived", "separate"],
  },
  unknown: { decided: "byPerson", isUnknown: true, reasonLabel: "label", reasons: ["separate", "correction"] },
  under_way: { decided: "byPerson", isUnknown: false, reasonLabel: "label", reasons: ["separate", "correction"] },
  armed: {
    decided: "byPerson",
    isUnknown: false,
    reasonLabel: "label",
    reasons: ["separate", "withdrawn", "correction"],
  },
  paid_same_period: {
    decided: "byPerson",
    isUnknown: false,
    reasonLabel: "label",
    reasons: ["separate", "correction", "weekly"],
  },
  paid_recently: {
    decided: "byPerson",
    isUnknown: false,
    reasonLabel: "label",
    reasons: ["separate", "correction", "weekly"],
  },
  no_longer_failed: {
    decided: "byPerson",
    isUnknown: false,
    reasonLabel: "label",
    reasons: ["separate", "correction"],
  },
  failed_by_callback: {
    decided: "byPerson",
    isUnknown: false,
    reasonLabel: "labelFailed",
    reasons: ["confirmed"],
  },
  failed_by_reading: {
    decided: "byPerson",
    isUnknown: false,
    reasonLabel: "labelFailed",
    reasons: ["confirmed"],
  },
};

/** In these states the provider has no payment, as far as is known. */
const WITHDRAWABLE: readonly PayrollStatus[] = ["draft", "frozen", "approved", "not_sent", "refused"];

/** The suggested reasons that fit the other payroll's state: a paid payroll cannot be withdrawn. */
export function usualReasons({ kind, other: { state } }: QuestionView): readonly UsualReason[] {
  const canWithdraw = state !== null && WITHDRAWABLE.includes(state);
  return KINDS[kind].reasons.filter((reason) => canWithdraw || reason !== "withdrawn");
}

export const isOpen = ({ open }: QuestionView): boolean => open > 0;
export const openCount = (questions: readonly QuestionView[]): number => questions.filter(isOpen).length;

/**
 * The people of a decision: the selected ones, or all open ones. Identified by keys, so that nobody is included unseen;
 * only a truncated list is decided as a whole (`[]`).
 */
export function decidedKeys({ kind, people, open }: QuestionView, chosen: ReadonlySet<string>): string[] {
  if (KINDS[kind].decided !== "byPerson") return [];
  const listed = people.filter(({ reason }) => reason === null).map(({ key }) => key);
  const some = listed.filter((key) => chosen.has(key));
  if (some.length > 0) return some;
  return listed.length < open ? [] : listed;
}

/**
 * The desk's sums for a decision's people; undefined if it has none. Listed people are not summed here: a person whom
 * the other payroll pays twice is listed twice.
 */
export function decidedTotals(question: QuestionView, chosen: ReadonlySet<string>): Total[] {
  const { people, totals, open } = question;
  const keys = decidedKeys(question, chosen);
  const only = keys.length === 1 ? people.find(({ key }) => key === keys[0]) : undefined;
  if (only !== undefined) return [{ count: 1, sum: only.amount, currency: only.currency }];
  return chosen.size === 0 && peopleOf(totals) === open ? totals : [];
}
