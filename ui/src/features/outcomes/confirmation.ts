// Which lines the user confirms. Only those that were not found by a reference have to be.

import { type RefObject, useEffect } from "react";

import { isTyping } from "../../lib/keyboard/keys";
import type { OutcomeCount, OutcomeKind, OutcomeLine } from "../../ipc";

/** The column whose cells confirm their line. */
export const SELECT = "select";

export type Confirmation = {
  /** The keys of all lines under the filter that can be confirmed together. */
  open: readonly string[];
  confirmed: ReadonlySet<string>;
  toggle: (keys: readonly string[], isConfirmed: boolean) => void;
};

/** A line that waits for the user. */
export const isToConfirm = (line: OutcomeLine): line is OutcomeLine & { confirmKey: string } =>
  line.confirmKey !== null && line.isNew;

/** Nothing of such a line is recorded as long as it is not selected. */
export const isWaiting = (line: OutcomeLine, confirmed: ReadonlySet<string>): boolean =>
  isToConfirm(line) && !confirmed.has(line.confirmKey);

/** Of one kind: how many lines are applied, and how many only once they are selected. */
export function countsOf(
  { count, confirmKeys }: OutcomeCount,
  confirmed: ReadonlySet<string>,
): { applied: number; toSelect: number } {
  const toSelect = confirmKeys.filter((key) => !confirmed.has(key)).length;
  return { applied: count - toSelect, toSelect };
}

/** Lines of these kinds change what is known of a payment. */
const CHANGES: readonly OutcomeKind[] = ["conflict", "reversed", "failed", "paid"];

export const changesOf = (counts: readonly OutcomeCount[], confirmed: ReadonlySet<string>): number =>
  counts
    .filter(({ kind }) => CHANGES.includes(kind))
    .reduce((changes, one) => changes + countsOf(one, confirmed).applied, 0);

/** A contradiction is confirmed alone, or where only contradictions are listed. */
export function openKeys(counts: readonly OutcomeCount[], kind: OutcomeKind | null): readonly string[] {
  const listed = counts.filter((one) => (kind === null ? one.kind !== "conflict" : one.kind === kind));
  return listed.flatMap(({ confirmKeys }) => confirmKeys);
}

/** What a line is known by. Rows of the file that are about no payment have their place in the file. */
export const keyOf = ({ payout, batch, says, confirmKey }: OutcomeLine): string =>
  confirmKey ?? payout?.reference ?? batch?.reference ?? says.map(({ sheet, row }) => `${sheet}!${row}`).join();

/** The space bar confirms the line that the keyboard is on. */
export function useConfirmKey(
  box: RefObject<HTMLElement | null>,
  line: OutcomeLine | undefined,
  { confirmed, toggle }: Confirmation,
): void {
  useEffect(() => {
    const node = box.current;
    const onKey = (event: KeyboardEvent): void => {
      const inGrid = event.target instanceof Element && event.target.closest("[role=grid]") !== null;
      if (event.key !== " " || isTyping(event.target) || !inGrid || line === undefined || !isToConfirm(line)) return;
      event.preventDefault();
      toggle([line.confirmKey], !confirmed.has(line.confirmKey));
    };
    node?.addEventListener("keydown", onKey);
    return () => node?.removeEventListener("keydown", onKey);
  }, [box, line, confirmed, toggle]);
}
