// Saves the results where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { asDeskError, type DeskError, ipc } from "../../ipc";

export type Export = { isBusy: boolean; error: DeskError | null; run: () => Promise<void>; runCopy: () => Promise<void>; forget: () => void };

export function useExport(id: number): Export {
  const { t } = useTranslation("track");
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const save = async (choose: () => Promise<string | null>, write: (path: string) => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const path = await choose();
      if (path === null) return;
      await write(path);
      toast(t("exported", { file: fileName(path) }), IconFileSpreadsheet, {
        label: t("showInFolder"),
        run: () => void ipc.showInFolder(path).catch((thrown: unknown) => setError(asDeskError(thrown))),
      });
    } catch (thrown) {
      setError(asDeskError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    error,
    run: () => save(() => ipc.chooseExport(id), (path) => ipc.exportPayroll(id, path)),
    /** The user's own file, with what became of whom at its right. */
    runCopy: () => save(() => ipc.chooseCopy(id), (path) => ipc.exportCopy(id, path)),
    forget: () => setError(null),
  };
}

/** The last part of a path of any system. */
export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
