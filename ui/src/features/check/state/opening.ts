/** The initial row of the Check screen, and when its rows are refetched. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type DraftOpening, type DraftView, ipc, type RowView } from "../../../ipc";
import { forgetOpening, keys, cachedOpening } from "../../../query";
import { ALL_ROWS } from "./rows/filter";
import { problemColumn, type Selection } from "./rows/useSelection";

/** The name check reports each answer; rows are refetched once per this many. */
const NAMES_STEP = 20;

/** Changes when rows may have changed: after each command and event, and every few answers of the name check. */
export function useRowsRevision({ id, names }: DraftView): string {
  // The first rows are current: they are refetched only after a change was reported.
  const { data } = useQuery({ queryKey: keys.draftRows(id), queryFn: () => performance.now(), initialData: 0 });
  return `${data}-${names.running ? Math.floor(names.done / NAMES_STEP) : "still"}`;
}

/** The prefetched initial data, if nothing changed since. */
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

/** Selects the first row to fix, or the first to decide, when the screen opens; fetches it if it was not prefetched. */
export function useFirstOpenRow(
  { id, toFix, toDecide }: DraftView,
  opening: DraftOpening | undefined,
  goTo: (position: number, row?: RowView) => Promise<void>,
): void {
  // Once: later problems must not move the user's selection.
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
    // The grid shows the error.
    find().catch(() => undefined);
  }, [id, isOpen, group, goTo]);
}
