// Saves the top-ups that are shown as a list, where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { asDeskError, type DeskError, ipc, type TopUpQuery } from "../../ipc";
import { fileName } from "../../lib/files";
import { listWords } from "../../lib/listWords";

export type ListExport = { isBusy: boolean; error: DeskError | null; run: (query: TopUpQuery) => Promise<void>; forget: () => void };

export function useListExport(): ListExport {
  const { t } = useTranslation("topUp");
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const run = async (query: TopUpQuery): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const path = await ipc.chooseTopUpsList();
      if (path === null) return;
      const written = await ipc.exportTopUps(query, await listWords(), path);
      toast(t("exported", { file: fileName(written) }), IconFileSpreadsheet, {
        label: t("showInFolder"),
        run: () => void ipc.showInFolder(written).catch((thrown: unknown) => setError(asDeskError(thrown))),
      });
    } catch (thrown) {
      setError(asDeskError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run, forget: () => setError(null) };
}
