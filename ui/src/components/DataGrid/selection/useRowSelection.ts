/**
 * Rows selected for a common change, by their keys: filters and sorting do not change the selection. The screen's
 * active row is independent of it.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { isCommand, isTyping } from "../../../lib/keyboard/keys";

export interface RowSelection<Row, Key = Row> {
  readonly selected: ReadonlyMap<Key, Row>;
  /** Toggles a row; with `extend`, selects all rows from the last toggled one to it. */
  readonly toggle: (row: Row, extend: boolean) => void;
  /** Adds all listed rows to the selection. */
  readonly addAll: () => void;
  readonly clear: () => void;
}

interface Input<Row, Key> {
  readonly keyOf: (row: Row) => Key;
  /** All rows under the filter, in grid order. */
  readonly list: () => Promise<readonly Row[]>;
  /** The rows between two, for lists too long to fetch; only the second if either is not listed. */
  readonly range?: (from: Key, to: Row) => Promise<readonly Row[]>;
  readonly onError: (error: unknown) => void;
  /** The initial selection. */
  readonly first?: readonly Row[] | undefined;
}

export function useRowSelection<Row, Key = Row>({
  keyOf,
  list,
  range,
  onError,
  first = [],
}: Input<Row, Key>): RowSelection<Row, Key> {
  const [selected, setSelected] = useState<ReadonlyMap<Key, Row>>(() => keyed(first, keyOf));
  const last = useRef<Key>(undefined);
  /** An answer to a request from before `clear` is dropped. */
  const cleared = useRef(0);
  const add = useCallback(
    (rows: Promise<readonly Row[]>) => {
      const turn = cleared.current;
      const select = (found: readonly Row[]) => {
        if (turn !== cleared.current) return;
        setSelected((before) => new Map([...before, ...keyed(found, keyOf)]));
      };
      rows.then(select, onError);
    },
    [keyOf, onError],
  );
  const toggle = useCallback(
    (row: Row, extend: boolean) => {
      const from = last.current;
      last.current = keyOf(row);
      if (extend && from !== undefined)
        add(range?.(from, row) ?? list().then((all) => rowsBetween(all, keyOf, from, row)));
      else setSelected((before) => toggled(before, keyOf(row), row));
    },
    [add, keyOf, list, range],
  );
  const addAll = useCallback(() => add(list()), [add, list]);
  const clear = useCallback(() => {
    last.current = undefined;
    cleared.current += 1;
    setSelected(new Map());
  }, []);
  return useMemo(() => ({ selected, toggle, addAll, clear }), [selected, toggle, addAll, clear]);
}

function keyed<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, Row> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function toggled<Row, Key>(before: ReadonlyMap<Key, Row>, key: Key, row: Row): ReadonlyMap<Key, Row> {
  const after = new Map(before);
  if (!after.delete(key)) after.set(key, row);
  return after;
}

/** The rows between two, in either order; only the second if either is not listed. */
export function rowsBetween<Row, Key>(
  listed: readonly Row[],
  keyOf: (row: Row) => Key,
  from: Key,
  to: Row,
): readonly Row[] {
  const keys = listed.map(keyOf);
  const [one, other] = [keys.indexOf(from), keys.indexOf(keyOf(to))];
  if (one < 0 || other < 0) return [to];
  return listed.slice(Math.min(one, other), Math.max(one, other) + 1);
}

interface SelectionKeysInput<Row, Key> {
  readonly box: { readonly current: HTMLElement | null };
  /** The active row. */
  readonly row: Row | undefined;
  readonly selection: RowSelection<Row, Key>;
}

/** Space toggles the active row, Shift with Space extends to it, Ctrl+A or ⌘A selects all; Escape clears. */
export function useSelectionKeys<Row, Key>({ box, row, selection }: SelectionKeysInput<Row, Key>): void {
  const latest = useRef({ row, selection });
  useEffect(() => {
    latest.current = { row, selection };
  });
  useEffect(() => {
    const node = box.current;
    const onKey = (event: KeyboardEvent) => {
      const inGrid = event.target instanceof Element && event.target.closest("[role=grid]") !== null;
      if (isTyping(event.target) || event.defaultPrevented || event.altKey || !inGrid) return;
      if (handleSelectionKey(event, latest.current.row, latest.current.selection)) event.preventDefault();
    };
    node?.addEventListener("keydown", onKey);
    return () => node?.removeEventListener("keydown", onKey);
  }, [box]);
}

/** Handles a key; returns whether it belongs to the selection. */
function handleSelectionKey<Row, Key>(
  event: KeyboardEvent,
  row: Row | undefined,
  selection: RowSelection<Row, Key>,
): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey;
  if (isCommand(event) && event.key.toLowerCase() === "a") selection.addAll();
  else if (isPlain && event.key === " " && row !== undefined) selection.toggle(row, event.shiftKey);
  else if (event.key === "Escape" && selection.selected.size > 0) selection.clear();
  else return false;
  return true;
}
