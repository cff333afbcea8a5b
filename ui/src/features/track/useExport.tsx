// Saves the results where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { saveCopyOfFile, useCopyWords } from "../../components/useCopyOfFile";
import { type CopyMade, ipc } from "../../ipc";
import { fileName } from "../../lib/files";
import { type Call, useCall } from "../../lib/useCall";

export type Export = Omit<Call, "run"> & {
  run: () => Promise<void>;
  /** The user's own file, with what became of whom at its right. */
  runCopy: () => Promise<void>;
};

export function useExport(id: number): Export {
  const { t } = useTranslation("track");
  const toast = useToast();
  const call = useCall();
  const more = useCopyWords();
  const save = async (write: () => Promise<CopyMade | undefined>): Promise<void> => {
    const made = await write();
    if (made === undefined) return;
    toast(more(made) ?? t("exported", { file: fileName(made.path) }), IconFileSpreadsheet, {
      label: t("showInFolder"),
      run: () => void ipc.showInFolder(made.path).catch(call.fail),
    });
  };
  return {
    ...call,
    run: () => call.run(() => save(() => saveResults(id))),
    runCopy: () => call.run(() => save(() => saveCopyOfFile(id))),
  };
}

async function saveResults(id: number): Promise<CopyMade | undefined> {
  const path = await ipc.chooseExport(id);
  if (path === null) return undefined;
  await ipc.exportPayroll(id, path);
  return { path, madeAnewFrom: null };
}
