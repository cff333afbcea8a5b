import type { MouseEvent, ReactNode, Ref } from "react";

import type { ColumnWidth } from "./columns";
import type { GridCell } from "./keyboard";
import type { RowWindows } from "../../lib/rows/rowWindows";

/** Where the active cell goes after an edit. */
export type AfterEdit = "down" | "right" | "stay";

export interface EditorProps<Row> {
  readonly row: Row;
  /** The editor's initial text: the cell's text, or the character that opened it. */
  readonly initial: string;
  /** A character opened it: it starts the new value. */
  readonly isTyped: boolean;
  /** The column's name, for the accessible label. */
  readonly label: string;
  /** Reports the editor's text, on each key. */
  readonly onText: (text: string) => void;
  readonly commit: (value: string, then: AfterEdit) => void;
  readonly cancel: () => void;
}

/** A row's identity. */
export type RowKey = number | string;

export interface GridColumn<Row> {
  /** Stable id; also used in test ids. */
  readonly id: string;
  readonly header: string;
  /** Before the header's text. */
  readonly headerStart?: ReactNode;
  readonly width: ColumnWidth;
  /** Right-aligned: amounts and row numbers. */
  readonly alignEnd?: boolean;
  /** Does not scroll sideways; only for the first columns. */
  readonly pinned?: boolean;
  /** The rows can be sorted by it. */
  readonly sortable?: boolean;
  /** Minimum width for this row's cell, px; the column grows with the measured rows. */
  readonly requiredWidth?: (row: Row) => number;
  /** Width that fits this row's cell, px: used if there is room. */
  readonly preferredWidth?: (row: Row) => number;
  readonly render: (row: Row) => ReactNode;
  /** The text for copying and for the editor. */
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
  /** Focuses the active cell. */
  readonly focus: () => void;
  /** Opens the editor of a cell. */
  readonly edit: (cell: GridCell) => void;
}

export interface DataGridProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly windows: RowWindows<Row>;
  /** The row's identity, for test ids. */
  readonly rowKey: (row: Row) => RowKey;
  readonly rowClass?: (row: Row) => string | undefined;
  /** 36, or 30 when compact. */
  readonly rowHeight: number;
  /** The active cell; its row is the selected one. Absent: nothing is selected. */
  readonly active: GridCell | undefined;
  readonly onActive: (cell: GridCell) => void;
  readonly onCommit?: (row: Row, column: string, value: string) => void;
  /** The edited row was removed, and the typed text with it. */
  readonly onEditLost?: () => void;
  /** Enter on a cell that is not editable. */
  readonly onOpen?: (row: Row, column: string) => void;
  /** A cell was clicked; for grids whose rows open by a click. */
  readonly onClickRow?: (row: Row, column: string, event: Pick<MouseEvent, "shiftKey">) => void;
  /** The sort order; absent: unsorted. */
  readonly sort?: GridSort | undefined;
  /** A header was pressed, or Alt with an arrow up or down in its column. */
  readonly onSort?: (sort: GridSort | undefined) => void;
  /** Pasted cells, for the active cell and those right of and below it. */
  readonly onPaste?: (cell: GridCell, text: string) => void;
  /** A range includes rows that are not loaded, and was not copied. */
  readonly onRangeTooLarge?: () => void;
  /** Covered pixels at the right; the rows scroll that much farther. */
  readonly coveredEnd?: number;
  /** At the left of the foot. */
  readonly foot?: ReactNode;
  /** At the right of the foot: the visible rows from 1, and the total. */
  readonly footCount: (first: number, last: number, total: number) => string;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** Shown if fetching failed. */
  readonly failure: (error: unknown, retry: () => void) => ReactNode;
  readonly ref?: Ref<GridHandle>;
}
