// Saves the results where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../../components";
import { saveCopyOfFile, useCopyWords } from "../../../components/useCopyOfFile";
import { ipc, type SavedCopy } from "../../../ipc";
import { type Call, useCall } from "../../../lib/useCall";

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
  const save = async (write: () => Promise<SavedCopy | undefined>): Promise<void> => {
    const made = await write();
    if (made === undefined) return;
    toast(more(made) ?? t("exported", { file: made.file.name }), IconFileSpreadsheet, {
      label: t("showInFolder"),
      run: () => void ipc.showInFolder(made.file.handle).catch(call.fail),
    });
  };
  return {
    ...call,
    run: () => call.run(() => save(() => saveResults(id))),
    runCopy: () => call.run(() => save(() => saveCopyOfFile(id))),
  };
}

async function saveResults(id: number): Promise<SavedCopy | undefined> {
  const chosen = await ipc.chooseExport(id);
  if (chosen === null) return undefined;
  return { file: await ipc.exportPayroll(id, chosen.handle), madeAnewFrom: null };
}
