import { expect, test } from "vitest";
import { firstLocale } from "./locale";

test.each([
  [["en-NG", "en"], "en-NG"],
  [["C"], "en"],
  [["POSIX", "fr-SN"], "fr-SN"],
  [["", undefined], "en"],
  [[], "en"],
])("%j speaks %s", (languages, locale) => {
  expect(firstLocale(languages)).toBe(locale);
});
