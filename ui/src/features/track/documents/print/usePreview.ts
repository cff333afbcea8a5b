// The pages of a document while the dialog is open. When it closes, nothing of them stays in memory.

import { useEffect, useState } from "react";

import { asDeskError, type DeskError, ipc } from "../../../../ipc";
import { inputOf, type Wanted } from "../documents";
import { type PageImage, renderPages } from "./renderPages";

export type Preview =
  | { state: "making" }
  | { state: "rendering" | "ready"; pages: readonly PageImage[]; count: number }
  /** The desk made no document, or one that is too long. */
  | { state: "refused"; error: DeskError }
  /** There is a document, and its pages could not be drawn. */
  | { state: "failed" };

const MAKING: Preview = { state: "making" };

export function usePreview(wanted: Wanted): Preview {
  const [preview, setPreview] = useState<Preview>(MAKING);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const urls: string[] = [];
    // What arrives after the dialog was closed belongs to nobody.
    const show = (next: Preview): void => {
      if (!signal.aborted) setPreview(next);
    };
    void prepare(wanted, show, urls, signal);
    return () => {
      closing.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [wanted]);
  return preview;
}

async function prepare(
  wanted: Wanted,
  show: (next: Preview) => void,
  urls: string[],
  signal: AbortSignal,
): Promise<void> {
  const bytes = await made(wanted, show, signal);
  if (bytes === null || signal.aborted) return;
  const pages: PageImage[] = [];
  let count = 0;
  const onCount = (of: number): void => {
    count = of;
    show({ state: "rendering", pages: [], count });
  };
  const onPage = (page: PageImage): void => {
    pages.push(page);
    urls.push(page.url);
    show({ state: pages.length === count ? "ready" : "rendering", pages: [...pages], count });
  };
  try {
    await renderPages(bytes, { onCount, onPage }, signal);
  } catch {
    show({ state: "failed" });
  }
}

/** Returns the document; none if it was not made, or if the dialog was closed before. */
async function made(wanted: Wanted, show: (next: Preview) => void, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const input = await inputOf(wanted);
  if (signal.aborted) return null;
  const stop = (): void => void ipc.stopDocuments(wanted.payroll).catch(() => undefined);
  signal.addEventListener("abort", stop);
  try {
    const bytes = await ipc.documentPdf(wanted.payroll, input);
    // It is empty if it was stopped.
    if (bytes.byteLength === 0) show({ state: "failed" });
    return bytes.byteLength === 0 ? null : bytes;
  } catch (thrown) {
    show({ state: "refused", error: asDeskError(thrown) });
    return null;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
