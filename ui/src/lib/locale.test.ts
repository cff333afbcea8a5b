import { expect, test } from "vitest";
import { firstLocale } from "./locale";

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
