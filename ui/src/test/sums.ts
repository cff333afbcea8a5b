// Sums the views of tests, as the desk does. The window itself never computes money.

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
function addDecimals(a: string, b: string): string {
  const [left, right] = [scaled(a), scaled(b)];
  const decimals = Math.max(left.decimals, right.decimals);
  const raise = ({ minor, decimals: own }: Scaled): bigint => minor * 10n ** BigInt(decimals - own);
  return unscaled({ minor: raise(left) + raise(right), decimals });
}

interface Sum<C extends string> {
  readonly count: number;
  readonly sum: string;
  readonly currency: C;
}

/** Totals with one entry per currency, in order of first appearance. */
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
