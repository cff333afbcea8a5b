import type { MouseEvent, ReactNode, Ref } from "react";

import type { ColumnWidth } from "./columns";
import type { GridCell } from "./keyboard";
import type { RowWindows } from "../../lib/rows/rowWindows";

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

/** What a row is known by. */
export type RowKey = number | string;

export interface GridColumn<Row> {
  /** Stable; also the field's name in test ids. */
  readonly id: string;
  readonly header: string;
  /** Stands before the header's words. */
  readonly headerStart?: ReactNode;
  readonly width: ColumnWidth;
  /** Right-aligned: amounts and row numbers. */
  readonly alignEnd?: boolean;
  /** Stays in view while the others scroll sideways; only the first columns can. */
  readonly pinned?: boolean;
  /** The rows can be sorted by it. */
  readonly sortable?: boolean;
  /** Width this row's cell cannot do without, px; the column grows with the rows seen. */
  readonly requiredWidth?: (row: Row) => number;
  /** Width this row's cell would be shown whole in, px: the column takes it while there is room. */
  readonly preferredWidth?: (row: Row) => number;
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
  /** The cell the keyboard is on; its row is the selected one. None: nothing is selected. */
  readonly active: GridCell | undefined;
  readonly onActive: (cell: GridCell) => void;
  readonly onCommit?: (row: Row, column: string, value: string) => void;
  /** The row somebody typed in is gone from here, and what they typed with it. */
  readonly onEditLost?: () => void;
  /** Enter on a cell that cannot be edited. */
  readonly onOpen?: (row: Row, column: string) => void;
  /** A cell was clicked; for grids whose rows open by a click. */
  readonly onClickRow?: (row: Row, column: string, event: Pick<MouseEvent, "shiftKey">) => void;
  /** How the rows are sorted; none: as they come. */
  readonly sort?: GridSort | undefined;
  /** A header was pressed, or Alt with an arrow up or down in its column. */
  readonly onSort?: (sort: GridSort | undefined) => void;
  /** Cells from another program, for the active cell and those right of and below it. */
  readonly onPaste?: (cell: GridCell, text: string) => void;
  /** A block reaches past the rows that are here, and was not copied. */
  readonly onRangeTooLarge?: () => void;
  /** Pixels at the right that something lies over; the rows scroll that much farther sideways. */
  readonly coveredEnd?: number;
  /** Left in the foot. */
  readonly foot?: ReactNode;
  /** Right in the foot: rows in view from 1, and how many there are. */
  readonly footCount: (first: number, last: number, total: number) => string;
  /** In place of rows when there are none. */
  readonly empty: ReactNode;
  /** In place of rows when they could not be fetched. */
  readonly failure: (error: unknown, retry: () => void) => ReactNode;
  readonly ref?: Ref<GridHandle>;
}
