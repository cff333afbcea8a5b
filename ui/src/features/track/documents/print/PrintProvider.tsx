// Prints one document at a time, from wherever it is asked for. The dialog stands beside the screens, not in them: a
// result that arrives takes buttons away, and what is being printed must not go with them.

import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useMemo, useState } from "react";

import { lazyWithPreload } from "../../../../lib/lazyWithPreload";
import type { Wanted } from "../documents";

/** Not part of the frame, with which the window starts. */
const dialog = lazyWithPreload(async () => (await import("./PrintDialog")).PrintDialog);

export type Print = {
  /** Shows the document and the way to the printer. Afterwards the keyboard goes on at `from`. */
  print: (wanted: Wanted, from: HTMLElement | null) => void;
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
type Job = { number: number; wanted: Wanted; from: HTMLElement | null };

export function PrintProvider({ children }: { children: ReactNode }): ReactNode {
  const [job, setJob] = useState<Job | null>(null);
  const print = useCallback(
    (wanted: Wanted, from: HTMLElement | null) =>
      setJob((before) => ({ number: (before?.number ?? 0) + 1, wanted, from })),
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
            wanted={job.wanted}
            onClose={() => setJob((now) => (now === job ? null : now))}
          />
        </Suspense>
      )}
    </PrintContext>
  );
}
