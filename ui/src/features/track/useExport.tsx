// Saves the results where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { saveCopyOfFile, useCopyWords } from "../../components/useCopyOfFile";
import { type CopyMade, ipc } from "../../ipc";
import { fileName } from "../../lib/files";
import { listWords } from "../../lib/listWords";
import { type Call, useCall } from "../../lib/useCall";

export type Export = Omit<Call, "run"> & {
  run: () => Promise<void>;
  /** The user's own file, with what became of whom at its right. */
  runCopy: () => Promise<void>;
  /** Totals, people, batches and decisions, to print or file. */
  runReport: () => Promise<void>;
};

export function useExport(id: number): Export {
  const { t } = useTranslation("track");
  const toast = useToast();
  const call = useCall();
  const more = useCopyWords();
  const save = async (
    write: () => Promise<CopyMade | undefined>,
    saved: "exported" | "exportedReport" = "exported",
  ): Promise<void> => {
    const made = await write();
    if (made === undefined) return;
    toast(more(made) ?? t(saved, { file: fileName(made.path) }), IconFileSpreadsheet, {
      label: t("showInFolder"),
      run: () => void ipc.showInFolder(made.path).catch(call.fail),
    });
  };
  return {
    ...call,
    run: () => call.run(() => save(() => saveResults(id))),
    runCopy: () => call.run(() => save(() => saveCopyOfFile(id))),
    runReport: () => call.run(() => save(() => saveReport(id), "exportedReport")),
  };
}

async function saveResults(id: number): Promise<CopyMade | undefined> {
  const path = await ipc.chooseExport(id);
  if (path === null) return undefined;
  await ipc.exportPayroll(id, path);
  return { path, madeAnewFrom: null };
}

async function saveReport(id: number): Promise<CopyMade | undefined> {
  const words = await listWords();
  const path = await ipc.chooseReport(id, words);
  return path === null ? undefined : { path: await ipc.exportReport(id, words, path), madeAnewFrom: null };
}
