/**
 * Rows that are selected to be changed together, by their positions: filters, sorting and fixes leave them selected.
 * The one row that the keyboard is on is another thing (`useSelection`).
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ipc, type RowFilter } from "../../../ipc";
import { isTyping } from "./useKeys";

export interface SelectedRows {
  readonly positions: ReadonlySet<number>;
  /** Selects a row or takes it out; with `extend` selects all rows under the filter from the last one toggled to it. */
  readonly toggle: (position: number, extend: boolean) => void;
  /** Selects all rows under the filter, besides those that are selected. */
  readonly addAll: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<number> = new Set();

interface Input {
  readonly id: number;
  /** The filter and order of the grid. */
  readonly filter: RowFilter;
  readonly onError: (error: unknown) => void;
}

export function useSelectedRows({ id, filter, onError }: Input): SelectedRows {
  const [positions, setPositions] = useState(NONE);
  const last = useRef<number>(undefined);
  const add = useCallback(
    (which: (listed: readonly number[]) => readonly number[]) => {
      const listed = ipc.rowPositions(id, filter);
      listed.then((all) => setPositions((before) => new Set([...before, ...which(all)])), onError);
    },
    [id, filter, onError],
  );
  const toggle = useCallback(
    (position: number, extend: boolean) => {
      const from = last.current;
      last.current = position;
      if (extend && from !== undefined) add((all) => between(all, from, position));
      else setPositions((before) => toggled(before, position));
    },
    [add],
  );
  const addAll = useCallback(() => add((all) => all), [add]);
  const clear = useCallback(() => {
    last.current = undefined;
    setPositions(NONE);
  }, []);
  return useMemo(() => ({ positions, toggle, addAll, clear }), [positions, toggle, addAll, clear]);
}

function toggled(before: ReadonlySet<number>, position: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(position)) after.add(position);
  return after;
}

/** The rows from one to another, in whichever order they are listed; the second alone where the first is not listed. */
export function between(listed: readonly number[], from: number, to: number): readonly number[] {
  const [one, other] = [listed.indexOf(from), listed.indexOf(to)];
  if (one < 0 || other < 0) return [to];
  return listed.slice(Math.min(one, other), Math.max(one, other) + 1);
}

interface Keys {
  readonly box: { readonly current: HTMLElement | null };
  /** The row that the keyboard is on. */
  readonly position: number | undefined;
  readonly rows: SelectedRows;
}

/** Space selects the row that the keyboard is on, Shift with Space as far as it, Ctrl+A all; Escape selects none. */
export function useSelectKeys({ box, position, rows }: Keys): void {
  const latest = useRef({ position, rows });
  useEffect(() => {
    latest.current = { position, rows };
  });
  useEffect(() => {
    const node = box.current;
    const onKey = (event: KeyboardEvent) => {
      const inGrid = event.target instanceof Element && event.target.closest("[role=grid]") !== null;
      if (isTyping(event.target) || event.defaultPrevented || event.altKey || !inGrid) return;
      if (pressed(event, latest.current.position, latest.current.rows)) event.preventDefault();
    };
    node?.addEventListener("keydown", onKey);
    return () => node?.removeEventListener("keydown", onKey);
  }, [box]);
}

/** Whether the key is one of the selection's. */
function pressed(event: KeyboardEvent, position: number | undefined, rows: SelectedRows): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === "a") rows.addAll();
  else if (!isCommand && event.key === " " && position !== undefined) rows.toggle(position, event.shiftKey);
  else if (event.key === "Escape" && rows.positions.size > 0) rows.clear();
  else return false;
  return true;
}
