// Questions for tests: two people of this payroll, who are in "October bonus" as well.

import type { OverlapView, QuestionKind, QuestionView } from "../../ipc";

export const person = (key: string, name: string): OverlapView => ({
  key,
  row: 4,
  name,
  accountNumber: "0123456789",
  bankName: "GTBank",
  amount: "100.00",
  currency: "NGN",
  otherAmount: "100.00",
  otherCurrency: "NGN",
  otherState: "Planned",
  otherAt: null,
  reason: null,
});

export function questionOf(kind: QuestionKind, more: Partial<QuestionView> = {}): QuestionView {
  return {
    kind,
    other: {
      id: 7,
      name: "October bonus",
      period: "2025-10",
      state: "not_sent",
      totals: [{ count: 2, sum: "200.00", currency: "NGN" }],
      approvedAt: "2025-11-20T09:00:00Z",
      approvedBy: "Ngozi",
    },
    totals: [{ count: 2, sum: "200.00", currency: "NGN" }],
    open: kind === "same_payroll" ? 1 : 2,
    reason: null,
    people: [person("k1", "Ada Obi"), person("k2", "Bola Ade")],
    ...more,
  };
}

export const armed = questionOf("armed");
export const openOriginal = questionOf("open_original", { totals: [], open: 1, people: [] });
