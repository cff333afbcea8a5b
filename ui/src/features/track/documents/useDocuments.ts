// Saves a document where the user says, or opens it in the system's PDF viewer.

import { IconFileOff, IconFileText } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../../components";
import { useReportSaved } from "../../../components/useExport";
import { ipc } from "../../../ipc";
import { type Call, useCall } from "../../../lib/useCall";
import { type Making, openDocument, saveDocument, type Wanted } from "./documents";

/** Most documents are made before anybody could stop them. */
const LONG_AFTER_MS = 800;

export type Documents = Omit<Call, "run"> & {
  /** One has been made for so long that the user can stop it. */
  isLong: boolean;
  save: (wanted: Wanted) => Promise<void>;
  open: (wanted: Wanted) => Promise<void>;
  stop: (payroll: number) => void;
};

/** @param onDone The document was saved or opened. */
export function useDocuments(onDone?: () => void): Documents {
  const { t } = useTranslation("track");
  const toast = useToast();
  const call = useCall();
  const report = useReportSaved(call.fail);
  const [isLong, making] = useMaking();
  const sayStopped = (): void => toast(t("documents.stopped"), IconFileOff);
  const save = async (wanted: Wanted): Promise<void> => {
    const saved = await saveDocument(wanted, making);
    if (saved === null) return;
    if (saved === "stopped") return sayStopped();
    report(saved, undefined, IconFileText);
    onDone?.();
  };
  const open = async (wanted: Wanted): Promise<void> => {
    if (!(await openDocument(wanted, making))) return sayStopped();
    toast(t("documents.opened"), IconFileText);
    onDone?.();
  };
  return {
    ...call,
    isLong,
    save: (wanted) => call.run(() => save(wanted)),
    open: (wanted) => call.run(() => open(wanted)),
    stop: (payroll) => void ipc.controlWork(payroll, "stop_documents").catch(call.fail),
  };
}

/** Whether work has been under way for long, and what runs it. */
function useMaking(): [isLong: boolean, making: Making] {
  const [isLong, setLong] = useState(false);
  const making: Making = async (work) => {
    const timer = setTimeout(() => setLong(true), LONG_AFTER_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      setLong(false);
    }
  };
  return [isLong, making];
}
