/** Editing cells: each commit becomes a command, and the panel can open a cell's editor. */
import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { GridCell, GridHandle, RowWindows } from "../../../components/DataGrid";
import type { Field, RowView } from "../../../ipc";
import { isBankField } from "../state/problems";
import type { RowNavigation } from "../state/rows/useRowNavigation";
import type { Selection } from "../state/rows/useSelection";
import type { RunCommand } from "../state/useDraftCommands";
import type { PanelState } from "../state/usePanelState";
import { editedField, type CheckColumn } from "./columns";

interface Input {
  readonly grid: RefObject<GridHandle | null>;
  readonly columns: readonly CheckColumn[];
  readonly windows: RowWindows<RowView>;
  readonly selection: Selection | undefined;
  readonly select: (selection: Selection) => void;
  readonly inTurn: RunCommand;
  readonly moveOn: RowNavigation["moveOn"];
  readonly panel: PanelState;
}

export interface CellEditing {
  readonly onCommit: (row: RowView, column: string, value: string) => void;
  readonly onActive: (cell: GridCell) => void;
  /** Opens the editor of the field's cell; false if the field has no column. */
  readonly editCell: (field: Field) => boolean;
}

export function useCellEditing({
  grid,
  columns,
  windows,
  selection,
  select,
  inTurn,
  moveOn,
  panel,
}: Input): CellEditing {
  const { takeFocus, reopen } = panel;
  /** The row that is edited in its cell at the panel's request. */
  const typedFor = useRef<number>(undefined);
  const indexNow = useRef<number>(undefined);
  useEffect(() => {
    indexNow.current = selection?.index;
  });
  const onCommit = useCallback(
    (row: RowView, column: string, value: string) => {
      const field = editedField(column);
      if (field === undefined) return;
      const isAsked = typedFor.current === row.position;
      typedFor.current = undefined;
      void inTurn(
        { kind: "edit_cell", position: row.position, field, value },
        isAsked ? (now) => moveOn(now, row.position).then(() => takeFocus()) : undefined,
      );
    },
    [inTurn, moveOn, takeFocus],
  );
  const onActive = useCallback(
    (cell: GridCell) => {
      if (cell.row !== indexNow.current) typedFor.current = undefined;
      reopen();
      select({
        index: cell.row,
        column: columns[cell.column]?.id ?? "name",
        position: windows.row(cell.row)?.position,
      });
    },
    [columns, reopen, select, windows],
  );
  const editCell = useCallback(
    (field: Field): boolean => {
      const column = isBankField(field) ? "bank_name" : field;
      const at = columns.findIndex((known) => known.id === column);
      if (at < 0 || selection === undefined) return false;
      grid.current?.edit({ row: selection.index, column: at });
      typedFor.current = selection.position;
      return true;
    },
    [columns, grid, selection],
  );
  return { onCommit, onActive, editCell };
}
