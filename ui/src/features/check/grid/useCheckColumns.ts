import { useMemo } from "react";
import type { DraftView } from "../../../ipc";
import { useWords } from "../words";
import { checkColumns, type CheckColumn } from "./columns";

/** The columns for a draft; `wide` where no panel takes room beside the grid. */
export function useCheckColumns(draft: DraftView, wide: boolean): readonly CheckColumn[] {
  const t = useWords();
  const hasHolder = showsHolders(draft);
  return useMemo(
    () =>
      checkColumns({
        t,
        wide,
        hasHolder,
        currency: draft.currency,
        isMixed: draft.payable.length > 1,
        rowMax: draft.rows + draft.skipped.length + 1,
      }),
    [t, wide, hasHolder, draft.currency, draft.payable.length, draft.rows, draft.skipped.length],
  );
}

/** A column that says "not verified" in every row says nothing: it comes with the first answer. */
export function showsHolders({ names }: DraftView): boolean {
  return names.available && (names.running || names.automatic || names.verified > 0);
}
