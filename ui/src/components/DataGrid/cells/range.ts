/** A block of cells between two corners, and its text as spreadsheets exchange it. Nothing here knows the DOM. */
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

/** A cell's text where tabs and line ends separate: quoted if it holds one of them or begins with a quotation mark. */
export const cellText = (text: string): string => (/[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The block as text; undefined where a row of it is not here. */
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
  // One cell is pasted into a field as it is, without a line end.
  return lines.length === 1 ? lines[0] : `${lines.join("\n")}\n`;
}
