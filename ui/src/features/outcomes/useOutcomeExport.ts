// Saves the lines that are shown as a list, where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { ipc, type OutcomeKind } from "../../ipc";
import { listWords } from "../../listWords";
import { type Call, useCall } from "../../lib/useCall";

export type OutcomeExport = Omit<Call, "run"> & {
  run: (fingerprint: string, kind: OutcomeKind | null) => Promise<void>;
};

export function useOutcomeExport(): OutcomeExport {
  const { t } = useTranslation("outcomes");
  const toast = useToast();
  const call = useCall();
  const save = async (fingerprint: string, kind: OutcomeKind | null): Promise<void> => {
    const chosen = await ipc.chooseOutcomeList();
    if (chosen === null) return;
    const saved = await ipc.exportOutcomeLines(fingerprint, kind, await listWords(), chosen.handle);
    toast(t("exported", { file: saved.name }), IconFileSpreadsheet, {
      label: t("showInFolder"),
      run: () => void ipc.showInFolder(saved.handle).catch(call.fail),
    });
  };
  return { ...call, run: (fingerprint, kind) => call.run(() => save(fingerprint, kind)) };
}
