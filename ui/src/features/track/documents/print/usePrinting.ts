// Opens the system's print dialog for the pages of the preview.

import { IconPrinter } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../../../components";
import { ipc } from "../../../../ipc";
import { isCommand } from "../../../../lib/keyboard/keys";
import { type Call, useCall } from "../../../../lib/useCall";
import { inputOf, type DocumentRequest } from "../saveDocument";
import { sheetsAreLoaded } from "./PrintSheets";

export type Printing = Pick<Call, "isBusy" | "error" | "forget"> & { canPrint: boolean; print: () => void };

/** @param canPrint Every page is there, and nothing else is done with the document. */
export function usePrinting(request: DocumentRequest, canPrint: boolean, onClose: () => void): Printing {
  const { t } = useTranslation("print");
  const toast = useToast();
  const { run, isBusy, error, forget } = useCall();
  const send = async (): Promise<void> => {
    await sheetsAreLoaded();
    const end = await ipc.printPages(request.payroll, await inputOf(request));
    // Otherwise the pages stay: the dialog was cancelled, or may still need them.
    if (end !== "handed") return;
    toast(t("handed"), IconPrinter);
    onClose();
  };
  const print = (): void => {
    if (canPrint) void run(send);
  };
  usePrintKey(print);
  return { canPrint, print, isBusy, error, forget };
}

/** Ctrl+P, on a Mac ⌘P: prints the document, never the window. */
function usePrintKey(print: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "p" || !isCommand(event) || event.shiftKey) return;
      event.preventDefault();
      print();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}
