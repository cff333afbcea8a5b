// Makes a document of a payroll in the words and the formats of the window.

import { type ChosenFile, type DocumentInput, type DocumentKind, type FileToSave, ipc } from "../../../ipc";
import { separatorsOf } from "../../../lib/currency/money";
import { LOCALES } from "../../../lib/locale";
import { formats } from "../../../lib/time/dates";
import { listWords } from "../../../listWords";

/** Those that are made of any payroll. */
export const MENU_DOCUMENTS = [
  "report",
  "bank_schedule",
  "receipts",
  "payment_advice",
] as const satisfies DocumentKind[];
export type MenuDocument = (typeof MENU_DOCUMENTS)[number];

/** Which document, and the payment or the batch (by its number) that it is about; all of the payroll if there is none. */
export type DocumentRequest = { payroll: number; kind: DocumentKind; reference?: string; batch?: number };

/** Runs the work of the desk, without the dialog before it. */
export type RunWork = <Made>(work: () => Promise<Made>) => Promise<Made>;

/** Returns the file; `stopped` if the user stopped it, and none if no place was chosen. */
export async function saveDocument(request: DocumentRequest, runWork: RunWork): Promise<ChosenFile | "stopped" | null> {
  const file: FileToSave = { kind: "document", payroll: request.payroll, input: await inputOf(request) };
  const chosen = await ipc.chooseDestination(file);
  if (chosen === null) return null;
  const saved = await runWork(() => ipc.saveFile(file, chosen.handle));
  return saved?.file ?? "stopped";
}

/** Opens the document in the system's PDF viewer. Returns whether it was opened; the user may have stopped it. */
export async function openDocument(request: DocumentRequest, runWork: RunWork): Promise<boolean> {
  const input = await inputOf(request);
  return runWork(() => ipc.openDocument(request.payroll, input));
}

/** The document in the words and the formats of the window, as the desk is asked for it. */
export async function inputOf({ kind, reference, batch }: DocumentRequest): Promise<DocumentInput> {
  return {
    kind,
    reference: reference ?? null,
    batch: batch ?? null,
    words: await listWords(),
    formats: {
      ...separatorsOf(LOCALES.numbers),
      dates: formats.dateOrder(),
      clock: formats.clock(),
      months: formats.monthNames(),
      zone: formats.zone(),
    },
  };
}
