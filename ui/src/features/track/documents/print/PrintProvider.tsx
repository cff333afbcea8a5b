// Prints one document at a time, from wherever it is asked for. The dialog stands beside the screens, not in them: a
// result that arrives takes buttons away, and what is being printed must not go with them.

import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useMemo, useState } from "react";

import { lazyWithPreload } from "../../../../lib/lazyWithPreload";
import type { DocumentRequest } from "../saveDocument";

/** Not part of the frame, with which the window starts. */
const dialog = lazyWithPreload(async () => (await import("./PrintDialog")).PrintDialog);

export type Print = {
  /** Shows the document and the way to the printer. Afterwards the keyboard goes on at `from`. */
  print: (request: DocumentRequest, from: HTMLElement | null) => void;
  isOpen: boolean;
};

const PrintContext = createContext<Print | null>(null);

export function usePrint(): Print {
  const print = use(PrintContext);
  if (print === null) throw new Error("usePrint stands outside PrintProvider");
  // Loaded beside the screen, so that it opens at once. What cannot be loaded now is asked for when it is needed.
  useEffect(() => void dialog.preload().catch(() => undefined), []);
  return print;
}

/** A document that is asked for while another is shown has a dialog of its own. */
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
