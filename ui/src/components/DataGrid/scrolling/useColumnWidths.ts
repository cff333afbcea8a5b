/** How wide the columns are: as the rows in view need it, and as there is room. */
import { useLayoutEffect, useMemo, useState } from "react";

import type { RowWindows } from "../../../lib/rows/rowWindows";
import { columnWidths } from "../columns";
import type { GridColumn } from "../types";

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
  const seen = useSeenWidths(columns, drawn);
  return useMemo(() => columnWidths(withSeen(columns, seen), room), [columns, seen, room]);
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

/** What the rows seen need and want of a column, px. */
interface Wish {
  readonly needs: number;
  readonly wants: number;
}
type Seen = ReadonlyMap<string, Wish>;
const NO_WISH: Wish = { needs: 0, wants: 0 };

/** Wanted widths are rounded up to this, so that columns do not move with every longer name. */
const WANTED_STEP_PX = 8;

function withSeen<Row>(columns: readonly GridColumn<Row>[], seen: Seen) {
  return columns.map(({ id, width }) => {
    const { needs, wants } = seen.get(id) ?? NO_WISH;
    const min = Math.max(width.min, needs);
    if (wants === 0) return { ...width, min };
    return { ...width, min, ideal: Math.max(min, Math.min(wants, width.idealMax ?? wants)), whole: wants };
  });
}

interface SeenOf {
  readonly widths: Seen;
  /** What measured them: other columns wish for other widths. */
  readonly columns: readonly unknown[];
  /** Of the rows that were measured. */
  readonly generation: number;
}
const NOTHING_SEEN: SeenOf = { widths: new Map(), columns: [], generation: -1 };

const wider = (one: Wish, other: Wish): Wish => ({
  needs: Math.max(one.needs, other.needs),
  wants: Math.max(one.wants, other.wants),
});

/**
 * The widest of each column among the rows seen so far. Columns do not shrink again while one scrolls, but do when what
 * needed the width was fixed: rows that come anew are measured anew.
 */
function useSeenWidths<Row>(columns: readonly GridColumn<Row>[], { windows, version, first, last }: Drawn<Row>): Seen {
  const [{ widths, columns: measuredBy, generation }, setSeen] = useState<SeenOf>(NOTHING_SEEN);
  const drawn = useMemo(() => {
    const widest = new Map<string, Wish>();
    // The version says when the windows hold other rows.
    for (let index = version < 0 ? last : first; index <= last; index += 1) {
      const row = windows.row(index);
      if (row === undefined) continue;
      for (const { id, needs, wants } of columns) {
        const wish = {
          needs: Math.ceil(needs?.(row) ?? 0),
          wants: Math.ceil((wants?.(row) ?? 0) / WANTED_STEP_PX) * WANTED_STEP_PX,
        };
        widest.set(id, wider(widest.get(id) ?? NO_WISH, wish));
      }
    }
    return widest;
  }, [columns, windows, version, first, last]);
  const current = windows.generationAt(first) ?? 0;
  if (current > generation || (measuredBy !== columns && drawn.size > 0)) {
    setSeen({ widths: drawn, columns, generation: current });
    return drawn;
  }
  const isWider = ([id, wish]: [string, Wish]) => {
    const before = widths.get(id) ?? NO_WISH;
    return wish.needs > before.needs || wish.wants > before.wants;
  };
  if ([...drawn].some(isWider)) {
    const all = new Map(widths);
    for (const [id, wish] of drawn) all.set(id, wider(wish, widths.get(id) ?? NO_WISH));
    setSeen({ widths: all, columns, generation });
    return all;
  }
  return widths;
}
