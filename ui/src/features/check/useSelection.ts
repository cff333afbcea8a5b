/**
 * Which row and column of the grid are selected. The row is known by its position in the draft, which never changes;
 * its index in the grid changes with every filter and mend, so it follows the rows that are there.
 */
import { useCallback, useState } from "react";
import type { RowWindows } from "../../components/DataGrid";
import type { RowView } from "../../ipc";
import { columnOf, openProblems, type ColumnId } from "./problems";

export interface Selection {
  readonly index: number;
  readonly column: ColumnId;
  /** Undefined until the row at the index is there. */
  readonly position: number | undefined;
  /** The filter that the index counts under, where it is not yet that of the grid. */
  readonly awaits?: string;
}

export function problemColumn(row: RowView, otherwise: ColumnId): ColumnId {
  const first = openProblems(row)[0];
  return first === undefined ? otherwise : columnOf(first, row.holder.kind !== "not_asked");
}

/** The selection as the rows that are there now want it; the same object where nothing is to change. */
export function reconciled(selection: Selection, windows: RowWindows<RowView>): Selection {
  if (windows.isStale || windows.total === undefined || windows.total === 0) return selection;
  const { awaits, ...settled } = selection;
  if (awaits !== undefined) return awaits === windows.question ? settled : selection;
  const { index, position } = selection;
  const here = windows.row(index);
  if (here !== undefined && here.position === position) return selection;
  const moved = position === undefined ? undefined : windows.indexWhere((row) => row.position === position);
  if (moved !== undefined) return { ...selection, index: moved };
  // The row went out of the filter: the next one has its place, after the last one the first.
  if (here !== undefined) return { index, column: problemColumn(here, selection.column), position: here.position };
  return index >= windows.total ? { ...selection, index: 0, position: undefined } : selection;
}

export function useSelection(windows: RowWindows<RowView>) {
  const [selection, setSelection] = useState<Selection>();
  if (selection !== undefined) {
    const now = reconciled(selection, windows);
    if (now !== selection) setSelection(now);
  }
  const select = useCallback((next: Selection | undefined) => setSelection(next), []);
  return { selection, select };
}

type FetchOne = (offset: number) => Promise<{ readonly total: number; readonly rows: readonly RowView[] }>;

/**
 * Index of a position under the present filter. Rows are in the order of their positions, so where it is neither held
 * nor at its own place (no filter), it is found by halving.
 */
export async function indexOfPosition(
  position: number,
  /** What is held under the same filter. */
  windows: RowWindows<RowView> | undefined,
  fetchOne: FetchOne,
): Promise<number | undefined> {
  if (windows !== undefined && !windows.isStale) {
    if (windows.row(position)?.position === position) return position;
    const held = windows.indexWhere((row) => row.position === position);
    if (held !== undefined) return held;
  }
  const own = await fetchOne(position);
  if (own.rows[0]?.position === position) return position;
  let [low, high] = [0, Math.min(position, own.total) - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    // Each step needs the answer of the one before.
    // oxlint-disable-next-line no-await-in-loop
    const at = (await fetchOne(middle)).rows[0]?.position;
    if (at === position) return middle;
    if (at === undefined || at > position) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
}

/** The first row after a position under a filter, and after the last one the first; found by halving. */
export async function rowAfter(position: number, fetchOne: FetchOne): Promise<RowView | undefined> {
  const first = await fetchOne(0);
  let [low, high] = [0, first.total];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // Each step needs the answer of the one before.
    // oxlint-disable-next-line no-await-in-loop
    const at = (await fetchOne(middle)).rows[0]?.position ?? Infinity;
    if (at > position) high = middle;
    else low = middle + 1;
  }
  return low < first.total ? (await fetchOne(low)).rows[0] : first.rows[0];
}
