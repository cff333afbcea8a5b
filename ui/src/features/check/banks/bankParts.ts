/** Totals by bank for the bar: the largest five and the rest. Exact, in whole minor units. */
import type { BankTotal, Currency } from "../../../ipc";
import { addDecimals, partsOf } from "../../../payroll/sums";

/** Banks with a part of their own. */
export const BANKS_SHOWN_MAX = 5;
const SHARE_PARTS = 10_000;

export interface BankPart {
  readonly code: string;
  /** None for the rest. */
  readonly name: string | undefined;
  /** Banks in the rest. */
  readonly banks: number;
  readonly sum: string;
  /** Of ten thousand. */
  readonly share: number;
}

/** `null` if nobody is paid anything. */
function sumOf(banks: readonly BankTotal[]): string | null {
  const sum = banks.reduce((before, { total }) => addDecimals(before, total.sum), "0");
  return /[1-9]/.test(sum) ? sum : null;
}

/** The largest banks, at most so many, and the rest as one. */
export function bankParts(banks: readonly BankTotal[], currency: Currency, shownMax = BANKS_SHOWN_MAX): BankPart[] {
  const own = banks.filter(({ total }) => total.currency === currency);
  const whole = sumOf(own);
  if (whole === null) return [];
  // A rest of one bank is that bank.
  const shown = own.length === shownMax + 1 ? own : own.slice(0, shownMax);
  const rest = own.slice(shown.length);
  const parts: BankPart[] = shown.map(({ bankCode, bankName, total }) => ({
    code: bankCode,
    name: bankName,
    banks: 1,
    sum: total.sum,
    share: partsOf(total.sum, whole, SHARE_PARTS),
  }));
  const sum = sumOf(rest);
  if (sum !== null) {
    parts.push({
      code: "rest",
      name: undefined,
      banks: rest.length,
      sum,
      share: partsOf(sum, whole, SHARE_PARTS),
    });
  }
  return parts;
}
