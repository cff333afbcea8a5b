// Reads a PDF with pdf.js. The library and its worker are loaded with the first printed document, not at the start.

import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
// Vite returns the file's URL; the file itself has no default export.
// oxlint-disable-next-line import/default
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

export type OpenedPdf = {
  pdf: PDFDocumentProxy;
  /** Rejects if the worker fails: pdf.js would wait for it forever. */
  failed: Promise<never>;
  /** Ends the worker, and frees its memory. */
  close: () => void;
};

/**
 * The content security policy forbids fonts and code generated at run time, so letters are drawn as paths. A page with
 * an error must not be printed: it fails.
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
  // Created here: pdf.js treats `tauri://localhost` as another origin, and would start the worker from a blob.
  const port = new Worker(workerUrl, { type: "module" });
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  const close = (): void => {
    worker.destroy();
    port.terminate();
  };
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener("error", () => reject(new Error("the worker of pdf.js failed")));
  });
  // It may fail while no page is being rendered.
  failed.catch(() => undefined);
  try {
    const task = getDocument({ data: new Uint8Array(bytes), worker, verbosity: VerbosityLevel.ERRORS, ...SETTINGS });
    return { pdf: await Promise.race([task.promise, failed]), failed, close };
  } catch (error) {
    close();
    throw error;
  }
}
