// Renders the pages of a PDF as images, one after the other, so that only one canvas exists.

import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { openPdf } from "./pdf";

/** Resolution of the images. The smallest letters have 8 points, and stay sharp on paper. */
export const PRINT_DPI = 200;
const POINTS_PER_INCH = 72;

/** Orientation of A4 paper. */
export type Paper = "portrait" | "landscape";
/** A page as an image. Its owner revokes the URL. */
export type PageImage = { url: string; paper: Paper };

export type Progress = {
  /** Called with the number of pages once the document is read. */
  onCount: (count: number) => void;
  onPage: (page: PageImage) => void;
};

/** Renders all pages. Rejects if one fails, and when the signal is aborted. */
export async function renderPages(bytes: ArrayBuffer, progress: Progress, signal: AbortSignal): Promise<void> {
  const { pdf, failed, close } = await openPdf(bytes);
  const canvas = document.createElement("canvas");
  try {
    signal.throwIfAborted();
    progress.onCount(pdf.numPages);
    for (let number = 1; number <= pdf.numPages; number += 1) {
      // One after the other, to limit memory.
      // oxlint-disable-next-line no-await-in-loop
      const page = await Promise.race([pdf.getPage(number), failed]);
      // oxlint-disable-next-line no-await-in-loop
      progress.onPage(await drawPage({ page, canvas, failed }, signal));
    }
  } finally {
    // A canvas without size has no pixels.
    canvas.width = 0;
    canvas.height = 0;
    close();
  }
}

type Drawing = { page: PDFPageProxy; canvas: HTMLCanvasElement; failed: Promise<never> };

async function drawPage({ page, canvas, failed }: Drawing, signal: AbortSignal): Promise<PageImage> {
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: PRINT_DPI / POINTS_PER_INCH });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  const drawing = page.render({ canvas, viewport, intent: "print" });
  const cancel = (): void => drawing.cancel();
  signal.addEventListener("abort", cancel);
  try {
    await Promise.race([drawing.promise, failed]);
  } finally {
    signal.removeEventListener("abort", cancel);
    page.cleanup();
  }
  const image = await imageOf(canvas);
  signal.throwIfAborted();
  return { url: URL.createObjectURL(image), paper: viewport.width > viewport.height ? "landscape" : "portrait" };
}

/** Lossless: digits stay unchanged. */
const imageOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((image) => {
      if (image === null) reject(new Error("no image of the page"));
      else resolve(image);
    }, "image/png");
  });
