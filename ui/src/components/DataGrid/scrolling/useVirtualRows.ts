/** The rendered and the visible rows, the fetching of rows, and the column widths. */
import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";

import type { GridCell } from "../keyboard";
import { HEAD_PX, scrollToColumn, rowsInView, countPinned } from "../geometry";
import type { DataGridProps } from "../types";
import { RowSlots } from "./slots";
import { useColumnWidths, useWidth } from "./useColumnWidths";
import { useLatest } from "./useLatest";
import { useWindowsVersion } from "./useRowWindows";

/** Extra rows rendered on each side of the visible ones. */
const OVERSCAN_ROWS = 8;

interface Input<Row> extends Pick<DataGridProps<Row>, "columns" | "windows" | "rowHeight" | "active"> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly cell: GridCell;
  /** Covered pixels at the right. */
  readonly coveredEnd: number;
}

export interface VirtualRows {
  readonly items: readonly VirtualItem[];
  /** The element slot of each row. */
  readonly slots: ReadonlyMap<number, number>;
  readonly inView: { readonly first: number; readonly last: number };
  /** Number of fully visible rows. */
  readonly pageRows: number;
  /** Height of all rows, px. */
  readonly height: number;
  /** Total of the columns, px. */
  readonly widths: readonly number[];
}

export function useVirtualRows<Row>(input: Input<Row>): VirtualRows {
  const { scroller, columns, windows, rowHeight, count, coveredEnd } = input;
  const version = useWindowsVersion(windows);
  const width = useWidth(scroller);
  const virtualizer = useRowVirtualizer(input);
  const items = virtualizer.getVirtualItems();
  const [rowSlots] = useState(() => new RowSlots());
  const slots = rowSlots.assign(items.map((item) => item.index));
  const viewHeight = virtualizer.scrollRect?.height ?? 0;
  const inView = rowsInView(virtualizer.scrollOffset ?? 0, viewHeight, rowHeight, count);
  const pageRows = Math.floor(Math.max(0, viewHeight - HEAD_PX) / rowHeight);

  const firstDrawn = Math.max(0, inView.first - OVERSCAN_ROWS);
  const lastDrawn = Math.min(Math.max(0, count - 1), inView.last + OVERSCAN_ROWS);
  useEffect(() => windows.setVisibleRange(firstDrawn, lastDrawn), [windows, firstDrawn, lastDrawn]);

  const room = Math.max(0, width - coveredEnd);
  const widths = useColumnWidths(columns, { windows, version, first: firstDrawn, last: lastDrawn }, room);
  useRevealActive(input, virtualizer, { widths, inView });
  return { items, slots, inView, pageRows, height: virtualizer.getTotalSize(), widths };
}

type RowVirtualizer = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;

function useRowVirtualizer<Row>({ scroller, windows, rowHeight, active, count, cell }: Input<Row>): RowVirtualizer {
  const rangeExtractor = useCallback(
    // The active cell's row stays in the DOM when it scrolls out, otherwise the focus would be lost.
    (range: Range) => {
      const rows = defaultRangeExtractor(range);
      if (cell.row >= range.count || rows.includes(cell.row)) return rows;
      return [...rows, cell.row].toSorted((a, b) => a - b);
    },
    [cell.row],
  );
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this hook
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: windows.isScrollingFast ? 0 : OVERSCAN_ROWS,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    // A grid with an initial row renders there first, not at the top.
    initialOffset: () => Math.max(0, (active?.row ?? 0) * rowHeight - window.innerHeight / 4),
    rangeExtractor,
  });
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);
  return virtualizer;
}

/** Scrolls to the active cell when it moves; not when widths change. */
function useRevealActive<Row>(
  { scroller, columns, active, coveredEnd }: Input<Row>,
  virtualizer: RowVirtualizer,
  view: Pick<VirtualRows, "widths" | "inView">,
): void {
  const latest = useLatest(view);
  const staying = countPinned(columns);
  const [activeRow, activeColumn] = [active?.row, active?.column];
  useEffect(() => {
    if (activeRow === undefined || activeColumn === undefined) return;
    const { first, last } = latest.current.inView;
    const isFar = activeRow < first - 1 || activeRow > last + 1;
    virtualizer.scrollToIndex(activeRow, { align: isFar ? "center" : "auto" });
    scrollToColumn(scroller.current, latest.current.widths, activeColumn, coveredEnd, staying);
  }, [activeRow, activeColumn, coveredEnd, staying, latest, scroller, virtualizer]);
}
