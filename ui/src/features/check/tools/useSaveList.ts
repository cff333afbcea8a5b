/** Saves a list, or a copy of the user's file, where the user chooses. */
import { type Export, useExport } from "../../../components/useExport";
import type { DraftList } from "../../../ipc";

type ListExport = Omit<Export, "run"> & { run: (list: DraftList | "copy") => Promise<void> };

export function useSaveList(payroll: number): ListExport {
  const saving = useExport();
  return {
    ...saving,
    run: (list) =>
      saving.run((words) =>
        list === "copy" ? { kind: "copy", payroll, words } : { kind: "list", payroll, list, words },
      ),
  };
}
