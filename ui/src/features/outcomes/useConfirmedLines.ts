// The lines of a difference that the user confirms.

import { useCallback, useState } from "react";

import type { Outcomes } from "./useOutcomes";

export type ConfirmedLines = {
  confirmed: ReadonlySet<string>;
  toggle: (keys: readonly string[], isConfirmed: boolean) => void;
  /** Closing was asked for once: it would lose what is selected. */
  isLeaving: boolean;
  close: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** The lines that the user confirms. Many are selected one by one, so one Escape does not lose them. */
export function useConfirmedLines({ shown, step, isBusy, backToDifference, close }: Outcomes): ConfirmedLines {
  const of = shown?.fingerprint;
  const [{ confirmed, isLeaving, ...kept }, setKept] = useState({ of, confirmed: NONE, isLeaving: false });
  // It begins empty each time: what was confirmed of one difference must not be confirmed of the next.
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
    // What is being recorded is not discarded, whatever is pressed.
    if (confirmed.size === 0 || isLeaving || isBusy) return close();
    // The message stands beside what is selected.
    if (step === "columns") backToDifference();
    setKept({ of, confirmed, isLeaving: true });
  };
  return { confirmed, toggle, isLeaving, close: leave };
}
