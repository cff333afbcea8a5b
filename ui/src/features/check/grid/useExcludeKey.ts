/** The Delete key excludes the selected rows; without a selection, it excludes or restores the active row. */
import { IconCircleMinus } from "@tabler/icons-react";
import { useToast } from "../../../components";
import type { RowWindows } from "../../../components/DataGrid";
import type { RowView } from "../../../ipc";
import type { SelectedRows } from "../state/rows/useSelectedRows";
import type { Selection } from "../state/rows/useSelection";
import type { RunCommand } from "../state/useDraftCommands";
import { useDeleteKey } from "../state/useKeys";
import { rowText, useWords } from "../words";

interface Input {
  /** The element that receives the key. */
  readonly box: { readonly current: HTMLElement | null };
  readonly windows: RowWindows<RowView>;
  readonly selection: Selection | undefined;
  readonly selectedRows: SelectedRows;
  readonly run: RunCommand;
  readonly undo: () => void;
}

export function useExcludeKey({ box, windows, selection, selectedRows, run, undo }: Input): void {
  const t = useWords();
  const toast = useToast();
  const toggleExcluded = (row: RowView) => {
    const isExcluded = row.state === "excluded";
    const who = row.name === "" ? rowText(t, "someoneInRow", row.row) : row.name;
    void run({ kind: isExcluded ? "restore" : "exclude", positions: [row.position] }, async () => {
      const words = t(isExcluded ? "notice.restored" : "notice.excluded", { who });
      toast(words, isExcluded ? undefined : IconCircleMinus, { label: t("undo"), run: undo });
    });
  };
  const excludeSelected = (positions: readonly number[]) =>
    void run({ kind: "exclude", positions: [...positions] }, async () => {
      selectedRows.clear();
      toast(t("select.excluded", { count: positions.length }), IconCircleMinus, { label: t("undo"), run: undo });
    });
  useDeleteKey(box, () => {
    if (selectedRows.selected.size > 0) return excludeSelected([...selectedRows.selected.keys()]);
    const row = selection && windows.row(selection.index);
    if (row !== undefined) toggleExcluded(row);
  });
}
