import type { ReactNode } from "react";

import type { ColumnWidth } from "./columns";
import type { GridCell } from "./keyboard";

/** Where the active cell goes after an edit. */
export type AfterEdit = "down" | "right" | "stay";

export interface EditorProps<Row> {
  readonly row: Row;
  /** What the editor begins with: the cell's text, or the character that opened it. */
  readonly initial: string;
  /** A character opened it: it is the beginning of the new value. */
  readonly isTyped: boolean;
  /** The column's name, for the accessible label. */
  readonly label: string;
  /** What stands in the editor, with each key. */
  readonly onText: (text: string) => void;
  readonly commit: (value: string, then: AfterEdit) => void;
  readonly cancel: () => void;
}

export interface GridColumn<Row> {
  /** Stable; also the field's name in test ids. */
  readonly id: string;
  readonly header: string;
  readonly width: ColumnWidth;
  /** Right-aligned: amounts and row numbers. */
  readonly alignEnd?: boolean;
  /** The rows can be sorted by it. */
  readonly sortable?: boolean;
  /** Width this row's cell cannot do without, px; the column grows with the rows seen. */
  readonly needs?: (row: Row) => number;
  readonly render: (row: Row) => ReactNode;
  /** What is copied, and what an editor begins with. */
  readonly text: (row: Row) => string;
  readonly className?: (row: Row) => string | undefined;
  readonly editable?: (row: Row) => boolean;
  /** Edits in place; a text field by default. */
  readonly editor?: (props: EditorProps<Row>) => ReactNode;
}

export interface GridSort {
  readonly column: string;
  readonly direction: "ascending" | "descending";
}

export interface GridHandle {
  /** Puts the keyboard into the grid, on the active cell. */
  readonly focus: () => void;
  /** Opens the editor of a cell. */
  readonly edit: (cell: GridCell) => void;
}
