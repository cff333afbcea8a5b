// Short dates for a table whose month headings say the rest.

import { LOCALE } from "../../lib/locale";

const DAY = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short" });
const PERIOD = /^(\d{4})-(\d{2})$/;
const MONTH = new Intl.DateTimeFormat("en", { month: "short", year: "numeric", timeZone: "UTC" });

/** `27 Nov` */
export const formatDayShort = (at: string): string => DAY.format(new Date(at));

/** `2026-11` → `Nov 2026`; anything else as it stands. */
export function formatPeriodShort(period: string): string {
  const match = PERIOD.exec(period);
  return match === null ? period : MONTH.format(new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, 1)));
}
