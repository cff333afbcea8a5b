/** The active cell: its moves, its focus, and its editor. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

import type { GridCell } from "../keyboard";
import { clampCell, cellAfterEdit } from "../geometry";
import type { AfterEdit, DataGridProps, RowKey } from "../types";
import { cellId } from "./GridRow";

/** The edited cell. It stays with its row, even if the row moves. */
interface Editing<Row> {
  readonly row: Row;
  readonly key: RowKey;
  readonly column: number;
  /** The row's index when editing started. */
  readonly at: number;
  readonly from: string;
  /** The field's current text; undefined before the first key. */
  readonly typed: { text: string | undefined };
}

interface Input<Row> extends Pick<
  DataGridProps<Row>,
  "columns" | "windows" | "rowKey" | "onActive" | "onCommit" | "onEditLost"
> {
  readonly gridId: string;
  readonly cell: GridCell;
  readonly count: number;
}

export interface CellEditor {
  /** The initial text of the active cell's field; undefined if it is closed. */
  readonly editingFrom: string | undefined;
  readonly isEditing: boolean;
  /** The anchor of a cell range; the active cell is its other corner. */
  readonly anchor: GridCell | undefined;
  readonly dropAnchor: () => void;
  /** Makes another cell active; with `from`, selects the range between both. */
  readonly moveTo: (to: GridCell, from?: GridCell) => void;
  /** Opens the editor of a cell; false if it is not editable. */
  readonly start: (at: GridCell, from?: string) => boolean;
  readonly onText: (text: string) => void;
  readonly commit: (value: string, then: AfterEdit) => void;
  readonly cancel: () => void;
}

export function focusCell(gridId: string, { row, column }: GridCell): void {
  document.getElementById(cellId(gridId, row, column))?.focus({ preventScroll: true });
}

export function useCellEditor<Row>(input: Input<Row>): CellEditor {
  const { columns, windows, rowKey, onActive, onCommit, gridId, cell, count } = input;
  const [editing, setEditing] = useState<Editing<Row>>();
  const [anchor, setAnchor] = useState<GridCell>();
  const takesFocus = useRef(false);
  const moveTo = useCallback(
    (to: GridCell, from?: GridCell) => {
      takesFocus.current = true;
      setEditing(undefined);
      setAnchor(from);
      onActive(to);
    },
    [onActive],
  );
  const start = useCallback(
    (at: GridCell, from?: string): boolean => {
      const row = windows.row(at.row);
      const column = columns[at.column];
      if (row === undefined || column === undefined || onCommit === undefined) return false;
      if (!(column.editable?.(row) ?? false)) return false;
      takesFocus.current = true;
      onActive(at);
      setEditing({
        row,
        key: rowKey(row),
        column: at.column,
        at: at.row,
        from: from ?? column.text(row),
        typed: { text: undefined },
      });
      return true;
    },
    [columns, onActive, onCommit, rowKey, windows],
  );
  const latest = useRef({ cell, count, editing });
  useLayoutEffect(() => {
    latest.current = { cell, count, editing };
  });
  const isEditing = editing !== undefined && isActive(editing, input);
  const stop = useCallback(() => setEditing(undefined), []);
  useLostEdit(input, latest, editing !== undefined && !isEditing, stop);
  // The active cell takes the focus after it moved or its editor was closed.
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    if (!isEditing) focusCell(gridId, { row: cell.row, column: cell.column });
  }, [gridId, cell.row, cell.column, isEditing]);
  const commit = useCallback(
    (value: string, then: AfterEdit) => {
      const { cell: at, count: rows, editing: opened } = latest.current;
      const column = columns[at.column];
      // The row that the field was opened for: another one may be at this index now.
      if (opened !== undefined && column !== undefined && value !== column.text(opened.row)) {
        onCommit?.(opened.row, column.id, value);
      }
      moveTo(clampCell(cellAfterEdit(at, then), rows, columns.length));
    },
    [columns, moveTo, onCommit],
  );
  const onText = useCallback((text: string) => {
    const { editing: open } = latest.current;
    if (open !== undefined) open.typed.text = text;
  }, []);
  const cancel = useCallback(() => {
    takesFocus.current = true;
    setEditing(undefined);
  }, []);
  const dropAnchor = useCallback(() => setAnchor(undefined), []);
  return {
    editingFrom: isEditing ? textOf(editing, cell.row) : undefined,
    isEditing,
    anchor,
    dropAnchor,
    moveTo,
    start,
    onText,
    commit,
    cancel,
  };
}

/** Whether the edited cell is still the active one. */
function isActive<Row>(editing: Editing<Row>, { windows, rowKey, cell }: Input<Row>): boolean {
  const here = windows.row(cell.row);
  const isHere = here === undefined ? editing.at === cell.row : rowKey(here) === editing.key;
  return isHere && editing.column === cell.column;
}

/** The field's initial text; after its row moved, the text typed so far. */
const textOf = <Row>({ at, from, typed }: Editing<Row>, row: number): string =>
  row === at ? from : (typed.text ?? from);

/** Closes the field when its row was removed, and reports text that is lost. */
function useLostEdit<Row>(
  { gridId, onEditLost }: Input<Row>,
  latest: RefObject<{ cell: GridCell; editing: Editing<Row> | undefined }>,
  isLost: boolean,
  stop: () => void,
): void {
  useEffect(() => {
    if (!isLost) return;
    const { editing: lost, cell: at } = latest.current;
    stop();
    focusCell(gridId, at);
    if (lost?.typed.text !== undefined && lost.typed.text !== lost.from) onEditLost?.();
  }, [gridId, isLost, latest, onEditLost, stop]);
}
