// Saves the top-ups that are shown as a list, where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { ipc, type TopUpQuery } from "../../ipc";
import { listWords } from "../../listWords";
import { type Call, useCall } from "../../lib/useCall";

export type ListExport = Omit<Call, "run"> & { run: (query: TopUpQuery) => Promise<void> };

export function useListExport(): ListExport {
  const { t } = useTranslation("topUp");
  const toast = useToast();
  const call = useCall();
  const save = async (query: TopUpQuery): Promise<void> => {
    const chosen = await ipc.chooseTopUpsList();
    if (chosen === null) return;
    const saved = await ipc.exportTopUps(query, await listWords(), chosen.handle);
    toast(t("exported", { file: saved.name }), IconFileSpreadsheet, {
      label: t("showInFolder"),
      run: () => void ipc.showInFolder(saved.handle).catch(call.fail),
    });
  };
  return { ...call, run: (query) => call.run(() => save(query)) };
}
