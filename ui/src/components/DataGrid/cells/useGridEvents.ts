/** Keyboard and mouse events of the grid. */
import type { KeyboardEvent, MouseEvent, RefObject } from "react";

import { isCommand } from "../../../lib/keyboard/keys";
import { cellAfterKey, typesCharacter, type GridCell } from "../keyboard";
import { cellAt, sameCell } from "../geometry";
import type { DataGridProps } from "../types";
import type { CellEditor } from "./useCellEditor";

interface Place {
  readonly cell: GridCell;
  readonly pageRows: number;
  readonly pasteBox: RefObject<HTMLTextAreaElement | null>;
}

export interface GridEvents {
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
  readonly onMouseDown: (event: MouseEvent<HTMLDivElement>) => void;
  readonly onDoubleClick: (event: MouseEvent<HTMLDivElement>) => void;
  readonly onClick: (event: MouseEvent<HTMLDivElement>) => void;
}

export function useGridEvents<Row>(
  props: DataGridProps<Row>,
  { cell, pageRows, pasteBox }: Place,
  editor: CellEditor,
): GridEvents {
  const { columns, windows } = props;
  const { anchor, isEditing, moveTo, start } = editor;
  const { total } = windows;
  const openRow = (): void => {
    const row = windows.row(cell.row);
    const column = columns[cell.column];
    if (row !== undefined && column !== undefined) props.onOpen?.(row, column.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (isEditing || event.defaultPrevented || total === undefined || total === 0) return;
    const to = cellAfterKey(cell, event, { rows: total, columns: columns.length, pageRows });
    if (to !== undefined) moveTo(to, event.shiftKey ? (anchor ?? cell) : undefined);
    else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const column = columns[cell.column];
      if (column?.sortable !== true) return;
      props.onSort?.({ column: column.id, direction: event.key === "ArrowUp" ? "ascending" : "descending" });
    } else if (event.key === "Escape" && anchor !== undefined) editor.dropAnchor();
    else if (isCommand(event) && event.key.toLowerCase() === "v") {
      // Only a field receives pasted text; the grid handles it.
      pasteBox.current?.focus({ preventScroll: true });
      return;
    } else if (event.key === "Enter" || event.key === "F2") {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!start(cell) && event.key === "Enter") openRow();
    } else if (!typesCharacter(event) || !start(cell, event.key)) return;
    event.preventDefault();
  };
  const onMouseDown = (event: MouseEvent<HTMLDivElement>): void => {
    const at = cellAt(event.target);
    if (at === undefined || (isEditing && sameCell(at, cell))) return;
    if (event.shiftKey) event.preventDefault();
    moveTo(at, event.shiftKey ? (anchor ?? cell) : undefined);
  };
  const onDoubleClick = (event: MouseEvent<HTMLDivElement>): void => {
    const at = cellAt(event.target);
    if (at !== undefined && !isEditing) start(at);
  };
  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const at = cellAt(event.target);
    const row = at === undefined ? undefined : windows.row(at.row);
    const column = at === undefined ? undefined : columns[at.column];
    if (row !== undefined && column !== undefined) props.onClickRow?.(row, column.id, event);
  };
  return { onKeyDown, onMouseDown, onDoubleClick, onClick };
}
