/** Formats every date, time and number for the user: order, clock, separators. Money is in `currency`. */

import type { DateOrder, DayClock } from "../../ipc";

const PERIOD = /^(\d{4})-(\d{2})$/;
const CALENDAR_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTHS = 12;
const BYTES_IN_MEGABYTE = 1_048_576;

/** The digits as in `14:06`, also after a date. */
const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;

export type Formats = ReturnType<typeof formatsOf>;

/** The locales of dates and of numbers, which may differ. */
export type Locales = { readonly dates: string; readonly numbers: string };

/**
 * `locales` are the user's. `words` is the language of the catalogue: periods such as "November 2026" are part of its
 * sentences.
 */
export function formatsOf({ dates: locale, numbers }: Locales, words: string) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  const dayShort = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  const seconds = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const momentSeconds = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
  const momentShort = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...CLOCK });
  const month = new Intl.DateTimeFormat(words, { month: "long", year: "numeric", timeZone: "UTC" });
  const monthShort = new Intl.DateTimeFormat(words, { month: "short", year: "numeric", timeZone: "UTC" });
  const monthName = new Intl.DateTimeFormat(words, { month: "short", timeZone: "UTC" });
  const count = new Intl.NumberFormat(numbers);
  const megabytes = new Intl.NumberFormat(numbers, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
  return {
    /** `29 Oct 2025` */
    day: (at: string): string => day.format(new Date(at)),
    /** A calendar date, independent of the time zone: `2025-10-29` → `29 Oct 2025`; any other text is unchanged. */
    calendarDay: (text: string): string => {
      const match = CALENDAR_DAY.exec(text);
      return match === null ? text : day.format(new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
    },
    /** `29 Oct` */
    dayShort: (at: string): string => dayShort.format(new Date(at)),
    /** `13:48` */
    time: (at: string): string => time.format(new Date(at)),
    /** `13:48:09` */
    seconds: (at: string): string => seconds.format(new Date(at)),
    /** `29 Oct 2025, 13:48` */
    moment: (at: string): string => moment.format(new Date(at)),
    /** `29 Oct 2025, 13:48:09` */
    momentSeconds: (at: string): string => momentSeconds.format(new Date(at)),
    /** `29 Oct, 13:48` */
    momentShort: (at: string): string => momentShort.format(new Date(at)),
    /** `2026-11` → `November 2026`; any other text is unchanged. */
    period: (period: string): string => inPeriod(period, month),
    /** `2026-11` → `Nov 2026`; any other text is unchanged. */
    periodShort: (period: string): string => inPeriod(period, monthShort),
    /** The short names of the months, January first. */
    monthNames: (): string[] =>
      Array.from({ length: MONTHS }, (_, at) => monthName.format(new Date(Date.UTC(2000, at, 1)))),
    /** A count of people or rows: `1,204`. Never for money. */
    count: (value: number): string => count.format(value),
    /** The date format for the desk's documents. */
    dateOrder: (): DateOrder => orderOf(day),
    /** Whether documents use a 24-hour or a 12-hour clock. */
    clock: (): DayClock => (time.resolvedOptions().hour12 === true ? "hours_12" : "hours_24"),
    /** The name of the time zone, such as `Africa/Lagos`. */
    zone: (): string => day.resolvedOptions().timeZone,
    /** A file's size: `12.5 MB`. */
    size: (bytes: number): string => megabytes.format(bytes / BYTES_IN_MEGABYTE),
  };
}

/** The order of day, month and year. */
function orderOf(format: Intl.DateTimeFormat): DateOrder {
  const first = format.formatToParts(new Date()).find(({ type }) => ["day", "month", "year"].includes(type));
  if (first?.type === "year") return "year_month_day";
  return first?.type === "month" ? "month_day_year" : "day_month_year";
}

function inPeriod(period: string, format: Intl.DateTimeFormat): string {
  const match = PERIOD.exec(period);
  const month = Number(match?.[2]);
  return match !== null && month >= 1 && month <= MONTHS
    ? format.format(new Date(Date.UTC(Number(match[1]), month - 1, 1)))
    : period;
}
