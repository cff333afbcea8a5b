/**
 * Checks and formats of the card form's fields: groups, brand, check digit, date. The desk validates everything again
 * before sending; nothing is stored here.
 */
import type { CardBrand } from "../ipc";

export type Field =
  "amount" | "card_number" | "card_expiry" | "card_cvv" | "card_pin" | "first_name" | "last_name" | "email" | "phone";
/** The key of the error text. */
export type Fault = Field | "card_number_check" | "card_number_long" | "card_expired";

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");

const DIGITS_MIN = 12;
export const DIGITS_MAX = 19;
export const CVV_DIGITS_MAX = 4;
export const PIN_DIGITS_MAX = 12;

/** The schemes' published ranges, as in the desk: prefix length, from, to. Verve's lie within others'. */
const RANGES: readonly [CardBrand, number, number, number][] = [
  ["verve", 6, 506_099, 506_198],
  ["verve", 6, 507_865, 507_964],
  ["verve", 6, 650_002, 650_027],
  ["visa", 1, 4, 4],
  ["mastercard", 2, 51, 55],
  ["mastercard", 4, 2_221, 2_720],
  ["american_express", 2, 34, 34],
  ["american_express", 2, 37, 37],
  ["discover", 4, 6_011, 6_011],
  ["discover", 2, 65, 65],
  ["discover", 3, 644, 649],
];

export function brandOf(digits: string): CardBrand {
  const found = RANGES.find(([, count, from, to]) => {
    const first = digits.length < count ? -1 : Number(digits.slice(0, count));
    return first >= from && first <= to;
  });
  return found?.[0] ?? "other";
}

/** `5399832104475519` → `5399 8321 0447 5519`; American Express in 4, 6 and 5. */
export function groupCard(text: string): string {
  const digits = digitsOf(text);
  if (brandOf(digits) === "american_express") {
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter((part) => part !== "").join(" ");
  }
  return digits.match(/\d{1,4}/g)?.join(" ") ?? "";
}

/** The check of ISO/IEC 7812-1: from the right every second digit doubled, the digits summed. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? 2 * digit : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function cardFault(text: string): Fault | null {
  const digits = digitsOf(text);
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return "card_number";
  return luhn(digits) ? null : "card_number_check";
}

/** `0827` and `8/27` → `08 / 27`, also for partial input. */
export function groupExpiry(text: string, lengthBefore: number): string {
  const isShorter = text.length < lengthBefore;
  const [first = "", rest] = text.split("/");
  const digits = rest === undefined ? digitsOf(text) : digitsOf(first).padStart(2, "0") + digitsOf(rest);
  const month = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  if (month.length < 2 || (month.length === 2 && isShorter)) return month;
  return `${month.slice(0, 2)} / ${month.slice(2, 4)}`;
}

export type Expiry = { month: string; year: string };

export function expiryOf(text: string): Expiry | null {
  const digits = digitsOf(text);
  const month = digits.slice(0, 2);
  return digits.length === 4 && Number(month) >= 1 && Number(month) <= 12 ? { month, year: digits.slice(2) } : null;
}

export function expiryFault(text: string, now: Date = new Date()): Fault | null {
  const expiry = expiryOf(text);
  if (expiry === null) return "card_expiry";
  const monthsLeft =
    (2000 + Number(expiry.year) - now.getFullYear()) * 12 + Number(expiry.month) - (now.getMonth() + 1);
  return monthsLeft < 0 ? "card_expired" : null;
}

export const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, "");

export const cvvFault = (text: string): Fault | null => (/^\d{3,4}$/.test(withoutSpaces(text)) ? null : "card_cvv");
export const pinFault = (text: string): Fault | null => (/^(\d{4,12})?$/.test(withoutSpaces(text)) ? null : "card_pin");
export const nameFault = (field: "first_name" | "last_name", text: string): Fault | null =>
  text.trim() === "" ? field : null;
export const emailFault = (text: string): Fault | null =>
  /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim()) ? null : "email";
export const phoneFault = (text: string): Fault | null =>
  /^[\d +()-]{6,24}$/.test(text.trim()) && digitsOf(text).length >= 6 ? null : "phone";
