// The lines that the user confirms. Only lines that were not matched by a reference need it.

import { type RefObject, useEffect } from "react";

import { isTyping } from "../../lib/keyboard/keys";
import type { OutcomeCount, OutcomeKind, OutcomeLine } from "../../ipc";

/** The id of the column that confirms a line. */
export const SELECT = "select";

export type Confirmation = {
  /** The keys of all lines under the filter that can be confirmed together. */
  open: readonly string[];
  confirmed: ReadonlySet<string>;
  toggle: (keys: readonly string[], isConfirmed: boolean) => void;
};

/** A line that needs confirmation. */
export const isToConfirm = (line: OutcomeLine): line is OutcomeLine & { confirmKey: string } =>
  line.confirmKey !== null && line.isNew;

/** Such a line is not recorded unless it is selected. */
export const isWaiting = (line: OutcomeLine, confirmed: ReadonlySet<string>): boolean =>
  isToConfirm(line) && !confirmed.has(line.confirmKey);

/** For one kind: the number of applied lines, and of lines that need selection. */
export function countsOf(
  { count, confirmKeys }: OutcomeCount,
  confirmed: ReadonlySet<string>,
): { applied: number; toSelect: number } {
  const toSelect = confirmKeys.filter((key) => !confirmed.has(key)).length;
  return { applied: count - toSelect, toSelect };
}

/** Lines of these kinds change a payment's result. */
const CHANGES: readonly OutcomeKind[] = ["conflict", "reversed", "failed", "paid"];

export const changesOf = (counts: readonly OutcomeCount[], confirmed: ReadonlySet<string>): number =>
  counts
    .filter(({ kind }) => CHANGES.includes(kind))
    .reduce((changes, one) => changes + countsOf(one, confirmed).applied, 0);

/** A contradiction is confirmed alone, or while only contradictions are listed. */
export function openKeys(counts: readonly OutcomeCount[], kind: OutcomeKind | null): readonly string[] {
  const listed = counts.filter((one) => (kind === null ? one.kind !== "conflict" : one.kind === kind));
  return listed.flatMap(({ confirmKeys }) => confirmKeys);
}

/** The key of a line. Rows without a payment use their position in the file. */
export const keyOf = ({ payout, batch, says, confirmKey }: OutcomeLine): string =>
  confirmKey ?? payout?.reference ?? batch?.reference ?? says.map(({ sheet, row }) => `${sheet}!${row}`).join();

/** The space bar confirms the active line. */
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
