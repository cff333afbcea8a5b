// Adds the decimal texts that the desk hands out, where a screen shows states together that the desk counts
// apart (a payroll in several currencies). Exact: whole minor units in BigInt, never a float.

interface Scaled {
  readonly minor: bigint;
  readonly decimals: number;
}

function scaled(text: string): Scaled {
  const [whole = "0", fraction = ""] = text.split(".");
  return { minor: BigInt(whole + fraction), decimals: fraction.length };
}

function unscaled({ minor, decimals }: Scaled): string {
  if (decimals === 0) return minor.toString();
  const digits = minor.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Sum of two amounts of one currency, with the decimals of the more precise. Amounts are never negative. */
export function addDecimals(a: string, b: string): string {
  const [left, right] = [scaled(a), scaled(b)];
  const decimals = Math.max(left.decimals, right.decimals);
  const raise = ({ minor, decimals: own }: Scaled): bigint => minor * 10n ** BigInt(decimals - own);
  return unscaled({ minor: raise(left) + raise(right), decimals });
}

/** Which share of the whole an amount is, in parts of `parts`, rounded down. Both have the currency's decimals. */
export const partsOf = (amount: string, whole: string, parts: number): number =>
  Number((scaled(amount).minor * BigInt(parts)) / scaled(whole).minor);

interface Sum<C extends string> {
  readonly count: number;
  readonly sum: string;
  readonly currency: C;
}

/** Totals with one entry a currency, in the order in which the currencies first appear. */
export function byCurrency<C extends string>(totals: readonly Sum<C>[]): Sum<C>[] {
  const sums = new Map<C, Sum<C>>();
  for (const total of totals) {
    const before = sums.get(total.currency);
    sums.set(
      total.currency,
      before === undefined
        ? { count: total.count, sum: total.sum, currency: total.currency }
        : { ...before, count: before.count + total.count, sum: addDecimals(before.sum, total.sum) },
    );
  }
  return [...sums.values()];
}

/** Whole per cent of people, rounded down so that 100 means everyone; 0 where there is nobody. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part * 100) / whole);
}
