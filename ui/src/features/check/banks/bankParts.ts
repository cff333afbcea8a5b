/** Totals by bank for the bar: the largest five and the rest. Exact, in whole minor units. */
import type { BankTotal, Currency } from "../../../ipc";

/** Banks with a part of their own. */
export const BANKS_SHOWN_MAX = 5;
const SHARE_PARTS = 10_000n;

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

function minor(sum: string): bigint {
  return BigInt(sum.replace(".", ""));
}

function decimalsOf(sum: string): number {
  const point = sum.indexOf(".");
  return point < 0 ? 0 : sum.length - point - 1;
}

function written(units: bigint, decimals: number): string {
  if (decimals === 0) return units.toString();
  const digits = units.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export function bankParts(banks: readonly BankTotal[], currency: Currency): BankPart[] {
  const own = banks.filter(({ total }) => total.currency === currency);
  const whole = own.reduce((sum, { total }) => sum + minor(total.sum), 0n);
  if (whole === 0n) return [];
  // A rest of one bank is that bank.
  const shown = own.length === BANKS_SHOWN_MAX + 1 ? own : own.slice(0, BANKS_SHOWN_MAX);
  const rest = own.slice(shown.length);
  const share = (units: bigint): number => Number((units * SHARE_PARTS) / whole);
  const parts: BankPart[] = shown.map(({ bankCode, bankName, total }) => ({
    code: bankCode,
    name: bankName,
    banks: 1,
    sum: total.sum,
    share: share(minor(total.sum)),
  }));
  if (rest.length > 0) {
    const units = rest.reduce((sum, { total }) => sum + minor(total.sum), 0n);
    const decimals = decimalsOf(rest[0]?.total.sum ?? "");
    parts.push({
      code: "rest",
      name: undefined,
      banks: rest.length,
      sum: written(units, decimals),
      share: share(units),
    });
  }
  return parts;
}
