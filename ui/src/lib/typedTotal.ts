// Compares what the user types with the total about to be paid. Everything here is text against text: a float
// never stands for money, so nothing is parsed into a number.

import { CURRENCY_CODES } from "./countries";

/** Signs people write before or after an amount, besides the ISO code itself. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  NGN: ["₦", "N", "#"],
  KES: ["KSh", "Ksh", "Sh", "/="],
  GHS: ["GH₵", "GHC", "₵"],
  TZS: ["TSh", "Sh", "/="],
  UGX: ["USh", "Sh", "/="],
  ZAR: ["R"],
  RWF: ["RF", "FRw"],
  SLL: ["Le"],
  XAF: ["FCFA", "F"],
  XOF: ["FCFA", "CFA", "F"],
};

/** Characters that may stand between groups of three digits. */
const GROUPING = /[\s,.'’]/gu;

/** A decimal point for certain: after four digits or after another separator, never the first comma typed. */
const HAS_DECIMALS = /(?:\d{4,}|[\s,'’]\d{3})\.\d+$|(?:\d{4,}|[\s.'’]\d{3}),\d+$/u;

export type TotalComparison =
  | { readonly kind: "empty" }
  /** All digits so far are right; the rest is still to come. */
  | { readonly kind: "typing" }
  | { readonly kind: "same" }
  /** A currency that is not the total's own. */
  | { readonly kind: "other_currency"; readonly typed: string }
  | { readonly kind: "not_a_number" }
  /** The digits are right, the grouping or the decimal point is not. */
  | { readonly kind: "grouping" }
  | { readonly kind: "more_digits"; readonly count: number }
  | { readonly kind: "fewer_digits"; readonly count: number }
  /** Two neighbouring digits changed places; `at` counts digits from 1. */
  | { readonly kind: "swapped"; readonly at: number }
  | { readonly kind: "digit"; readonly at: number; readonly typed: string; readonly expected: string };

/** Takes the currency's code or sign off either end. `null` where another currency's code stands there. */
function withoutSign(text: string, currency: string): string | null {
  const other = CURRENCY_CODES.find((code) => code !== currency && text.toUpperCase().includes(code));
  if (other !== undefined) return null;
  let rest = text.trim();
  const signs = [currency, ...(SIGNS[currency] ?? [])].toSorted((a, b) => b.length - a.length);
  for (const sign of signs) {
    const upper = rest.toUpperCase();
    if (upper.startsWith(sign.toUpperCase())) {
      rest = rest.slice(sign.length).trim();
      break;
    }
    if (upper.endsWith(sign.toUpperCase())) {
      rest = rest.slice(0, -sign.length).trim();
      break;
    }
  }
  return rest;
}

/**
 * Reads an amount written with or without grouping as plain digits with the given number of decimals, or `null`
 * where the writing is not clear. Grouping counts only in threes, so a misplaced comma is never read over.
 */
export function plainDigits(text: string, decimals: number): string | null {
  const compact = text.replaceAll(/[\s'’]/gu, " ");
  for (const [group, point] of [
    [",", "."],
    [" ", "."],
    [" ", ","],
    [".", ","],
  ] as const) {
    const [whole = "", fraction, ...more] = compact.split(point);
    if (more.length > 0) continue;
    const groups = whole.split(group);
    const grouped =
      groups.length === 1 ||
      groups.every((part, at) => part.length === 3 || (at === 0 && part.length > 0 && part.length < 3));
    const digits = groups.join("");
    if (!grouped || !/^\d+$/.test(digits)) continue;
    if (fraction !== undefined && (fraction.length !== decimals || !/^\d*$/.test(fraction) || decimals === 0)) continue;
    const plain = digits.replace(/^0+(?=\d)/, "");
    return decimals === 0 ? plain : `${plain}.${fraction ?? "0".repeat(decimals)}`;
  }
  return null;
}

function firstDifference(typed: string, expected: string): TotalComparison {
  let at = 0;
  while (at < typed.length && typed[at] === expected[at]) at += 1;
  const [a, b] = [typed[at] ?? "", typed[at + 1] ?? ""];
  const swapped =
    a !== b && a === expected[at + 1] && b === expected[at] && typed.slice(at + 2) === expected.slice(at + 2);
  if (swapped) return { kind: "swapped", at: at + 1 };
  return { kind: "digit", at: at + 1, typed: a, expected: expected[at] ?? "" };
}

/**
 * Says how the typed text stands to the total.
 *
 * @param typed what is in the field, as it is
 * @param total decimal digits with all decimals of the currency (`45120300.00`, `1200000` for UGX)
 * @param currency ISO 4217 code
 */
export function compareTotal(typed: string, total: string, currency: string): TotalComparison {
  if (typed.trim() === "") return { kind: "empty" };
  const amount = withoutSign(typed, currency);
  if (amount === null) return { kind: "other_currency", typed: typed.trim() };
  const [whole = "", fraction = ""] = total.split(".");
  if (plainDigits(amount, fraction.length) === total) return { kind: "same" };

  const digits = amount.replaceAll(GROUPING, "");
  if (digits === "") return { kind: "typing" };
  if (!/^\d+$/.test(digits)) return { kind: "not_a_number" };
  const expected = whole + fraction;
  if (digits === expected || digits === whole) return /[.,]$/.test(amount) ? { kind: "typing" } : { kind: "grouping" };
  const written = plainDigits(amount, fraction.length);
  const writtenWhole = written?.split(".")[0] ?? "";
  if (HAS_DECIMALS.test(amount) && written !== null && writtenWhole.length < whole.length) {
    return { kind: "fewer_digits", count: whole.length - writtenWhole.length };
  }
  if (expected.startsWith(digits)) return { kind: "typing" };
  if (writtenWhole.length > whole.length) return { kind: "more_digits", count: writtenWhole.length - whole.length };
  if (digits.length > expected.length) return { kind: "more_digits", count: digits.length - expected.length };
  return firstDifference(digits, expected);
}

/**
 * What was typed, as the plain digits the desk compares for itself (`45120300.00`); `null` where it cannot be read.
 */
export function digitsTyped(typed: string, total: string, currency: string): string | null {
  const amount = withoutSign(typed, currency);
  return amount === null ? null : plainDigits(amount, total.split(".")[1]?.length ?? 0);
}
