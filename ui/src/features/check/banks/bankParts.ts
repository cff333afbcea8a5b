/** Totals by bank for the bar: the largest five and the rest. The desk sums both, the largest first. */
import type { BankTotal, Currency } from "../../../ipc";

/** Banks with a segment of their own. */
export const BANKS_SHOWN_MAX = 5;

export interface BankPart {
  readonly code: string;
  /** Null for the rest. */
  readonly name: string | undefined;
  /** Banks in the rest. */
  readonly banks: number;
  readonly sum: string;
  /** Out of ten thousand. */
  readonly share: number;
}

const isNothing = (sum: string): boolean => !/[1-9]/.test(sum);

/** The largest banks, up to the limit, and the rest as one. Empty if all sums are zero. */
export function bankParts(banks: readonly BankTotal[], currency: Currency, shownMax = BANKS_SHOWN_MAX): BankPart[] {
  const own = banks.filter(({ total }) => total.currency === currency);
  if (own[0] === undefined || isNothing(own[0].restSum)) return [];
  // A rest of one bank is shown as that bank.
  const shown = own.length === shownMax + 1 ? own : own.slice(0, shownMax);
  const parts: BankPart[] = shown.map(({ bankCode, bankName, total, share }) => ({
    code: bankCode,
    name: bankName,
    banks: 1,
    sum: total.sum,
    share,
  }));
  const next = own[shown.length];
  if (next !== undefined && !isNothing(next.restSum)) {
    const { restSum: sum, restShare: share } = next;
    parts.push({ code: "rest", name: undefined, banks: own.length - shown.length, sum, share });
  }
  return parts;
}
