// Times of results, with seconds, since results arrive one after the other.

import { formats } from "./dates";

/** `14:06:21` today, `27 Nov, 14:06` on other days. */
export function formatStamp(at: string, now: Date = new Date()): string {
  return new Date(at).toDateString() === now.toDateString() ? formats.seconds(at) : formats.momentShort(at);
}

/** `14:06` today, `27 Nov, 14:06` on other days: without new results, seconds are useless. */
export function formatStampToMinute(at: string, now: Date = new Date()): string {
  return new Date(at).toDateString() === now.toDateString() ? formats.time(at) : formats.momentShort(at);
}

const UNITS = [
  ["days", 86_400],
  ["hours", 3_600],
  ["minutes", 60],
  ["seconds", 1],
] as const;

export type DurationPart = { unit: "days" | "hours" | "minutes" | "seconds"; count: number };

/** The two largest units of a time span: 41 minutes 12 seconds; at least 1 second. */
export function durationParts(from: string, to: string): DurationPart[] {
  let seconds = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));
  const parts: DurationPart[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    seconds -= count * length;
    if (count > 0 || parts.length > 0) parts.push({ unit, count });
  }
  return parts.slice(0, 2).filter(({ count }) => count > 0);
}
