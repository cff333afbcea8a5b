// Reads a PDF with pdf.js. The library and its worker are loaded with the first document that is printed: the window
// starts without them.

import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
// Vite returns the address of the file; the file itself has no default export.
// oxlint-disable-next-line import/default
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

export type OpenedPdf = {
  pdf: PDFDocumentProxy;
  /** Rejects if the worker fails: pdf.js would wait for its answer. */
  failed: Promise<never>;
  /** Ends the worker, and frees all that it has of the document. */
  close: () => void;
};

/**
 * The content security policy allows neither fonts nor programs made at run time: letters are drawn as paths. A page
 * with an error is no page to be signed: it fails.
 */
const SETTINGS = {
  disableFontFace: true,
  useSystemFonts: false,
  useWasm: false,
  isEvalSupported: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  stopAtErrors: true,
} as const;

export async function openPdf(bytes: ArrayBuffer): Promise<OpenedPdf> {
  const { getDocument, PDFWorker, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  // Made here: pdf.js itself takes `tauri://localhost` for a foreign origin, and would start it from a blob.
  const port = new Worker(workerUrl, { type: "module" });
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  const close = (): void => {
    worker.destroy();
    port.terminate();
  };
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener("error", () => reject(new Error("the worker of pdf.js failed")));
  });
  // Nobody waits for it between two pages.
  failed.catch(() => undefined);
  try {
    const task = getDocument({ data: new Uint8Array(bytes), worker, verbosity: VerbosityLevel.ERRORS, ...SETTINGS });
    return { pdf: await Promise.race([task.promise, failed]), failed, close };
  } catch (error) {
    close();
    throw error;
  }
}
