// Saves the results where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { asDeskError, type DeskError, ipc } from "../../ipc";

export type Export = { isBusy: boolean; error: DeskError | null; run: () => Promise<void>; forget: () => void };

export function useExport(id: number): Export {
  const { t } = useTranslation("track");
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const run = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const path = await ipc.chooseExport(id);
      if (path === null) return;
      await ipc.exportPayroll(id, path);
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
  return { isBusy, error, run, forget: () => setError(null) };
}

/** The last part of a path of any system. */
export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
