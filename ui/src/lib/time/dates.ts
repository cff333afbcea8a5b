/** Formats times (RFC 3339), periods and counts in the user's locale and zone. */
import { LOCALES, WORDS_LANGUAGE } from "../locale";
import { formatsOf } from "./formats";

export const formats = formatsOf(LOCALES, WORDS_LANGUAGE);

export const {
  day: formatDay,
  calendarDay: formatCalendarDay,
  dayShort: formatDayShort,
  time: formatTime,
  moment: formatMoment,
  period: formatPeriod,
  periodShort: formatPeriodShort,
  count: formatCount,
  size: formatSize,
} = formats;

/** Only the time for today, otherwise with the date. */
export function formatWhen(at: string, now: Date = new Date()): string {
  return new Date(at).toDateString() === now.toDateString() ? formatTime(at) : formatMoment(at);
}
