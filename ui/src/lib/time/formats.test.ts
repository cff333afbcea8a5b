import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatsOf } from "./formats";

const all = (locale: string) => ({ dates: locale, numbers: locale });

/** The third of November at 09:06, in any time zone. */
const AT = new Date(2026, 10, 3, 9, 6, 7).toISOString();

/** The narrow space depends on the engine's data, not on the locale. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

const CASES = [
  {
    locale: "en-GB",
    day: "3 Nov 2026",
    dayShort: "3 Nov",
    time: "09:06",
    seconds: "09:06:07",
    moment: "3 Nov 2026, 09:06",
    momentShort: "3 Nov, 09:06",
    count: "1,234,567",
  },
  {
    locale: "en-US",
    day: "Nov 3, 2026",
    dayShort: "Nov 3",
    time: "9:06 AM",
    seconds: "9:06:07 AM",
    moment: "Nov 3, 2026, 9:06 AM",
    momentShort: "Nov 3, 09:06 AM",
    count: "1,234,567",
  },
  {
    locale: "en-NG",
    day: "3 Nov 2026",
    dayShort: "3 Nov",
    time: "09:06",
    seconds: "09:06:07",
    moment: "3 Nov 2026, 09:06",
    momentShort: "3 Nov, 09:06",
    count: "1,234,567",
  },
  ...["fr-FR", "fr-CI"].map((locale) => ({
    locale,
    day: "3 nov. 2026",
    dayShort: "3 nov.",
    time: "09:06",
    seconds: "09:06:07",
    moment: "3 nov. 2026, 09:06",
    momentShort: "3 nov., 09:06",
    count: "1 234 567",
  })),
  {
    locale: "sw-KE",
    day: "3 Nov 2026",
    dayShort: "3 Nov",
    time: "09:06",
    seconds: "09:06:07",
    moment: "3 Nov 2026, 09:06",
    momentShort: "3 Nov, 09:06",
    count: "1,234,567",
  },
];

test.each(CASES)("dates, times and counts are written as in $locale", ({ locale, ...expected }) => {
  const formats = formatsOf(all(locale), "en");
  expect({
    day: plain(formats.day(AT)),
    dayShort: plain(formats.dayShort(AT)),
    time: plain(formats.time(AT)),
    seconds: plain(formats.seconds(AT)),
    moment: plain(formats.moment(AT)),
    momentShort: plain(formats.momentShort(AT)),
    count: plain(formats.count(1_234_567)),
  }).toEqual(expected);
});

test("dates and numbers may be written in two ways", () => {
  const formats = formatsOf({ dates: "en-US", numbers: "fr-FR" }, "en");
  expect(plain(formats.day(AT))).toBe("Nov 3, 2026");
  expect(plain(formats.count(1_234_567))).toBe("1 234 567");
  expect(plain(formats.size(13_107_200))).toBe("12,5 Mo");
});

test.each([
  ["en-NG", "day_month_year", "hours_24"],
  ["en-US", "month_day_year", "hours_12"],
  ["fr-CI", "day_month_year", "hours_24"],
  ["en-US-u-hc-h23", "month_day_year", "hours_24"],
  ["hu-HU", "year_month_day", "hours_24"],
])("documents have the dates of %s", (locale, order, clock) => {
  const formats = formatsOf(all(locale), "en");
  expect([formats.dateOrder(), formats.clock()]).toEqual([order, clock]);
  expect(formats.zone()).not.toBe("");
});

test("the clock of the system's settings is above that of the country", () => {
  const formats = formatsOf({ dates: "en-US-u-hc-h23", numbers: "en-US" }, "en");
  expect(formats.time(AT)).toBe("09:06");
});

test.each([
  ["en", "November 2026", "Nov 2026", "Jan", "Dec"],
  ["fr", "novembre 2026", "nov. 2026", "janv.", "déc."],
  ["sw", "Novemba 2026", "Nov 2026", "Jan", "Des"],
])("months are named in the language of the words: %s", (words, period, periodShort, first, last) => {
  const formats = formatsOf(all("en-NG"), words);
  expect(formats.period("2026-11")).toBe(period);
  expect(formats.periodShort("2026-11")).toBe(periodShort);
  expect(formats.monthNames().at(0)).toBe(first);
  expect(formats.monthNames().at(-1)).toBe(last);
});

test.each(["2026-13", "2026-00", "last month", ""])("what is no period stays as it is: %j", (text) => {
  expect(formatsOf(all("en-GB"), "en").period(text)).toBe(text);
  expect(formatsOf(all("en-GB"), "en").periodShort(text)).toBe(text);
});

test("a calendar day is the same day in every zone, and a text that is none stays as it is", () => {
  const { calendarDay } = formatsOf(all("en-GB"), "en");
  expect(calendarDay("2026-11-03")).toBe("3 Nov 2026");
  for (const text of ["05/11/2026", "2026-11-03T09:06:07Z", ""]) expect(calendarDay(text)).toBe(text);
});

// Elsewhere a second locale could be chosen, or the system's used by accident.
test("dates and times are formatted here alone", () => {
  const folder = join(import.meta.dirname, "../..");
  const others = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^lib\/time\/formats\.ts$/.test(file))
    .filter((file) =>
      /Intl\.DateTimeFormat|\.toLocale(?:Date|Time)?String\(/.test(readFileSync(join(folder, file), "utf8")),
    );
  expect(others).toEqual([]);
});
