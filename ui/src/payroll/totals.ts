// Totals of a payroll, as summed by the desk. Only people are counted here, never money.

import type { Currency, PayoutState, StateTotal, Total } from "../ipc";
import { decimalsOf } from "../lib/currency/countries";

export const peopleOf = (totals: readonly Total[]): number => totals.reduce((people, { count }) => people + count, 0);

/** The totals of the given states. */
export const inState = (outcomes: readonly StateTotal[], ...states: readonly PayoutState[]): Total[] =>
  outcomes.filter(({ state }) => states.includes(state)).map(({ total }) => total);

/** A total of zero still needs its currency. */
export function orNothing(totals: readonly Total[], currency: Currency): Total {
  const decimals = decimalsOf(currency);
  return totals[0] ?? { count: 0, currency, sum: decimals === 0 ? "0" : `0.${"0".repeat(decimals)}` };
}

/** Percentage of people, rounded down so that 100 means everyone; 0 for nobody. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part * 100) / whole);
}
