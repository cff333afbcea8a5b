// Prints one document at a time, from anywhere. The dialog is outside of the screens: a result that arrives removes
// buttons, and must not remove the dialog.

import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useMemo, useState } from "react";

import { lazyWithPreload } from "../../../../lib/lazyWithPreload";
import type { DocumentRequest } from "../saveDocument";

/** Not part of the frame's chunk, which the window starts with. */
const dialog = lazyWithPreload(async () => (await import("./PrintDialog")).PrintDialog);

export type Print = {
  /** Shows the document and the print button. Afterwards `from` is focused. */
  print: (request: DocumentRequest, from: HTMLElement | null) => void;
  isOpen: boolean;
};

const PrintContext = createContext<Print | null>(null);

export function usePrint(): Print {
  const print = use(PrintContext);
  if (print === null) throw new Error("usePrint stands outside PrintProvider");
  // Preloaded with the screen, so that it opens at once. A failed preload is retried when it is needed.
  useEffect(() => void dialog.preload().catch(() => undefined), []);
  return print;
}

/** Each request has a new dialog. */
type Job = { number: number; request: DocumentRequest; from: HTMLElement | null };

export function PrintProvider({ children }: { children: ReactNode }): ReactNode {
  const [job, setJob] = useState<Job | null>(null);
  const print = useCallback(
    (request: DocumentRequest, from: HTMLElement | null) =>
      setJob((before) => ({ number: (before?.number ?? 0) + 1, request, from })),
    [],
  );
  useEffect(() => () => job?.from?.focus(), [job]);
  const value = useMemo(() => ({ print, isOpen: job !== null }), [print, job]);
  return (
    <PrintContext value={value}>
      {children}
      {job === null ? null : (
        <Suspense>
          <dialog.View
            key={job.number}
            request={job.request}
            onClose={() => setJob((now) => (now === job ? null : now))}
          />
        </Suspense>
      )}
    </PrintContext>
  );
}
