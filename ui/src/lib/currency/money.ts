/**
 * Formats money. Amounts are decimal digits (`1200000.00`) and stay text: no number ever contains one, so no digit can
 * be lost. The desk computes all sums.
 */
import type { Currency } from "../../ipc";
import { LOCALES } from "../locale";
import { signOf } from "./countries";

export type MoneyParts = {
  negative: boolean;
  sign: string;
  /** Letters need a gap before the digits (`KSh 1,200`), a symbol does not (`₦1,200`). */
  gap: boolean;
  whole: string;
  /** With its separator (`.00`); empty for a currency without minor unit. */
  decimals: string;
};

/** No line break between the sign and the digits. */
const GAP = "\u202F";
const MINUS = "\u2212";
const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const GROUP_DIGITS = 3;

type Separators = { group: string; decimal: string };

/** The locale's separators for the digits 0 to 9, which all amounts use. */
export function separatorsOf(locale: string): Separators {
  const style = { useGrouping: true, minimumFractionDigits: 1, numberingSystem: "latn" };
  const parts = new Intl.NumberFormat(locale, style).formatToParts(1_234_567.8);
  const find = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise;
  return { group: find("group", ","), decimal: find("decimal", ".") };
}

const LOCAL_SEPARATORS = separatorsOf(LOCALES.numbers);

/** The decimal separator of displayed amounts. */
export const DECIMAL_SIGN = LOCAL_SEPARATORS.decimal;

/** `1234567` → `1,234,567`, in text. */
export function groupDigits(digits: string, group: string = LOCAL_SEPARATORS.group): string {
  const first = digits.length % GROUP_DIGITS;
  const groups = first > 0 ? [digits.slice(0, first)] : [];
  for (let at = first; at < digits.length; at += GROUP_DIGITS) groups.push(digits.slice(at, at + GROUP_DIGITS));
  return groups.join(group);
}

/** Splits an amount for display; any text but a plain decimal is unchanged. */
export function moneyParts(value: string, currency: Currency, separators: Separators = LOCAL_SEPARATORS): MoneyParts {
  const sign: string = signOf(currency);
  const gap = /[A-Za-z]$/.test(sign) && sign.length > 1;
  const match = PLAIN_DECIMAL.exec(value);
  if (!match) return { negative: false, sign, gap, whole: value, decimals: "" };
  const [, minus, whole = "", decimals] = match;
  return {
    negative: minus === "-",
    sign,
    gap,
    whole: groupDigits(whole, separators.group),
    decimals: decimals === undefined ? "" : separators.decimal + decimals,
  };
}

/** `₦45,120,300.00`; for buttons, titles and labels. Elsewhere `<Money>` styles sign and decimals. */
export function formatMoney(value: string, currency: Currency): string {
  const { negative, sign, gap, whole, decimals } = moneyParts(value, currency);
  return `${negative ? MINUS : ""}${sign}${gap ? GAP : ""}${whole}${decimals}`;
}

/** The digits without a sign, for columns whose header names the currency. */
export function formatAmount(value: string, currency: Currency): string {
  const { negative, whole, decimals } = moneyParts(value, currency);
  return `${negative ? MINUS : ""}${whole}${decimals}`;
}
