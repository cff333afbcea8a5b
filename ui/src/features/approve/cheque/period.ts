// Periods in the desk's format: `2026-11`.

import { formats } from "../../../lib/time/dates";

const PERIOD = /^(\d{4})-(\d{2})$/;

export type PeriodParts = { year: number; month: number };

export function periodParts(period: string): PeriodParts | null {
  const match = PERIOD.exec(period);
  return match === null ? null : { year: Number(match[1]), month: Number(match[2]) };
}

/** The months of a year with their short names. */
export function monthsOf(year: number): { period: string; name: string }[] {
  return formats.monthNames().map((name, at) => ({
    period: `${String(year).padStart(4, "0")}-${String(at + 1).padStart(2, "0")}`,
    name,
  }));
}
