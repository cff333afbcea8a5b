/** How wide the columns are: as the rows in view need it, and as there is room. */
import { useLayoutEffect, useMemo, useState } from "react";

import { columnWidths } from "./columns";
import type { GridColumn } from "./types";
import type { RowWindows } from "./windows";

/** The rows that are drawn; `version` says when the windows hold other ones. */
export interface Drawn<Row> {
  readonly windows: RowWindows<Row>;
  readonly version: number;
  readonly first: number;
  readonly last: number;
}

/** Widths in px; `room` is what the columns share. */
export function useColumnWidths<Row>(
  columns: readonly GridColumn<Row>[],
  drawn: Drawn<Row>,
  room: number,
): readonly number[] {
  const needed = useNeededWidths(columns, drawn);
  return useMemo(() => columnWidths(withNeeds(columns, needed), room), [columns, needed, room]);
}

/** The width of an element now, in px. */
export function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = element.current;
    if (node === null) return undefined;
    const measure = (): void => setWidth(node.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

function withNeeds<Row>(columns: readonly GridColumn<Row>[], needed: ReadonlyMap<string, number>) {
  return columns.map(({ id, width }) => {
    const need = needed.get(id) ?? 0;
    return need > width.min ? { ...width, min: need } : width;
  });
}

interface Needed {
  readonly needed: ReadonlyMap<string, number>;
  /** Of the rows that were measured. */
  readonly generation: number;
}
const NOTHING_NEEDED: Needed = { needed: new Map(), generation: -1 };

/**
 * The widest need of each column among the rows seen so far. Columns do not shrink again while one scrolls, but do
 * when what needed the width was fixed: rows that come anew are measured anew.
 */
function useNeededWidths<Row>(
  columns: readonly GridColumn<Row>[],
  { windows, version, first, last }: Drawn<Row>,
): ReadonlyMap<string, number> {
  const [{ needed, generation }, setNeeded] = useState<Needed>(NOTHING_NEEDED);
  const seen = useMemo(() => {
    const widest = new Map<string, number>();
    // The version says when the windows hold other rows.
    for (let index = version < 0 ? last : first; index <= last; index += 1) {
      const row = windows.row(index);
      if (row === undefined) continue;
      for (const { id, needs } of columns) {
        widest.set(id, Math.max(widest.get(id) ?? 0, Math.ceil(needs?.(row) ?? 0)));
      }
    }
    return widest;
  }, [columns, windows, version, first, last]);
  const current = windows.generationAt(first) ?? 0;
  if (current > generation) {
    setNeeded({ needed: seen, generation: current });
    return seen;
  }
  if ([...seen].some(([id, need]) => need > (needed.get(id) ?? 0))) {
    const wider = new Map(needed);
    for (const [id, need] of seen) wider.set(id, Math.max(need, needed.get(id) ?? 0));
    setNeeded({ needed: wider, generation });
    return wider;
  }
  return needed;
}
