import { useMemo } from "react";
import type { DraftView } from "../../../ipc";
import { useWords } from "../words";
import { checkColumns, type CheckColumn } from "./columns";

/** The columns for a draft; `wide` where no panel takes room beside the grid. */
export function useCheckColumns(draft: DraftView, wide: boolean): readonly CheckColumn[] {
  const t = useWords();
  return useMemo(
    () =>
      checkColumns({
        t,
        wide,
        hasHolder: draft.names.available,
        currency: draft.currency,
        isMixed: draft.payable.length > 1,
        rowMax: draft.rows + draft.skipped.length + 1,
      }),
    [t, wide, draft.names.available, draft.currency, draft.payable.length, draft.rows, draft.skipped.length],
  );
}
