/**
 * Which row and column of the grid are selected. The row is known by its position in the draft, which never changes;
 * its index in the grid changes with every filter and fix, so it follows the rows that are there.
 */
import { useCallback, useState } from "react";
import type { RowWindows } from "../../../../components/DataGrid";
import type { RowView } from "../../../../ipc";
import { columnOf, openProblems, type ColumnId } from "../problems";

export interface Selection {
  readonly index: number;
  readonly column: ColumnId;
  /** Undefined until the row at the index is there. */
  readonly position: number | undefined;
  /** The filter that the index counts under, where it is not yet that of the grid. */
  readonly pendingFilter?: string;
}

export function problemColumn(row: RowView, otherwise: ColumnId): ColumnId {
  const first = openProblems(row)[0];
  return first === undefined ? otherwise : columnOf(first, row.holder.kind !== "not_asked");
}

/** The selection as the rows that are there now want it; the same object where nothing is to change. */
export function reconcileSelection(selection: Selection, windows: RowWindows<RowView>): Selection {
  if (windows.isStale || windows.total === undefined || windows.total === 0) return selection;
  const { pendingFilter, ...settled } = selection;
  if (pendingFilter !== undefined) return pendingFilter === windows.question ? settled : selection;
  const { index, position } = selection;
  const here = windows.row(index);
  if (here !== undefined && here.position === position) return selection;
  const moved = position === undefined ? undefined : windows.indexWhere((row) => row.position === position);
  if (moved !== undefined) return { ...selection, index: moved };
  // The row went out of the filter: the next one has its place, after the last one the first.
  if (here !== undefined) return { index, column: problemColumn(here, selection.column), position: here.position };
  return index >= windows.total ? { ...selection, index: 0, position: undefined } : selection;
}

export function useSelection(windows: RowWindows<RowView>, first?: Selection) {
  const [selection, setSelection] = useState<Selection | undefined>(first);
  if (selection !== undefined) {
    const now = reconcileSelection(selection, windows);
    if (now !== selection) setSelection(now);
  }
  const select = useCallback((next: Selection | undefined) => setSelection(next), []);
  return { selection, select };
}

/** Index of a position under a filter: that of the rows held, or as the desk says. */
export async function indexOfPosition(
  position: number,
  /** What is held under the same filter. */
  windows: RowWindows<RowView> | undefined,
  ask: () => Promise<number | null>,
): Promise<number | undefined> {
  if (windows !== undefined && !windows.isStale) {
    const held = windows.indexWhere((row) => row.position === position);
    if (held !== undefined) return held;
  }
  return (await ask()) ?? undefined;
}
