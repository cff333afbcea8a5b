// The desk's people, for tests.

import type { PeopleFilter, PeopleWindow, PersonKey, PersonLine, PersonPaymentView, PersonView } from "../../ipc";

export const keyOf = (account: string): PersonKey => ({ currency: "NGN", bankCode: "058", account });

export function person(name: string, account: string, more: Partial<PersonLine> = {}): PersonLine {
  return {
    key: keyOf(account),
    name,
    accountNumber: account,
    bankName: "Guaranty Trust Bank",
    country: "NG",
    payments: 10,
    firstPaidAt: "2025-12-29T09:00:00Z",
    lastPaidAt: "2026-10-29T09:00:00Z",
    lastAmount: "185000.00",
    lastStatus: "Paid",
    lastPayroll: 7,
    lastPayrollName: "October salaries",
    yearTotal: "1850000.00",
    ...more,
  };
}

export const ada = person("Ada Obi", "0123456789");
export const bola = person("Bola Ige", "0123456790", { lastPaidAt: "2025-10-29T09:00:00Z" });
export const chidi = person("Chidi Eze", "0123456791", {
  lastStatus: "Failed",
  lastPayroll: 8,
  lastPayrollName: "November salaries",
});
export const everyone = [ada, bola, chidi];

/** The windows of a list of people, filtered by a query's name. */
export const peopleOf =
  (people: readonly PersonLine[]) =>
  (input: Record<string, unknown>): PeopleWindow => {
    const [query, offset, limit] = [input["query"] as PeopleFilter, Number(input["offset"]), Number(input["limit"])];
    const needle = query.text?.toLowerCase() ?? "";
    const found = people.filter(({ name }) => name.toLowerCase().includes(needle));
    return { total: found.length, offset, year: 2026, rows: found.slice(offset, offset + limit) };
  };

export function payment(reference: string, more: Partial<PersonPaymentView> = {}): PersonPaymentView {
  return {
    payroll: 7,
    payrollName: "October salaries",
    period: "2026-10",
    reference,
    row: 12,
    name: "Ada Obi",
    amount: "185000.00",
    currency: "NGN",
    narration: "October 2026 salary",
    fileReference: null,
    status: "Paid",
    at: "2026-10-29T09:00:00Z",
    ...more,
  };
}

export const adasView: PersonView = {
  person: ada,
  holder: "OBI ADA NGOZI",
  holderAskedAt: "2026-09-28T09:00:00Z",
  years: [
    { year: 2026, total: { count: 10, sum: "1850000.00", currency: "NGN" } },
    { year: 2025, total: { count: 1, sum: "180000.00", currency: "NGN" } },
  ],
  payments: [
    payment("REFOCTOBER"),
    payment("REFSEPTEMBER", {
      payroll: 5,
      payrollName: "September salaries",
      name: "Ada N. Obi",
      status: "Reversed",
      fileReference: "EMP-17",
    }),
  ],
  otherAccounts: [person("Ada Obi", "9876543210", { bankName: "Access Bank", lastPaidAt: "2026-03-27T09:00:00Z" })],
};
