/** A draft and rows to test with. */
import type { DraftChange, DraftView, ProblemView, RowView } from "../../ipc";
import type { Answers, Asked } from "../../test/render";

type Kind = DraftChange["kind"];
type ChangeOf<K extends Kind> = Extract<DraftChange, { kind: K }>;

/** The test desk's results for a draft's changes, by their kind. */
export type ChangeAnswers = { [K in Kind]?: (change: ChangeOf<K>) => unknown };

export function changeDraft(answers: ChangeAnswers): Answers {
  return {
    change_draft: (input) => {
      const change = input["change"] as DraftChange;
      const answer = answers[change.kind] as ((change: DraftChange) => unknown) | undefined;
      if (!answer) throw new Error(`the test's desk has no answer to ${change.kind}`);
      return answer(change);
    },
  };
}

/** The requested changes of these kinds, each with its draft. */
export const changesOf = <K extends Kind>(asked: readonly Asked[], ...kinds: K[]) =>
  asked
    .filter(({ command }) => command === "change_draft")
    .map(({ input }) => input as { id: number; change: DraftChange })
    .filter((input): input is { id: number; change: ChangeOf<K> } => kinds.some((kind) => kind === input.change.kind));

export function draftOf(change: Partial<DraftView> = {}): DraftView {
  return {
    id: 7,
    name: "November 2025 salaries",
    period: "2025-11",
    fileName: "Kola payroll Nov 2025.xlsx",
    sheet: "Payroll",
    country: "NG",
    currency: "NGN",
    rows: 3,
    payable: [{ count: 1, sum: "185000.00", currency: "NGN" }],
    toFix: 2,
    toDecide: 0,
    excluded: 0,
    hasReferences: false,
    edited: 0,
    accepted: 0,
    problems: [],
    banks: [],
    skipped: [],
    fileProblems: [],
    banksListedAt: "2026-11-20T08:30:00Z",
    canUndo: false,
    canRedo: false,
    names: {
      available: true,
      running: false,
      done: 0,
      total: 0,
      unverified: 0,
      verified: 3,
      automatic: false,
      paused: false,
      leftS: null,
      notAsked: [],
    },
    sameRunAs: null,
    reading: null,
    revision: 0,
    changed: [],
    ...change,
  };
}

export function rowOf(position: number, change: Partial<RowView> = {}): RowView {
  return {
    position,
    row: position + 5,
    name: `Person ${position}`,
    accountNumber: "2941418088",
    bankCode: "058",
    bankName: "GTBank",
    amount: "185000.00",
    amountText: "185000",
    currency: "NGN",
    country: "NG",
    narration: "Nov salary",
    reference: "",
    holder: { kind: "not_asked" },
    state: "ready",
    edited: [],
    problems: [],
    ...change,
  };
}

export function problemOf(change: Partial<ProblemView> & Pick<ProblemView, "code">): ProblemView {
  return {
    severity: "error",
    field: "account_number",
    cell: null,
    value: null,
    suggestion: null,
    suggestionLabel: null,
    since: null,
    rows: [],
    accepted: false,
    reason: null,
    ...change,
  };
}
