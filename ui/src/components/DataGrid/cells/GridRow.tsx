import { memo, type ReactNode } from "react";

import classes from "../DataGrid.module.css";
import type { AfterEdit, EditorProps, GridColumn, RowKey } from "../types";
import { TextEditor } from "./TextEditor";

export interface GridRowProps<Row> {
  readonly gridId: string;
  readonly index: number;
  /** Undefined while it is fetched. */
  readonly row: Row | undefined;
  /** Pixels from the first row; not a transform, which leaves artefacts in WebKitGTK. */
  readonly top: number;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowKey: (row: Row) => RowKey;
  readonly rowClass: ((row: Row) => string | undefined) | undefined;
  readonly isSelected: boolean;
  /** Column of the active cell if it is in this row, else -1. */
  readonly activeColumn: number;
  /** First and last column of the cell range in this row, else -1. */
  readonly blockLeft: number;
  readonly blockRight: number;
  /** The initial text of the active cell's editor; undefined if it is closed. */
  readonly editingFrom: string | undefined;
  readonly onText: (text: string) => void;
  readonly commit: (value: string, then: AfterEdit) => void;
  readonly cancel: () => void;
}

export const cellId = (gridId: string, row: number, column: number): string => `${gridId}-${row}-${column}`;

const classNames = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(" ");

function PlainGridRow<Row>(props: GridRowProps<Row>): ReactNode {
  const { index, row, columns, isSelected } = props;
  const key = row === undefined ? undefined : props.rowKey(row);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classNames(classes.row, isSelected && classes.selected, row !== undefined && props.rowClass?.(row))}
      style={{ top: props.top }}
      data-row={index}
      data-testid={key === undefined ? undefined : `grid-row-${key}`}
    >
      {columns.map((column, at) => (
        <GridCellView key={column.id} {...props} column={column} at={at} rowKeyValue={key} />
      ))}
    </div>
  );
}

interface CellProps<Row> extends GridRowProps<Row> {
  readonly column: GridColumn<Row>;
  readonly at: number;
  readonly rowKeyValue: RowKey | undefined;
}

function GridCellView<Row>({ column, at, row, rowKeyValue, ...props }: CellProps<Row>): ReactNode {
  const isActive = props.activeColumn === at;
  const isEditing = isActive && props.editingFrom !== undefined && row !== undefined;
  return (
    <div
      role="gridcell"
      id={cellId(props.gridId, props.index, at)}
      aria-colindex={at + 1}
      aria-selected={props.blockLeft >= 0 ? at >= props.blockLeft && at <= props.blockRight : undefined}
      tabIndex={isActive ? 0 : undefined}
      className={classNames(
        classes.cell,
        column.alignEnd === true && classes.end,
        column.pinned === true && classes.stays,
        isActive && props.isSelected && classes.active,
        isEditing && classes.editing,
        props.blockLeft >= 0 && at >= props.blockLeft && at <= props.blockRight && classes.block,
        row !== undefined && column.className?.(row),
      )}
      style={column.pinned === true ? { left: `var(--grid-stay-${at})` } : undefined}
      data-column={at}
      data-testid={rowKeyValue === undefined ? undefined : `cell-${rowKeyValue}-${column.id}`}
    >
      {row === undefined ? <span className={classes.skeleton} /> : null}
      {row !== undefined && !isEditing ? column.render(row) : null}
      {row !== undefined && isEditing
        ? editorOf(column)({
            row,
            initial: props.editingFrom ?? "",
            isTyped: props.editingFrom !== column.text(row),
            label: column.header,
            onText: props.onText,
            commit: props.commit,
            cancel: props.cancel,
          })
        : null}
    </div>
  );
}

function editorOf<Row>(column: GridColumn<Row>): (props: EditorProps<Row>) => ReactNode {
  return column.editor ?? ((props) => <TextEditor {...props} />);
}

/** A row renders only when its data changed, not on scrolling. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow;
