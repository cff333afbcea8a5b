// Periods as the desk writes them: `2026-11`.

const PERIOD = /^(\d{4})-(\d{2})$/;
const MONTHS = 12;
// Month names go with the words around them, not with the numbers.
const SHORT = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" });

export type PeriodParts = { year: number; month: number };

export function periodParts(period: string): PeriodParts | null {
  const match = PERIOD.exec(period);
  return match === null ? null : { year: Number(match[1]), month: Number(match[2]) };
}

/** The months of a year with their short names. */
export function monthsOf(year: number): { period: string; name: string }[] {
  return Array.from({ length: MONTHS }, (_, at) => ({
    period: `${String(year).padStart(4, "0")}-${String(at + 1).padStart(2, "0")}`,
    name: SHORT.format(new Date(Date.UTC(year, at, 1))),
  }));
}
