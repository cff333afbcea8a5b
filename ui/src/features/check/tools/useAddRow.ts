import { type RefObject, useCallback } from "react";
import type { GridHandle } from "../../../components/DataGrid";
import { ALL_ROWS, filterKey } from "../state/rows/filter";
import type { RowFilterState } from "../state/rows/useRowFilter";
import type { Selection } from "../state/rows/useSelection";
import type { RunCommand } from "../state/useDraftCommands";
import type { PanelState } from "../state/usePanelState";

interface Input {
  readonly grid: RefObject<GridHandle | null>;
  readonly rows: RowFilterState;
  readonly select: (selection: Selection) => void;
  readonly panel: PanelState;
  readonly run: RunCommand;
}

/** Adds a row at the end and shows it: clears filter and sort order, and selects its name. */
export function useAddRow({ grid, rows, select, panel, run }: Input): () => void {
  const { showAll, setSort, key } = rows;
  const { unpin } = panel;
  return useCallback(
    () =>
      void run({ kind: "add_row" }, async (now) => {
        showAll();
        setSort(undefined);
        const pendingFilter = filterKey(ALL_ROWS);
        select({
          index: now.rows - 1,
          column: "name",
          position: now.rows - 1,
          ...(pendingFilter === key ? {} : { pendingFilter }),
        });
        unpin();
        grid.current?.focus();
      }),
    [grid, showAll, setSort, key, select, unpin, run],
  );
}
