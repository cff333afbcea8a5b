// The lines of a difference that the user confirms.

import { useCallback, useState } from "react";

import type { Outcomes } from "./useOutcomes";

export type ConfirmedLines = {
  confirmed: ReadonlySet<string>;
  toggle: (keys: readonly string[], isConfirmed: boolean) => void;
  /** Close was pressed once: it would lose the selection. */
  isLeaving: boolean;
  close: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** The lines that the user confirms. They are selected one by one, so a single Escape does not discard them. */
export function useConfirmedLines({ shown, step, isBusy, backToDifference, close }: Outcomes): ConfirmedLines {
  const of = shown?.fingerprint;
  const [{ confirmed, isLeaving, ...kept }, setKept] = useState({ of, confirmed: NONE, isLeaving: false });
  // Each difference starts empty: a confirmation must not apply to another difference.
  if (kept.of !== of) setKept({ of, confirmed: NONE, isLeaving: false });
  const toggle = useCallback(
    (keys: readonly string[], isConfirmed: boolean): void =>
      setKept((before) => {
        const after = new Set(before.confirmed);
        for (const one of keys)
          if (isConfirmed) after.add(one);
          else after.delete(one);
        return { of: before.of, confirmed: after, isLeaving: false };
      }),
    [],
  );
  const leave = (): void => {
    // Recording cannot be cancelled.
    if (confirmed.size === 0 || isLeaving || isBusy) return close();
    // The message is shown beside the selection.
    if (step === "columns") backToDifference();
    setKept({ of, confirmed, isLeaving: true });
  };
  return { confirmed, toggle, isLeaving, close: leave };
}
