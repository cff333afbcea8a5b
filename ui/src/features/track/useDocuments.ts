// Saves a document where the user says, or opens it in the system's viewer, which prints it.

import { IconFileText } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { ipc } from "../../ipc";
import { fileName } from "../../lib/files";
import { type Call, useCall } from "../../lib/useCall";
import { printDocument, saveDocument, type Wanted } from "./documents";

export type Documents = Omit<Call, "run"> & {
  save: (wanted: Wanted) => Promise<void>;
  print: (wanted: Wanted) => Promise<void>;
};

export function useDocuments(): Documents {
  const { t } = useTranslation("track");
  const toast = useToast();
  const call = useCall();
  const save = async (wanted: Wanted): Promise<void> => {
    const path = await saveDocument(wanted);
    if (path === null) return;
    toast(t("documents.saved", { file: fileName(path) }), IconFileText, {
      label: t("showInFolder"),
      run: () => void ipc.showInFolder(path).catch(call.fail),
    });
  };
  const print = async (wanted: Wanted): Promise<void> => {
    await printDocument(wanted);
    toast(t("documents.opened"), IconFileText);
  };
  return { ...call, save: (wanted) => call.run(() => save(wanted)), print: (wanted) => call.run(() => print(wanted)) };
}
