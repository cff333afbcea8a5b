// Saves the events that are shown, where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { type AuditQuery, ipc } from "../../ipc";
import { listWords } from "../../listWords";
import { type Call, useCall } from "../../lib/useCall";

export type AuditExport = Omit<Call, "run"> & { run: (query: AuditQuery) => Promise<void> };

export function useAuditExport(): AuditExport {
  const { t } = useTranslation("audit");
  const toast = useToast();
  const call = useCall();
  const save = async (query: AuditQuery): Promise<void> => {
    const chosen = await ipc.chooseAuditLog();
    if (chosen === null) return;
    const saved = await ipc.exportAuditLog(query, await listWords(), chosen.handle);
    toast(t("exported", { file: saved.name }), IconFileSpreadsheet, {
      label: t("showInFolder"),
      run: () => void ipc.showInFolder(saved.handle).catch(call.fail),
    });
  };
  return { ...call, run: (query) => call.run(() => save(query)) };
}
