import { expect, it } from "vitest";

import { amountWords } from "./words";

it.each([
  ["45120300.00", "Forty-five million, one hundred and twenty thousand, three hundred", null],
  ["45120305.50", "Forty-five million, one hundred and twenty thousand, three hundred and five", "fifty"],
  ["1000001", "One million and one", null],
  ["1.01", "One", "one"],
  ["0.05", "Zero", "five"],
  ["2318400.00", "Two million, three hundred and eighteen thousand, four hundred", null],
  // Too large for a float.
  [
    "90071992547409931",
    "Ninety quadrillion, seventy-one trillion, nine hundred and ninety-two billion, five hundred and forty-seven million, four hundred and nine thousand, nine hundred and thirty-one",
    null,
  ],
])("%s in words", (sum, major, minor) => {
  const words = amountWords(sum);
  expect(words.major).toBe(major);
  expect(words.minor).toBe(minor);
});

it("knows one from many", () => {
  expect(amountWords("1.01")).toMatchObject({ majorCount: 1, minorCount: 1 });
  expect(amountWords("21.00")).toMatchObject({ majorCount: 2, minorCount: 0 });
});
