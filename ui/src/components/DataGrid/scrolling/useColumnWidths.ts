/** Column widths, from the visible rows and the available room. */
import { useLayoutEffect, useMemo, useState } from "react";

import type { RowWindows } from "../../../lib/rows/rowWindows";
import { columnWidths } from "../columns";
import type { GridColumn } from "../types";

/** The rendered rows; `version` changes with the windows' rows. */
export interface RenderedRange<Row> {
  readonly windows: RowWindows<Row>;
  readonly version: number;
  readonly first: number;
  readonly last: number;
}

/** Widths in px; `room` is the total for all columns. */
export function useColumnWidths<Row>(
  columns: readonly GridColumn<Row>[],
  drawn: RenderedRange<Row>,
  room: number,
): readonly number[] {
  const seen = useMeasuredWidths(columns, drawn);
  return useMemo(() => columnWidths(withMeasuredWidths(columns, seen), room), [columns, seen, room]);
}

/** The current width of an element, px. */
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

/** Required and preferred width of a column for the measured rows, px. */
interface CellWidth {
  readonly required: number;
  readonly preferred: number;
}
type MeasuredWidths = ReadonlyMap<string, CellWidth>;
const ZERO_WIDTH: CellWidth = { required: 0, preferred: 0 };

/** Preferred widths are rounded up to this, so that columns do not move with every longer name. */
const PREFERRED_STEP_PX = 8;

function withMeasuredWidths<Row>(columns: readonly GridColumn<Row>[], seen: MeasuredWidths) {
  return columns.map(({ id, width }) => {
    const { required, preferred } = seen.get(id) ?? ZERO_WIDTH;
    const min = Math.max(width.min, required);
    if (preferred === 0) return { ...width, min };
    return { ...width, min, ideal: Math.max(min, Math.min(preferred, width.idealMax ?? preferred)), whole: preferred };
  });
}

interface Measurement {
  readonly widths: MeasuredWidths;
  /** The columns that were measured: others have other widths. */
  readonly columns: readonly unknown[];
  /** The generation of the measured rows. */
  readonly generation: number;
}
const NOT_MEASURED: Measurement = { widths: new Map(), columns: [], generation: -1 };

const maxCellWidth = (one: CellWidth, other: CellWidth): CellWidth => ({
  required: Math.max(one.required, other.required),
  preferred: Math.max(one.preferred, other.preferred),
});

/**
 * The maximum width of each column over the rows seen so far. Columns do not shrink while scrolling, but do after an
 * edit: refetched rows are measured again.
 */
function useMeasuredWidths<Row>(
  columns: readonly GridColumn<Row>[],
  { windows, version, first, last }: RenderedRange<Row>,
): MeasuredWidths {
  const [{ widths, columns: measuredBy, generation }, setMeasured] = useState<Measurement>(NOT_MEASURED);
  const drawn = useMemo(() => {
    const widest = new Map<string, CellWidth>();
    // `version` changes when the windows contain other rows.
    for (let index = version < 0 ? last : first; index <= last; index += 1) {
      const row = windows.row(index);
      if (row === undefined) continue;
      for (const { id, requiredWidth, preferredWidth } of columns) {
        const width = {
          required: Math.ceil(requiredWidth?.(row) ?? 0),
          preferred: Math.ceil((preferredWidth?.(row) ?? 0) / PREFERRED_STEP_PX) * PREFERRED_STEP_PX,
        };
        widest.set(id, maxCellWidth(widest.get(id) ?? ZERO_WIDTH, width));
      }
    }
    return widest;
  }, [columns, windows, version, first, last]);
  const current = windows.generationAt(first) ?? 0;
  if (current > generation || (measuredBy !== columns && drawn.size > 0)) {
    setMeasured({ widths: drawn, columns, generation: current });
    return drawn;
  }
  const isWider = ([id, width]: [string, CellWidth]) => {
    const before = widths.get(id) ?? ZERO_WIDTH;
    return width.required > before.required || width.preferred > before.preferred;
  };
  if ([...drawn].some(isWider)) {
    const all = new Map(widths);
    for (const [id, width] of drawn) all.set(id, maxCellWidth(width, widths.get(id) ?? ZERO_WIDTH));
    setMeasured({ widths: all, columns, generation });
    return all;
  }
  return widths;
}
