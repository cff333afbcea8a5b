// The pages of a document while the dialog is open. Closing it frees their memory.

import { useEffect, useState } from "react";

import { asDeskError, type DeskError, ipc } from "../../../../ipc";
import { inputOf, type DocumentRequest } from "../saveDocument";
import { type PageImage, renderPages } from "./renderPages";

export type Preview =
  | { state: "making" }
  | { state: "rendering" | "ready"; pages: readonly PageImage[]; count: number }
  /** The desk created no document, or one that is too long. */
  | { state: "refused"; error: DeskError }
  /** The document's pages could not be rendered: the reason is for support, in English. */
  | { state: "failed"; reason: string };

const MAKING: Preview = { state: "making" };
/** A failed worker or page image mostly succeeds with a new worker. */
const DRAWINGS_MAX = 2;

/** The pages, and a function that renders them again after an error. Another document needs another dialog. */
export function usePreview(request: DocumentRequest): [preview: Preview, retry: () => void] {
  const [preview, setPreview] = useState<Preview>(MAKING);
  // A new object for each attempt.
  const [job, setJob] = useState(request);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const urls: string[] = [];
    // Results that arrive after the dialog was closed are dropped.
    const show = (next: Preview): void => {
      if (!signal.aborted) setPreview(next);
    };
    void prepare(job, show, urls, signal);
    return () => {
      closing.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [job]);
  const retry = (): void => {
    setPreview(MAKING);
    setJob({ ...request });
  };
  return [preview, retry];
}

async function prepare(
  request: DocumentRequest,
  show: (next: Preview) => void,
  urls: string[],
  signal: AbortSignal,
): Promise<void> {
  const bytes = await made(request, show, signal);
  if (bytes === null || signal.aborted) return;
  let pages: PageImage[] = [];
  let count = 0;
  const onCount = (of: number): void => {
    pages = [];
    count = of;
    show({ state: "rendering", pages, count });
  };
  const onPage = (page: PageImage): void => {
    pages = [...pages, page];
    urls.push(page.url);
    show({ state: pages.length === count ? "ready" : "rendering", pages, count });
  };
  for (let drawing = 1; drawing <= DRAWINGS_MAX; drawing += 1) {
    try {
      // The bytes are transferred to the worker. Renderings do not run in parallel.
      // oxlint-disable-next-line no-await-in-loop
      await renderPages(bytes.slice(0), { onCount, onPage }, signal);
      return;
    } catch (error) {
      if (drawing === DRAWINGS_MAX) show({ state: "failed", reason: String(error) });
    }
    if (signal.aborted) return;
  }
}

/** Returns the document; null if it was not created, or if the dialog was closed before. */
async function made(
  request: DocumentRequest,
  show: (next: Preview) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer | null> {
  const input = await inputOf(request);
  if (signal.aborted) return null;
  const stop = (): void => void ipc.controlWork(request.payroll, "stop_documents").catch(() => undefined);
  signal.addEventListener("abort", stop);
  try {
    const bytes = await ipc.documentPdf(request.payroll, input);
    // It is empty if it was stopped.
    if (bytes.byteLength === 0) show({ state: "failed", reason: "stopped" });
    return bytes.byteLength === 0 ? null : bytes;
  } catch (thrown) {
    show({ state: "refused", error: asDeskError(thrown) });
    return null;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
