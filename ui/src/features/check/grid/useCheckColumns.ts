import { useMemo } from "react";
import type { DraftView } from "../../../ipc";
import type { SelectedRows } from "../state/rows/useSelectedRows";
import { useWords } from "../words";
import { checkColumns, type CheckColumn } from "./columns";

/** The columns for a draft; `wide` if no panel is beside the grid, `narrow` if it overlays it. */
export function useCheckColumns(
  draft: DraftView,
  wide: boolean,
  narrow: boolean,
  selectedRows: SelectedRows,
): readonly CheckColumn[] {
  const t = useWords();
  const hasHolder = showsHolders(draft);
  return useMemo(
    () =>
      checkColumns({
        t,
        wide,
        narrow,
        hasHolder,
        hasReferences: draft.hasReferences,
        currency: draft.currency,
        isMixed: draft.payable.length > 1,
        rowMax: draft.rows + draft.skipped.length + 1,
        selectedRows,
      }),
    [
      t,
      wide,
      narrow,
      hasHolder,
      draft.hasReferences,
      draft.currency,
      draft.payable.length,
      draft.rows,
      draft.skipped.length,
      selectedRows,
    ],
  );
}

/** "Not verified" in every row is no information: the column appears with the first answer. */
export function showsHolders({ names }: DraftView): boolean {
  return names.available && (names.running || names.automatic || names.verified > 0);
}
