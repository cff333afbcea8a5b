// Saves a document where the user chooses, or opens it in the system's PDF viewer.

import { IconFileOff, IconFileText } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../../components";
import { useReportSaved } from "../../../components/useExport";
import { ipc } from "../../../ipc";
import { type Call, useCall } from "../../../lib/useCall";
import { type RunWork, openDocument, saveDocument, type DocumentRequest } from "./saveDocument";

/** Most documents are finished before a stop button would be useful. */
const LONG_AFTER_MS = 800;

export type Documents = Omit<Call, "run"> & {
  /** A document is taking long enough to offer a stop button. */
  isLong: boolean;
  save: (request: DocumentRequest) => Promise<void>;
  open: (request: DocumentRequest) => Promise<void>;
  stop: (payroll: number) => void;
};

/** @param onDone The document was saved or opened. */
export function useDocuments(onDone?: () => void): Documents {
  const { t } = useTranslation("track");
  const toast = useToast();
  const call = useCall();
  const report = useReportSaved(call.fail);
  const [isLong, runWork] = useLongRunning();
  const sayStopped = (): void => toast(t("documents.stopped"), IconFileOff);
  const save = async (request: DocumentRequest): Promise<void> => {
    const saved = await saveDocument(request, runWork);
    if (saved === null) return;
    if (saved === "stopped") return sayStopped();
    report(saved, undefined, IconFileText);
    onDone?.();
  };
  const open = async (request: DocumentRequest): Promise<void> => {
    if (!(await openDocument(request, runWork))) return sayStopped();
    toast(t("documents.opened"), IconFileText);
    onDone?.();
  };
  return {
    ...call,
    isLong,
    save: (request) => call.run(() => save(request)),
    open: (request) => call.run(() => open(request)),
    stop: (payroll) => void ipc.controlWork(payroll, "stop_documents").catch(call.fail),
  };
}

/** Whether work takes long, and the function that runs it. */
function useLongRunning(): [isLong: boolean, runWork: RunWork] {
  const [isLong, setLong] = useState(false);
  const runWork: RunWork = async (work) => {
    const timer = setTimeout(() => setLong(true), LONG_AFTER_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      setLong(false);
    }
  };
  return [isLong, runWork];
}
