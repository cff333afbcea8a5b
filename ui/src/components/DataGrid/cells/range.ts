/** A range of cells between two corners, and its text for spreadsheets. Independent of the DOM. */
import type { GridCell } from "../keyboard";

export interface GridRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const rangeOf = (one: GridCell, other: GridCell): GridRange => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
});

/** A cell's text in tab-separated values: quoted if it contains a separator or begins with a quotation mark. */
export const cellText = (text: string): string => (/[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The range as text; undefined if one of its rows is not loaded. */
export function rangeText<Row>(
  { top, bottom, left, right }: GridRange,
  row: (index: number) => Row | undefined,
  text: (row: Row, column: number) => string,
): string | undefined {
  const lines: string[] = [];
  for (let index = top; index <= bottom; index += 1) {
    const at = row(index);
    if (at === undefined) return undefined;
    const cells: string[] = [];
    for (let column = left; column <= right; column += 1) cells.push(cellText(text(at, column)));
    lines.push(cells.join("\t"));
  }
  // A single cell is copied without a line end, to be pasted into a field.
  return lines.length === 1 ? lines[0] : `${lines.join("\n")}\n`;
}
