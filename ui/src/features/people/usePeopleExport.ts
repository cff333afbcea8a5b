// Saves the people who are shown as a list, where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { ipc, type PeopleQuery } from "../../ipc";
import { listWords } from "../../listWords";
import { type Call, useCall } from "../../lib/useCall";

export type PeopleExport = Omit<Call, "run"> & { run: (query: PeopleQuery) => Promise<void> };

export function usePeopleExport(): PeopleExport {
  const { t } = useTranslation("people");
  const toast = useToast();
  const call = useCall();
  const save = async (query: PeopleQuery): Promise<void> => {
    const chosen = await ipc.choosePeopleList();
    if (chosen === null) return;
    const saved = await ipc.exportPeople(query, await listWords(), chosen.handle);
    toast(t("exported", { file: saved.name }), IconFileSpreadsheet, {
      label: t("showInFolder"),
      run: () => void ipc.showInFolder(saved.handle).catch(call.fail),
    });
  };
  return { ...call, run: (query) => call.run(() => save(query)) };
}
