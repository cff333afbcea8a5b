// Saves the results where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { saveCopyOfFile, useCopyWords } from "../../components/useCopyOfFile";
import { fileName } from "../../lib/files";
import { asDeskError, type CopyMade, type DeskError, ipc } from "../../ipc";

export type Export = { isBusy: boolean; error: DeskError | null; run: () => Promise<void>; runCopy: () => Promise<void>; forget: () => void };

export function useExport(id: number): Export {
  const { t } = useTranslation("track");
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const more = useCopyWords();
  const save = async (write: () => Promise<CopyMade | undefined>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const made = await write();
      if (made === undefined) return;
      toast(more(made) ?? t("exported", { file: fileName(made.path) }), IconFileSpreadsheet, {
        label: t("showInFolder"),
        run: () => void ipc.showInFolder(made.path).catch((thrown: unknown) => setError(asDeskError(thrown))),
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
    run: () => save(() => saveResults(id)),
    /** The user's own file, with what became of whom at its right. */
    runCopy: () => save(() => saveCopyOfFile(id)),
    forget: () => setError(null),
  };
}

async function saveResults(id: number): Promise<CopyMade | undefined> {
  const path = await ipc.chooseExport(id);
  if (path === null) return undefined;
  await ipc.exportPayroll(id, path);
  return { path, madeAnewFrom: null };
}
