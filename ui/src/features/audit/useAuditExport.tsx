// Saves the events that are shown, where the user says.

import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { type AuditQuery, ipc } from "../../ipc";
import { fileName } from "../../lib/files";
import { listWords } from "../../lib/listWords";
import { type Call, useCall } from "../../lib/useCall";

export type AuditExport = Omit<Call, "run"> & { run: (query: AuditQuery) => Promise<void> };

export function useAuditExport(): AuditExport {
  const { t } = useTranslation("audit");
  const toast = useToast();
  const call = useCall();
  const save = async (query: AuditQuery): Promise<void> => {
    const path = await ipc.chooseAuditLog();
    if (path === null) return;
    const written = await ipc.exportAuditLog(query, await listWords(), path);
    toast(t("exported", { file: fileName(written) }), IconFileSpreadsheet, {
      label: t("showInFolder"),
      run: () => void ipc.showInFolder(written).catch(call.fail),
    });
  };
  return { ...call, run: (query) => call.run(() => save(query)) };
}
