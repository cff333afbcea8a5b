import { describe, expect, test } from "vitest";
import type { Currency } from "../../ipc";
import { formatAmount, formatMoney, groupDigits, moneyParts, separatorsOf } from "./money";

const PLAIN = { group: ",", decimal: "." };

/** The same numbers in every run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

function* amounts(count: number): Generator<string> {
  const next = numbers(20_261_121);
  for (let made = 0; made < count; made += 1) {
    const digits = 1 + (next.next().value % 24);
    const whole = Array.from({ length: digits }, () => next.next().value % 10)
      .join("")
      .replace(/^0+(?=\d)/, "");
    const decimals = next.next().value % 3;
    const fraction = Array.from({ length: decimals }, () => next.next().value % 10).join("");
    yield `${next.next().value % 5 === 0 ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
  }
}

describe("money for the eye", () => {
  test.each<[string, Currency, string]>([
    ["45120300.00", "NGN", "₦45,120,300.00"],
    ["0.00", "NGN", "₦0.00"],
    ["999.50", "ZAR", "R999.50"],
    ["1000", "UGX", "USh\u202F1,000"],
    ["184300.00", "GHS", "GH₵184,300.00"],
    ["1250000", "XOF", "CFA\u202F1,250,000"],
    ["-12.30", "KES", "−KSh\u202F12.30"],
    ["99999999999999999999999.99", "NGN", "₦99,999,999,999,999,999,999,999.99"],
  ])("%s %s is %s", (value, currency, shown) => {
    expect(formatMoney(value, currency)).toBe(shown);
  });

  test("no digit is ever lost, added or moved, whatever the size", () => {
    for (const amount of amounts(2_000)) {
      const { negative, whole, decimals } = moneyParts(amount, "NGN", PLAIN);
      const back = `${negative ? "-" : ""}${whole.replaceAll(",", "")}${decimals}`;
      expect(back).toBe(amount);
      expect(whole).toMatch(/^\d{1,3}(,\d{3})*$/);
    }
  });

  test("separators of another locale keep the digits", () => {
    const french = { group: "\u202F", decimal: "," };
    const parts = moneyParts("1234567.80", "XAF", french);
    expect(parts.whole + parts.decimals).toBe("1\u202F234\u202F567,80");
  });

  // In every region: groups of three digits, distinct separators, and unchanged digits.
  test.each(["en-NG", "fr-CI", "fr-FR", "de-DE", "de-CH", "pt-AO", "es-GQ", "ar-EG", "hi-IN", "sw-KE", "am-ET"])(
    "in %s an amount reads one way only",
    (locale) => {
      const separators = separatorsOf(locale);
      const { whole, decimals } = moneyParts("1234567.80", "NGN", separators);
      expect(whole).toBe(["1", "234", "567"].join(separators.group));
      expect(decimals).toBe(`${separators.decimal}80`);
      expect(separators.group).toMatch(/^[,.\u0020\u00A0\u202F\u2019']$/u);
      expect(separators.decimal).toMatch(/^[,.]$/u);
      expect(separators.decimal).not.toBe(separators.group);
    },
  );

  test("what is no decimal is shown as it stands, never as a number", () => {
    for (const text of ["", "12,5", "1e9", "NaN", "₦5", "1.2.3"]) expect(formatAmount(text, "NGN")).toBe(text);
  });

  test.each([
    ["1", "1"],
    ["123", "123"],
    ["1234", "1,234"],
    ["123456", "123,456"],
    ["1234567", "1,234,567"],
  ])("%s is grouped %s", (digits, grouped) => {
    expect(groupDigits(digits, ",")).toBe(grouped);
  });
});
