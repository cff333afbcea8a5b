// Creates a document of a payroll with the window's texts and formats.

import { type ChosenFile, type DocumentInput, type DocumentKind, type FileToSave, ipc } from "../../../ipc";
import { separatorsOf } from "../../../lib/currency/money";
import { LOCALES } from "../../../lib/locale";
import { formats } from "../../../lib/time/dates";
import { listWords } from "../../../listWords";

/** Documents that are available for any payroll. */
export const MENU_DOCUMENTS = [
  "report",
  "bank_schedule",
  "receipts",
  "payment_advice",
] as const satisfies DocumentKind[];
export type MenuDocument = (typeof MENU_DOCUMENTS)[number];

/** The document's kind, and its payment or batch (by number); the whole payroll if neither is given. */
export type DocumentRequest = { payroll: number; kind: DocumentKind; reference?: string; batch?: number };

/** Runs the desk's work, without the file dialog before it. */
export type RunWork = <Made>(work: () => Promise<Made>) => Promise<Made>;

/** Returns the file; `stopped` if the user stopped it, null if the file dialog was cancelled. */
export async function saveDocument(request: DocumentRequest, runWork: RunWork): Promise<ChosenFile | "stopped" | null> {
  const file: FileToSave = { kind: "document", payroll: request.payroll, input: await inputOf(request) };
  const chosen = await ipc.chooseDestination(file);
  if (chosen === null) return null;
  const saved = await runWork(() => ipc.saveFile(file, chosen.handle));
  return saved?.file ?? "stopped";
}

/** Opens the document in the system's PDF viewer. Returns false if the user stopped it. */
export async function openDocument(request: DocumentRequest, runWork: RunWork): Promise<boolean> {
  const input = await inputOf(request);
  return runWork(() => ipc.openDocument(request.payroll, input));
}

/** The desk's input for a document, with the window's texts and formats. */
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
