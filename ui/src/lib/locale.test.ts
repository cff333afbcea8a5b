import { expect, test } from "vitest";
import { firstLocale, localesOf } from "./locale";

test.each([
  [["en-NG", "en"], "en-NG"],
  [["C"], "en-GB"],
  [["POSIX", "fr-SN"], "fr-SN"],
  [["", undefined], "en-GB"],
  [[], "en-GB"],
  [["en"], "en-GB"],
  [["en-US", "en"], "en-US"],
])("%j speaks %s", (languages, locale) => {
  expect(firstLocale(languages)).toBe(locale);
});

test.each([
  ["dates=fr-CI&numbers=de-DE", { dates: "fr-CI", numbers: "de-DE" }],
  ["dates=en-NG", { dates: "en-NG", numbers: "en-US" }],
  ["dates=en-US-u-hc-h23&numbers=en-US", { dates: "en-US-u-hc-h23", numbers: "en-US" }],
  ["dates=no%20such%20tag&numbers=", { dates: "en-US", numbers: "en-US" }],
  ["", { dates: "en-US", numbers: "en-US" }],
])("opened with %j, an American web view writes %j", (search, locales) => {
  expect(localesOf(new URLSearchParams(search), ["en-US", "en"])).toEqual(locales);
});
