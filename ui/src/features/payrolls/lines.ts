// The list of payrolls: by month, newest first, with the paid sums of each month.

import type { Currency, PayrollLine, PayrollStatus, Total } from "../../ipc";
import type { Screen } from "../../screen";
import { peopleLate, peopleToSettle } from "../../payroll/ending";

export type StateFilter = "drafts" | "paying" | "needsYou" | "done" | "withdrawn";
export const STATE_FILTERS = ["drafts", "paying", "needsYou", "done", "withdrawn"] as const satisfies StateFilter[];

const FILTER_OF: Readonly<Record<PayrollStatus, StateFilter>> = {
  draft: "drafts",
  frozen: "drafts",
  approved: "needsYou",
  partly_sent: "needsYou",
  not_sent: "needsYou",
  refused: "needsYou",
  unresolved: "needsYou",
  damaged: "needsYou",
  sending: "paying",
  being_paid: "paying",
  closed: "done",
  closed_unconfirmed: "done",
  withdrawn: "withdrawn",
};

export type Filters = {
  /** A month (`2026-11`), or a whole year (`2026`). */
  time: string | null;
  currency: Currency | null;
  state: StateFilter | null;
  text: string;
};

export const NO_FILTERS: Filters = { time: null, currency: null, state: null, text: "" };

export type Month = {
  /** `2026-11` */
  month: string;
  lines: PayrollLine[];
  /** The paid sums of all its payrolls, shown or not, in the chosen currency or in each. */
  paid: Total[];
};

export const isPeriod = (text: string): boolean => /^\d{4}-\d{2}$/.test(text);

const dateOf = (line: PayrollLine): string => line.approvedAt ?? line.createdAt;

/** Unapproved payrolls first; then the latest first. */
function newestFirst(a: PayrollLine, b: PayrollLine): number {
  const open = Number(a.approvedAt !== null) - Number(b.approvedAt !== null);
  return open || Date.parse(dateOf(b)) - Date.parse(dateOf(a)) || b.id - a.id;
}

/** The months with payrolls, newest first; for several years, each year before its months. */
export function timesOf(lines: readonly PayrollLine[]): string[] {
  const months = [...new Set(lines.map(({ month }) => month))].toSorted((a, b) => b.localeCompare(a));
  const years = [...new Set(months.map(yearOf))];
  if (years.length < 2) return months;
  return years.flatMap((year) => [year, ...months.filter((month) => yearOf(month) === year)]);
}

const yearOf = (month: string): string => month.slice(0, "2026".length);

/** The currencies of the payrolls, by code. */
export const currenciesOf = (lines: readonly PayrollLine[]): Currency[] =>
  [...new Set(lines.flatMap(({ totals }) => totals.map(({ currency }) => currency)))].toSorted();

/** An open payroll that waits for no result, or only for late ones, needs the user. */
const filterOf = (line: PayrollLine): StateFilter =>
  peopleToSettle(line) > 0 || peopleLate(line) > 0 ? "needsYou" : FILTER_OF[line.state];

export function matchesFilters(line: PayrollLine, { time, currency, state, text }: Filters): boolean {
  const needle = text.trim().toLocaleLowerCase();
  return (
    (time === null || line.month.startsWith(time)) &&
    (currency === null || line.totals.some((total) => total.currency === currency)) &&
    (state === null || filterOf(line) === state) &&
    (needle === "" || line.name.toLocaleLowerCase().includes(needle))
  );
}

export function byMonth(lines: readonly PayrollLine[], currency: Currency | null = null): Month[] {
  const months = new Map<string, PayrollLine[]>();
  for (const line of lines) {
    const there = months.get(line.month);
    if (there === undefined) months.set(line.month, [line]);
    else there.push(line);
  }
  return [...months]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([month, those]) => ({
      month,
      lines: those.toSorted(newestFirst),
      paid: (those[0]?.paidInMonth ?? []).filter((total) => currency === null || total.currency === currency),
    }));
}

/** The screen where a payroll continues. */
export function screenOf({ id, state }: Pick<PayrollLine, "id" | "state">): Screen {
  switch (state) {
    case "draft":
      return { name: "check", id };
    case "frozen":
      return { name: "approve", id };
    case "approved":
    case "sending":
    case "partly_sent":
    case "not_sent":
    case "refused":
    case "unresolved":
    case "being_paid":
    case "closed":
    case "closed_unconfirmed":
    // That screen shows the error.
    case "damaged":
    case "withdrawn":
      return { name: "track", id };
  }
}
