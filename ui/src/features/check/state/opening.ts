/** Where the Check screen opens, and when its rows are asked for again. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type DraftOpening, type DraftView, ipc, type RowView } from "../../../ipc";
import { forgetOpening, keys, cachedOpening } from "../../../query";
import { ALL_ROWS } from "./rows/filter";
import { problemColumn, type Selection } from "./rows/useSelection";

/** The name check tells each answer; rows are fetched again this many answers apart. */
const NAMES_STEP = 20;

/** Changes whenever rows may have: after each command and event, and every few answers of the name check. */
export function useRowsRevision({ id, names }: DraftView): string {
  // The rows that come first are as new as can be: nothing is asked for until something is said to have changed.
  const { data } = useQuery({ queryKey: keys.draftRows(id), queryFn: () => performance.now(), initialData: 0 });
  return `${data}-${names.running ? Math.floor(names.done / NAMES_STEP) : "still"}`;
}

/** What came with the draft to be shown at first, where nothing changed since. */
export function useOpening(id: number): DraftOpening | undefined {
  const [opening] = useState(() => cachedOpening(id));
  useEffect(() => forgetOpening(id), [id]);
  return opening;
}

export function initialSelection({ open }: DraftOpening): Selection | undefined {
  return open === null
    ? undefined
    : {
        index: open.index,
        column: problemColumn(open.detail.row, "account_number"),
        position: open.detail.row.position,
      };
}

/** Opening the screen selects the first row to fix, or the first to decide; where nobody asked for it before, it is asked for. */
export function useFirstOpenRow(
  { id, toFix, toDecide }: DraftView,
  opening: DraftOpening | undefined,
  goTo: (position: number, row?: RowView) => Promise<void>,
): void {
  // Once: what comes up later must not take the user from where they are.
  const isDone = useRef(opening !== undefined && opening.open !== null);
  const isOpen = toFix + toDecide > 0;
  const group = toFix > 0 ? "to_fix" : "to_decide";
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (!isOpen) return;
    const find = async () => {
      const { rows } = await ipc.draftRows(id, { ...ALL_ROWS, group }, 0, 1);
      if (rows[0] !== undefined) await goTo(rows[0].position, rows[0]);
    };
    // The grid itself says why rows cannot be had.
    find().catch(() => undefined);
  }, [id, isOpen, group, goTo]);
}
