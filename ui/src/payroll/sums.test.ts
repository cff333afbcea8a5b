import { expect, it } from "vitest";

import { addDecimals, byCurrency, percentOf } from "./sums";

it.each([
  ["0.00", "0.00", "0.00"],
  ["0.05", "0.05", "0.10"],
  ["14076649.00", "479050.00", "14555699.00"],
  ["1200000", "1", "1200001"],
  ["90071992547409.93", "0.01", "90071992547409.94"],
  ["1", "0.5", "1.5"],
])("%s + %s = %s", (a, b, sum) => {
  expect(addDecimals(a, b)).toBe(sum);
});

it("keeps currencies apart", () => {
  expect(
    byCurrency([
      { count: 2, sum: "10.00", currency: "NGN" },
      { count: 1, sum: "5.00", currency: "KES" },
      { count: 3, sum: "0.50", currency: "NGN" },
    ]),
  ).toEqual([
    { count: 5, sum: "10.50", currency: "NGN" },
    { count: 1, sum: "5.00", currency: "KES" },
  ]);
});

it("says 100 per cent only of everyone", () => {
  expect(percentOf(310, 311)).toBe(99);
  expect(percentOf(311, 311)).toBe(100);
  expect(percentOf(0, 0)).toBe(0);
});
