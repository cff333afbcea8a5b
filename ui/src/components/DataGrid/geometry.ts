/** Cell geometry: the cell at a position, the next cell, the visible rows and columns. */
import type { GridCell } from "./keyboard";
import type { AfterEdit } from "./types";

/** Height of the header, px; also in the style sheet. */
export const HEAD_PX = 32;

export const sameCell = (one: GridCell, other: GridCell): boolean =>
  one.row === other.row && one.column === other.column;

export function clampCell(cell: GridCell, rows: number, columns: number): GridCell {
  return {
    row: Math.min(Math.max(0, cell.row), Math.max(0, rows - 1)),
    column: Math.min(Math.max(0, cell.column), Math.max(0, columns - 1)),
  };
}

/** The active cell after an edit. */
export function cellAfterEdit(cell: GridCell, then: AfterEdit): GridCell {
  switch (then) {
    case "down":
      return { row: cell.row + 1, column: cell.column };
    case "right":
      return { row: cell.row, column: cell.column + 1 };
    case "stay":
      return cell;
  }
}

/** Rows that are wholly or mostly visible below the header. */
export function rowsInView(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
): { first: number; last: number } {
  const first = Math.round(scrollTop / rowHeight);
  const last = Math.round((scrollTop + Math.max(0, height - HEAD_PX)) / rowHeight) - 1;
  const end = Math.max(0, count - 1);
  return { first: Math.min(first, end), last: Math.min(Math.max(first, last), end) };
}

export function cellAt(target: EventTarget): GridCell | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>("[data-column]");
  const row = cell?.closest<HTMLElement>("[data-row]");
  if (cell === null || cell === undefined || row === null || row === undefined) return undefined;
  return { row: Number(row.dataset["row"]), column: Number(cell.dataset["column"]) };
}

/** The number of pinned columns. */
export function countPinned(columns: readonly { readonly pinned?: boolean }[]): number {
  const first = columns.findIndex(({ pinned }) => pinned !== true);
  return first < 0 ? columns.length : first;
}

export function scrollToColumn(
  scroller: HTMLElement | null,
  widths: readonly number[],
  column: number,
  coveredEnd: number,
  /** The number of pinned columns. */
  staying = 0,
): void {
  if (scroller === null || column < staying) return;
  const stayingPx = widths.slice(0, staying).reduce((sum, px) => sum + px, 0);
  const left = widths.slice(0, column).reduce((sum, px) => sum + px, 0);
  const right = left + (widths[column] ?? 0);
  if (left - stayingPx < scroller.scrollLeft) scroller.scrollLeft = left - stayingPx;
  const room = scroller.clientWidth - coveredEnd;
  if (right > scroller.scrollLeft + room) scroller.scrollLeft = right - room;
}
