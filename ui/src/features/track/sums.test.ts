import { describe, expect, it } from "vitest";

import { addDecimals, byCurrency, percentOf } from "./sums";
import { followedBy } from "./union";

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

describe("two lists as one", () => {
  const list =
    (names: string[]) =>
    (offset: number, limit: number): Promise<{ total: number; offset: number; rows: string[] }> =>
      Promise.resolve({ total: names.length, offset, rows: names.slice(offset, offset + limit) });
  const both = followedBy(list(["a", "b", "c"]), list(["d", "e"]));

  it.each([
    [0, 2, ["a", "b"]],
    [0, 10, ["a", "b", "c", "d", "e"]],
    [2, 2, ["c", "d"]],
    [3, 2, ["d", "e"]],
    [4, 2, ["e"]],
    [9, 2, []],
  ])("from %i, %i rows", async (offset, limit, rows) => {
    expect(await both(offset, limit)).toEqual({ total: 5, offset, rows });
  });
});
