// Totals of a payroll: people and sums, by batch or by outcome, one entry a currency.

import type { BatchView, Currency, PayoutState, StateTotal, Total } from "../ipc";
import { decimalsOf } from "../lib/countries";
import { byCurrency } from "./sums";

/** People and sums of some batches, a currency each. */
export const totalsOf = (batches: readonly BatchView[]): Total[] => byCurrency(batches.map(({ total }) => total));

export const peopleOf = (totals: readonly Total[]): number => totals.reduce((people, { count }) => people + count, 0);

export function inState(outcomes: readonly StateTotal[], ...states: readonly PayoutState[]): Total[] {
  return byCurrency(outcomes.filter(({ state }) => states.includes(state)).map(({ total }) => total));
}

/** A total of nothing still needs its currency. */
export function orNothing(totals: readonly Total[], currency: Currency): Total {
  const decimals = decimalsOf(currency);
  return totals[0] ?? { count: 0, currency, sum: decimals === 0 ? "0" : `0.${"0".repeat(decimals)}` };
}
