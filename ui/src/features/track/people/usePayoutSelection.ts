// People of a payroll selected for a common entry of their result. Only those whom the provider has can be selected; a
// payroll has up to 100,000 people, so no more rows are fetched than can be selected.

import { useCallback } from "react";

import { type RowSelection, type RowWindows, useRowSelection } from "../../../components/DataGrid";
import { asDeskError, CHOSEN_PAYOUTS_MAX, ipc, type PayoutFilter, type PayoutView } from "../../../ipc";

export type PayoutSelection = RowSelection<PayoutView, string>;

/** Rows in one call; the desk returns no more. */
const ROWS_AT_ONCE = 500;

const keyOf = ({ reference }: PayoutView): string => reference;
const tooMany = (): Error => asDeskError({ code: "too_many_chosen", data: { max: CHOSEN_PAYOUTS_MAX } });

type Input = {
  id: number;
  query: PayoutFilter;
  windows: RowWindows<PayoutView>;
  onError: (error: unknown) => void;
};

export function usePayoutSelection({ id, query, windows, onError }: Input): PayoutSelection {
  const list = useCallback(async () => {
    const { total } = await ipc.payouts(id, query, 0, 1);
    return (await rows(id, query, 0, total)).filter(({ canDecide }) => canDecide);
  }, [id, query]);
  const range = useCallback(
    async (from: string, to: PayoutView) => {
      const at = [from, to.reference].map((key) => windows.indexWhere((row) => row.reference === key));
      const [one, other] = at;
      if (one === undefined || other === undefined) return [to];
      const found = await rows(id, query, Math.min(one, other), Math.abs(other - one) + 1);
      // Rows move during results: the user did not see those that lie in the range now.
      const ends = [found[0]?.reference, found.at(-1)?.reference];
      if (!ends.includes(from) || !ends.includes(to.reference)) return [to];
      return found.filter(({ canDecide }) => canDecide);
    },
    [id, query, windows],
  );
  return useRowSelection({ keyOf, list, range, onError });
}

async function rows(id: number, query: PayoutFilter, first: number, count: number): Promise<PayoutView[]> {
  if (count > CHOSEN_PAYOUTS_MAX) throw tooMany();
  const found: PayoutView[] = [];
  while (found.length < count) {
    const limit = Math.min(ROWS_AT_ONCE, count - found.length);
    const window = await ipc.payouts(id, query, first + found.length, limit);
    if (window.rows.length === 0) break;
    found.push(...window.rows);
  }
  return found;
}
