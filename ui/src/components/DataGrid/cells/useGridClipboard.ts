/** Copies a range of cells, and pastes through a hidden field, since only a field receives pasted text. */
import { type ClipboardEvent, type RefObject, useRef } from "react";

import type { GridCell } from "../keyboard";
import { clampCell } from "../geometry";
import type { DataGridProps } from "../types";
import { rangeOf, rangeText, type GridRange } from "./range";
import { type CellEditor, focusCell } from "./useCellEditor";

export interface GridClipboard {
  /** The selected range; undefined for a single cell. */
  readonly range: GridRange | undefined;
  readonly pasteBox: RefObject<HTMLTextAreaElement | null>;
  readonly onCopy: (event: ClipboardEvent<HTMLDivElement>) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
}

export function useGridClipboard<Row>(
  { columns, windows, ...props }: DataGridProps<Row>,
  { gridId, cell, count }: { readonly gridId: string; readonly cell: GridCell; readonly count: number },
  { anchor, isEditing }: CellEditor,
): GridClipboard {
  const pasteBox = useRef<HTMLTextAreaElement>(null);
  const range = anchor === undefined ? undefined : rangeOf(clampCell(anchor, count, columns.length), cell);
  const onCopy = (event: ClipboardEvent<HTMLDivElement>): void => {
    if (isEditing || (range === undefined && document.getSelection()?.isCollapsed === false)) return;
    // On the row number, the whole row.
    const whole = { top: cell.row, bottom: cell.row, left: 0, right: columns.length - 1 };
    const block = range ?? (cell.column === 0 ? whole : rangeOf(cell, cell));
    const text = rangeText(
      block,
      (index) => windows.row(index),
      (row, at) => columns[at]?.text(row) ?? "",
    );
    if (text === undefined) props.onRangeTooLarge?.();
    else event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const text = event.clipboardData.getData("text/plain");
    event.preventDefault();
    focusCell(gridId, cell);
    if (text !== "") props.onPaste?.(cell, text);
  };
  return { range, pasteBox, onCopy, onPaste };
}
