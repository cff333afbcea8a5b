// Makes a document of a payroll in the words and the formats of the window.

import { type DocumentInput, type DocumentKind, ipc } from "../../ipc";
import { formats } from "../../lib/dates";
import { listWords } from "../../lib/listWords";
import { LOCALES } from "../../lib/locale";
import { separatorsOf } from "../../lib/money";

export const DOCUMENTS = ["report", "bank_schedule", "receipts", "payment_advice"] as const satisfies DocumentKind[];

/** Which document, and the payment that it is about; all of the payroll if there is none. */
export type Wanted = { payroll: number; kind: DocumentKind; reference?: string };

/** Returns the path of the file; none if the user cancels. */
export async function saveDocument(wanted: Wanted): Promise<string | null> {
  const input = await inputOf(wanted);
  const path = await ipc.chooseDocument(wanted.payroll, input);
  return path === null ? null : ipc.exportDocument(wanted.payroll, input, path);
}

export async function printDocument(wanted: Wanted): Promise<void> {
  await ipc.printDocument(wanted.payroll, await inputOf(wanted));
}

async function inputOf({ kind, reference }: Wanted): Promise<DocumentInput> {
  return {
    kind,
    reference: reference ?? null,
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
