/** Runs a change of this row from the panel, and moves the focus to the next problem. */
import type { BulkCounts, DraftChange, ProblemView, RowDetail } from "../../../ipc";
import type { PanelProps } from "./panelProps";

export function useFix({ detail, run, moveOn, takeFocus, isLoading }: PanelProps) {
  const { position } = detail.row;
  return (change: DraftChange) => {
    if (isLoading) return;
    void run(change, async (now) => {
      await moveOn(now, position);
      takeFocus();
    });
  };
}

const NONE = { suggestion: 0, warning: 0, bank: 0 };

/** The number of rows that a bulk fix changes. */
export const bulkCounts = ({ bulk }: RowDetail, { code }: ProblemView): Omit<BulkCounts, "code"> =>
  bulk.find((counts) => counts.code === code) ?? NONE;
