// Questions for tests: two people of this payroll who are also in "October bonus".

import type { OverlapView, QuestionKind, QuestionView } from "../../ipc";

export const person = (key: string, name: string): OverlapView => ({
  key,
  row: 4,
  name,
  accountNumber: "0123456789",
  bankName: "GTBank",
  otherAccountNumber: "0123456789",
  otherBankName: "GTBank",
  amount: "100.00",
  currency: "NGN",
  otherAmount: "100.00",
  otherCurrency: "NGN",
  otherStatus: "NotSent",
  otherAt: null,
  reason: null,
});

export function questionOf(kind: QuestionKind, more: Partial<QuestionView> = {}): QuestionView {
  return {
    key: `${kind}-7`,
    kind,
    other: {
      id: 7,
      name: "October bonus",
      period: "2025-10",
      state: "not_sent",
      totals: [{ count: 2, sum: "200.00", currency: "NGN" }],
      approvedAt: "2025-11-20T09:00:00Z",
      approvedBy: "Ngozi",
      people: 2,
      sentAt: null,
    },
    totals: [{ count: 2, sum: "200.00", currency: "NGN" }],
    open: kind === "same_payroll" ? 1 : 2,
    reason: null,
    people: [person("k1", "Ada Obi"), person("k2", "Bola Ade")],
    ...more,
  };
}

/** A payroll that is missing in this ledger. */
export const maybeSent = questionOf("maybe_sent", {
  other: {
    id: null,
    name: "October bonus",
    period: "2025-10",
    state: null,
    totals: [],
    people: 15,
    sentAt: "2025-11-24T15:02:00Z",
    approvedAt: null,
    approvedBy: null,
  },
  totals: [],
  open: 1,
  people: [],
});
export const armed = questionOf("armed");
export const openOriginal = questionOf("open_original", { totals: [], open: 1, people: [] });
