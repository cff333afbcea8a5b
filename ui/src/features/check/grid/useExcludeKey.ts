/** The Delete key excludes the selected row, or restores it. */
import { IconCircleMinus } from "@tabler/icons-react";
import { useToast } from "../../../components";
import type { RowWindows } from "../../../components/DataGrid";
import { ipc, type RowView } from "../../../ipc";
import type { RunCommand } from "../state/useDraftCommands";
import { useDeleteKey } from "../state/useKeys";
import type { Selection } from "../state/useSelection";
import { ofRow, useWords } from "../words";

interface Input {
  readonly id: number;
  /** The element that the key is pressed in. */
  readonly box: { readonly current: HTMLElement | null };
  readonly windows: RowWindows<RowView>;
  readonly selection: Selection | undefined;
  readonly run: RunCommand;
  readonly undo: () => void;
}

export function useExcludeKey({ id, box, windows, selection, run, undo }: Input): void {
  const t = useWords();
  const toast = useToast();
  const toggleExcluded = (row: RowView) => {
    const isExcluded = row.state === "excluded";
    const who = row.name === "" ? ofRow(t, "someoneInRow", row.row) : row.name;
    void run(
      () => (isExcluded ? ipc.restore(id, [row.position]) : ipc.exclude(id, [row.position])),
      async () => {
        const words = t(isExcluded ? "notice.restored" : "notice.excluded", { who });
        toast(words, isExcluded ? undefined : IconCircleMinus, { label: t("undo"), run: undo });
      },
    );
  };
  useDeleteKey(box, () => {
    const row = selection && windows.row(selection.index);
    if (row !== undefined) toggleExcluded(row);
  });
}
