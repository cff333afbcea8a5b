/** Times (RFC 3339) and periods for the eye, in the user's locale and zone. */
import { LOCALE } from "./locale";

const DAY = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", year: "numeric" });
const TIME = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" });
const MOMENT = new Intl.DateTimeFormat(LOCALE, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
// Months are named in the words' language: "November 2026" stands inside sentences.
const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
const COUNT = new Intl.NumberFormat(LOCALE);
const PERIOD = /^(\d{4})-(\d{2})$/;

/** `29 Oct 2025` */
export const formatDay = (at: string): string => DAY.format(new Date(at));
/** `13:48` */
export const formatTime = (at: string): string => TIME.format(new Date(at));
/** `29 Oct 2025, 13:48` */
export const formatMoment = (at: string): string => MOMENT.format(new Date(at));

/** The time alone for today, the day with it otherwise. */
export function formatWhen(at: string, now: Date = new Date()): string {
  return new Date(at).toDateString() === now.toDateString() ? formatTime(at) : formatMoment(at);
}

/** `2026-11` → `November 2026`; anything else as it stands. */
export function formatPeriod(period: string): string {
  const match = PERIOD.exec(period);
  if (!match) return period;
  const month = Number(match[2]);
  return month >= 1 && month <= 12 ? MONTH.format(new Date(Date.UTC(Number(match[1]), month - 1, 1))) : period;
}

const MEGABYTES = new Intl.NumberFormat(LOCALE, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
const BYTES_IN_MEGABYTE = 1_048_576;

/** A file's size: `12.5 MB`. */
export const formatSize = (bytes: number): string => MEGABYTES.format(bytes / BYTES_IN_MEGABYTE);

/** A count of people or rows: `1,204`. Never for money. */
export const formatCount = (count: number): string => COUNT.format(count);
