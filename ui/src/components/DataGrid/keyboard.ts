/** Moves the active cell of a grid by a key. Independent of the DOM. */
import { isCommand, type Modifiers } from "../../lib/keyboard/keys";

export interface GridCell {
  readonly row: number;
  readonly column: number;
}

export interface GridShape {
  readonly rows: number;
  readonly columns: number;
  /** Number of fully visible rows. */
  readonly pageRows: number;
}

export interface Key extends Modifiers {
  readonly key: string;
}

const clampIndex = (value: number, count: number): number => Math.min(Math.max(0, value), Math.max(0, count - 1));

/** The cell after a key, or undefined if the key does not move. */
export function cellAfterKey(from: GridCell, key: Key, shape: GridShape): GridCell | undefined {
  if (key.altKey) return undefined;
  const toEdge = isCommand(key);
  const at = (row: number, column: number): GridCell => ({
    row: clampIndex(row, shape.rows),
    column: clampIndex(column, shape.columns),
  });
  const page = Math.max(1, shape.pageRows - 1);
  switch (key.key) {
    case "ArrowUp":
      return at(toEdge ? 0 : from.row - 1, from.column);
    case "ArrowDown":
      return at(toEdge ? shape.rows : from.row + 1, from.column);
    case "ArrowLeft":
      return at(from.row, toEdge ? 0 : from.column - 1);
    case "ArrowRight":
      return at(from.row, toEdge ? shape.columns : from.column + 1);
    case "PageUp":
      return at(from.row - page, from.column);
    case "PageDown":
      return at(from.row + page, from.column);
    case "Home":
      return at(toEdge ? 0 : from.row, 0);
    case "End":
      return at(toEdge ? shape.rows : from.row, shape.columns);
    default:
      return undefined;
  }
}

/** Whether a key types a character, which starts editing. */
export function typesCharacter(key: Key): boolean {
  return key.key.length === 1 && key.key !== " " && !key.ctrlKey && !key.metaKey && !key.altKey;
}
