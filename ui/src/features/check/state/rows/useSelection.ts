/**
 * The selected row and column of the grid. A row's position in the draft never changes; its index in the grid changes
 * with filters and fixes, so the index follows the loaded rows.
 */
import { useCallback, useState } from "react";
import type { RowWindows } from "../../../../components/DataGrid";
import type { RowView } from "../../../../ipc";
import { columnOf, openProblems, type ColumnId } from "../problems";

export interface Selection {
  readonly index: number;
  readonly column: ColumnId;
  /** Undefined until the row at the index is loaded. */
  readonly position: number | undefined;
  /** The filter of this index, while it is not yet the grid's. */
  readonly pendingFilter?: string;
}

export function problemColumn(row: RowView, otherwise: ColumnId): ColumnId {
  const first = openProblems(row)[0];
  return first === undefined ? otherwise : columnOf(first, row.holder.kind !== "not_asked");
}

/** Updates the selection to the loaded rows; returns the same object if nothing changes. */
export function reconcileSelection(selection: Selection, windows: RowWindows<RowView>): Selection {
  if (windows.isStale || windows.total === undefined || windows.total === 0) return selection;
  const { pendingFilter, ...settled } = selection;
  if (pendingFilter !== undefined) return pendingFilter === windows.question ? settled : selection;
  const { index, position } = selection;
  const here = windows.row(index);
  if (here !== undefined && here.position === position) return selection;
  const moved = position === undefined ? undefined : windows.indexWhere((row) => row.position === position);
  if (moved !== undefined) return { ...selection, index: moved };
  // The row left the filter: the next one takes its place, and the first one follows the last.
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

/** Index of a position under a filter: from the loaded rows, or from the desk. */
export async function indexOfPosition(
  position: number,
  /** The loaded rows under the same filter. */
  windows: RowWindows<RowView> | undefined,
  ask: () => Promise<number | null>,
): Promise<number | undefined> {
  if (windows !== undefined && !windows.isStale) {
    const held = windows.indexWhere((row) => row.position === position);
    if (held !== undefined) return held;
  }
  return (await ask()) ?? undefined;
}
