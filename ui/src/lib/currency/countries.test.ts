import { expect, test } from "vitest";
import { COUNTRY_CODES, CURRENCY_CODES, CURRENCY_OF, decimalsOf, signOf } from "./countries";

test("every country pays in a currency with a sign, and every currency is some country's", () => {
  for (const country of COUNTRY_CODES) expect(signOf(CURRENCY_OF[country])).not.toBe("");
  expect(new Set(COUNTRY_CODES.map((country) => CURRENCY_OF[country]))).toEqual(new Set(CURRENCY_CODES));
});

test.each([
  ["NGN", "₦", 2],
  ["KES", "KSh", 2],
  ["UGX", "USh", 0],
  ["XOF", "CFA", 0],
] as const)("%s is written with %s and %i decimals", (currency, sign, decimals) => {
  expect([signOf(currency), decimalsOf(currency)]).toEqual([sign, decimals]);
});

test("Nigeria and the naira are offered first", () => {
  expect([COUNTRY_CODES[0], CURRENCY_CODES[0]]).toEqual(["NG", "NGN"]);
});
