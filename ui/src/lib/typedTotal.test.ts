import { describe, expect, it } from "vitest";

import { compareTotal, plainDigits } from "./typedTotal";

describe("the total typed to confirm", () => {
  it.each([
    // With and without grouping, sign and spaces.
    ["45120300.00", "45120300.00", "NGN", "same"],
    ["45,120,300.00", "45120300.00", "NGN", "same"],
    ["45 120 300.00", "45120300.00", "NGN", "same"],
    ["45\u{202f}120\u{202f}300,00", "45120300.00", "NGN", "same"],
    ["45.120.300,00", "45120300.00", "NGN", "same"],
    ["₦45,120,300.00", "45120300.00", "NGN", "same"],
    ["₦ 45,120,300.00 ", "45120300.00", "NGN", "same"],
    ["ngn 45,120,300.00", "45120300.00", "NGN", "same"],
    ["45,120,300.00 NGN", "45120300.00", "NGN", "same"],
    // No decimals typed means none.
    ["45,120,300", "45120300.00", "NGN", "same"],
    ["45120300", "45120300.50", "NGN", "grouping"],
    ["45120300.50", "45120300.50", "NGN", "same"],
    ["KSh 2,318,400.00", "2318400.00", "KES", "same"],
    ["1,200,000", "1200000", "UGX", "same"],
    ["1.200.000", "1200000", "UGX", "same"],
    ["1 200 000 FCFA", "1200000", "XOF", "same"],
    // Beyond what a float tells apart.
    ["90071992547409.93", "90071992547409.93", "NGN", "same"],
    ["90071992547409.92", "90071992547409.93", "NGN", "digit"],
    // On the way there.
    ["", "45120300.00", "NGN", "empty"],
    ["  ", "45120300.00", "NGN", "empty"],
    ["₦", "45120300.00", "NGN", "typing"],
    ["45,1", "45120300.00", "NGN", "typing"],
    ["45,120,300.", "45120300.00", "NGN", "typing"],
    ["45,120,300.0", "45120300.00", "NGN", "typing"],
    // Not the total.
    ["45,210,300.00", "45120300.00", "NGN", "swapped"],
    ["45,120,400.00", "45120300.00", "NGN", "digit"],
    ["45,120,300.01", "45120300.00", "NGN", "digit"],
    ["451,203,000.00", "45120300.00", "NGN", "more_digits"],
    ["4,512,030.00", "45120300.00", "NGN", "fewer_digits"],
    ["45,12,0300.00", "45120300.00", "NGN", "grouping"],
    ["4512030000", "45120300.00", "NGN", "grouping"],
    ["KES 45,120,300.00", "45120300.00", "NGN", "other_currency"],
    ["45 million", "45120300.00", "NGN", "not_a_number"],
    ["-45,120,300.00", "45120300.00", "NGN", "not_a_number"],
    ["4.51203e7", "45120300.00", "NGN", "not_a_number"],
  ] as const)("%j against %s %s: %s", (typed, total, currency, kind) => {
    expect(compareTotal(typed, total, currency).kind).toBe(kind);
  });

  it("says which digit differs", () => {
    expect(compareTotal("45,120,400.00", "45120300.00", "NGN")).toEqual({
      kind: "digit",
      at: 6,
      typed: "4",
      expected: "3",
    });
    expect(compareTotal("45,210,300.00", "45120300.00", "NGN")).toEqual({ kind: "swapped", at: 3 });
  });
});

describe("an amount as people write it", () => {
  it.each([
    ["1,234.50", 2, "1234.50"],
    ["1.234,50", 2, "1234.50"],
    ["1 234", 2, "1234.00"],
    ["1,23", 2, "1.23"],
    ["1,234", 2, "1234.00"],
    ["12,34.00", 2, null],
    ["1,2345", 2, null],
    ["007", 0, "7"],
    ["7.00", 0, null],
    ["", 2, null],
  ] as const)("%j with %i decimals is %j", (text, decimals, plain) => {
    expect(plainDigits(text, decimals)).toBe(plain);
  });
});
