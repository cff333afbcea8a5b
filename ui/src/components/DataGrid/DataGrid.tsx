/**
 * The grid of Check and Track: DOM rows, drawn only where they are in view, one tab stop, a cell that the keys
 * move, editing in place. It knows rows by their index; what a row is, where it comes from and what an edit
 * means is the screen's.
 */
import { useVirtualizer, defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from "react";

import classes from "./DataGrid.module.css";
import { cellId, GridRow } from "./GridRow";
import { moved, typesCharacter, type GridCell } from "./keyboard";
import { HeadCell } from "./HeadCell";
import { cellAt, clamped, HEAD_PX, next, revealSideways, rowsInView, sameCell } from "./places";
import { rangeOf, rangeText, type GridRange } from "./range";
import { RowSlots } from "./slots";
import { useColumnWidths, useWidth } from "./useColumnWidths";
import type { AfterEdit, GridColumn, GridHandle, GridSort } from "./types";
import { useWindowsVersion } from "./useRowWindows";
import type { RowWindows } from "./windows";

/** Rows drawn beyond those in view, each side. */
const OVERSCAN_ROWS = 8;
/** Skeleton rows before the first answer says how many there are. */
const ROWS_BEFORE_ANSWER = 12;
const FIRST_CELL: GridCell = { row: 0, column: 0 };

/** The cell that is typed in. It is its row's, wherever that row moves to meanwhile. */
interface Editing<Row> {
  readonly row: Row;
  readonly key: number;
  readonly column: number;
  /** Where the row was when it began. */
  readonly at: number;
  readonly from: string;
  /** What stands in the field by now; none before the first key. */
  readonly typed: { text: string | undefined };
}

export interface DataGridProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly windows: RowWindows<Row>;
  /** The row's identity, for test ids. */
  readonly rowKey: (row: Row) => number;
  readonly rowClass?: (row: Row) => string | undefined;
  /** 36, or 30 when compact. */
  readonly rowHeight: number;
  /** The cell the keyboard is on; its row is the selected one. None: nothing is selected. */
  readonly active: GridCell | undefined;
  readonly onActive: (cell: GridCell) => void;
  readonly onCommit?: (row: Row, column: string, value: string) => void;
  /** The row somebody typed in is gone from here, and what they typed with it. */
  readonly onEditLost?: () => void;
  /** Enter on a cell that cannot be edited. */
  readonly onOpen?: (row: Row, column: string) => void;
  /** How the rows are sorted; none: as they come. */
  readonly sort?: GridSort | undefined;
  /** A header was pressed, or Alt with an arrow up or down in its column. */
  readonly onSort?: (sort: GridSort | undefined) => void;
  /** Cells from another program, for the active cell and those right of and below it. */
  readonly onPaste?: (cell: GridCell, text: string) => void;
  /** A block reaches past the rows that are here, and was not copied. */
  readonly onTooMuch?: () => void;
  /** Pixels at the right that something lies over; the rows scroll that much farther sideways. */
  readonly coveredEnd?: number;
  /** Left in the foot. */
  readonly foot?: ReactNode;
  /** Right in the foot: rows in view from 1, and how many there are. */
  readonly footCount: (first: number, last: number, total: number) => string;
  /** In place of rows when there are none. */
  readonly empty: ReactNode;
  /** In place of rows when they could not be fetched. */
  readonly failure: (error: unknown, retry: () => void) => ReactNode;
  readonly ref?: Ref<GridHandle>;
}

export function DataGrid<Row>(props: DataGridProps<Row>): ReactNode {
  const { columns, windows, rowHeight, active, onActive, onCommit, onEditLost, onOpen, rowKey, coveredEnd = 0 } = props;
  const gridId = useId();
  const version = useWindowsVersion(windows);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [editing, setEditing] = useState<Editing<Row>>();
  const takesFocus = useRef(false);
  /** The corner that a block of cells began at; the active cell is the other one. */
  const [anchor, setAnchor] = useState<GridCell>();
  const pasteBox = useRef<HTMLTextAreaElement>(null);

  const total = windows.total;
  const count = total ?? ROWS_BEFORE_ANSWER;
  const cell = clamped(active ?? FIRST_CELL, count, columns.length);

  const rangeExtractor = useCallback(
    // The row of the active cell stays in the page when it is scrolled away, or the keyboard would fall out.
    (range: Range) => {
      const rows = defaultRangeExtractor(range);
      if (cell.row >= range.count || rows.includes(cell.row)) return rows;
      return [...rows, cell.row].toSorted((a, b) => a - b);
    },
    [cell.row],
  );
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: windows.isFlying ? 0 : OVERSCAN_ROWS,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    // A grid that opens on a row opens there, and does not show others before.
    initialOffset: () => Math.max(0, (active?.row ?? 0) * rowHeight - window.innerHeight / 4),
    rangeExtractor,
  });
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const [rowSlots] = useState(() => new RowSlots());
  const slots = rowSlots.assign(items.map((item) => item.index));
  const inView = rowsInView(virtualizer.scrollOffset ?? 0, virtualizer.scrollRect?.height ?? 0, rowHeight, count);
  const pageRows = Math.floor(Math.max(0, (virtualizer.scrollRect?.height ?? 0) - HEAD_PX) / rowHeight);

  const firstDrawn = Math.max(0, inView.first - OVERSCAN_ROWS);
  const lastDrawn = Math.min(Math.max(0, count - 1), inView.last + OVERSCAN_ROWS);
  useEffect(() => windows.want(firstDrawn, lastDrawn), [windows, firstDrawn, lastDrawn]);

  const room = Math.max(0, width - coveredEnd);
  const widths = useColumnWidths(columns, { windows, version, first: firstDrawn, last: lastDrawn }, room);

  const moveTo = useCallback(
    (to: GridCell, from?: GridCell) => {
      takesFocus.current = true;
      setEditing(undefined);
      setAnchor(from);
      onActive(to);
    },
    [onActive],
  );

  const startEditing = useCallback(
    (at: GridCell, from?: string): boolean => {
      const row = windows.row(at.row);
      const column = columns[at.column];
      if (row === undefined || column === undefined || onCommit === undefined) return false;
      if (!(column.editable?.(row) ?? false)) return false;
      takesFocus.current = true;
      onActive(at);
      setEditing({ row, key: rowKey(row), column: at.column, at: at.row, from: from ?? column.text(row), typed: { text: undefined } });
      return true;
    },
    [columns, onActive, onCommit, rowKey, windows],
  );

  useImperativeHandle(props.ref, () => ({
    focus: () => document.getElementById(cellId(gridId, cell.row, cell.column))?.focus({ preventScroll: true }),
    edit: (at) => void startEditing(at),
  }));

  // The active cell comes into view when it moves, from wherever it was moved; not when widths change under it.
  const shape = useRef({ cell, count, widths, inView, editing });
  useLayoutEffect(() => {
    shape.current = { cell, count, widths, inView, editing };
  });
  const [activeRow, activeColumn] = [active?.row, active?.column];
  useEffect(() => {
    if (activeRow === undefined || activeColumn === undefined) return;
    const { first, last } = shape.current.inView;
    const isFar = activeRow < first - 1 || activeRow > last + 1;
    virtualizer.scrollToIndex(activeRow, { align: isFar ? "center" : "auto" });
    revealSideways(scroller.current, shape.current.widths, activeColumn, coveredEnd);
  }, [activeRow, activeColumn, coveredEnd, virtualizer]);

  const here = windows.row(cell.row);
  const isHere = editing !== undefined && (here === undefined ? editing.at === cell.row : rowKey(here) === editing.key);
  const isEditing = isHere && editing.column === cell.column;
  const isLost = editing !== undefined && !isEditing;
  useEffect(() => {
    if (!isLost) return;
    const { editing: lost, cell: at } = shape.current;
    setEditing(undefined);
    document.getElementById(cellId(gridId, at.row, at.column))?.focus({ preventScroll: true });
    if (lost?.typed.text !== undefined && lost.typed.text !== lost.from) onEditLost?.();
  }, [gridId, isLost, onEditLost]);
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    if (!isEditing) document.getElementById(cellId(gridId, cell.row, cell.column))?.focus({ preventScroll: true });
  }, [gridId, cell.row, cell.column, isEditing]);

  const commit = useCallback(
    (value: string, then: AfterEdit) => {
      const { cell: at, count: rows, editing: opened } = shape.current;
      const column = columns[at.column];
      // Whoever the field was opened for: another row may stand there by now.
      if (opened !== undefined && column !== undefined && value !== column.text(opened.row)) {
        onCommit?.(opened.row, column.id, value);
      }
      moveTo(clamped(next(at, then), rows, columns.length));
    },
    [columns, moveTo, onCommit],
  );
  const onText = useCallback((text: string) => {
    const { editing: open } = shape.current;
    if (open !== undefined) open.typed.text = text;
  }, []);
  const cancel = useCallback(() => {
    takesFocus.current = true;
    setEditing(undefined);
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (isEditing || event.defaultPrevented || total === undefined || total === 0) return;
    const to = moved(cell, event, { rows: count, columns: columns.length, pageRows });
    if (to !== undefined) moveTo(to, event.shiftKey ? (anchor ?? cell) : undefined);
    else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const column = columns[cell.column];
      if (column?.sortable !== true) return;
      props.onSort?.({ column: column.id, direction: event.key === "ArrowUp" ? "ascending" : "descending" });
    } else if (event.key === "Escape" && anchor !== undefined) setAnchor(undefined);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v") {
      // Only a field is pasted into; what arrives there is the grid's.
      pasteBox.current?.focus({ preventScroll: true });
      return;
    } else if (event.key === "Enter" || event.key === "F2") {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!startEditing(cell) && event.key === "Enter") openRow();
    } else if (!typesCharacter(event) || !startEditing(cell, event.key)) return;
    event.preventDefault();
  };
  const openRow = (): void => {
    const row = windows.row(cell.row);
    const column = columns[cell.column];
    if (row !== undefined && column !== undefined) onOpen?.(row, column.id);
  };
  const onMouseDown = (event: MouseEvent<HTMLDivElement>): void => {
    const at = cellAt(event.target);
    if (at === undefined || (isEditing && sameCell(at, cell))) return;
    if (event.shiftKey) event.preventDefault();
    moveTo(at, event.shiftKey ? (anchor ?? cell) : undefined);
  };
  const onDoubleClick = (event: MouseEvent<HTMLDivElement>): void => {
    const at = cellAt(event.target);
    if (at !== undefined && !isEditing) startEditing(at);
  };
  const range = anchor === undefined ? undefined : rangeOf(clamped(anchor, count, columns.length), cell);
  const onCopy = (event: ClipboardEvent<HTMLDivElement>): void => {
    if (isEditing || (range === undefined && document.getSelection()?.isCollapsed === false)) return;
    // On the row's number it is the whole row.
    const whole = { top: cell.row, bottom: cell.row, left: 0, right: columns.length - 1 };
    const block = range ?? (cell.column === 0 ? whole : rangeOf(cell, cell));
    const text = rangeText(block, (index) => windows.row(index), (row, at) => columns[at]?.text(row) ?? "");
    if (text === undefined) props.onTooMuch?.();
    else event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const text = event.clipboardData.getData("text/plain");
    event.preventDefault();
    document.getElementById(cellId(gridId, cell.row, cell.column))?.focus({ preventScroll: true });
    if (text !== "") props.onPaste?.(cell, text);
  };

  const frame = {
    "--grid-columns": widths.map((px) => `${px}px`).join(" "),
    "--grid-width": `${widths.reduce((sum, px) => sum + px, coveredEnd)}px`,
    "--grid-row": `${rowHeight}px`,
  } as CSSProperties;
  const failed = windows.error !== undefined;
  return (
    <div className={classes.frame} style={frame}>
      <div
        className={classes.scroller}
        ref={scroller}
        role="grid"
        aria-label={props.label}
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-busy={total === undefined || windows.isStale}
        data-testid="grid"
        // The scroller itself is no tab stop; its active cell is.
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onDoubleClick={onDoubleClick}
        onCopy={onCopy}
      >
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.headRow}>
            {columns.map((column, at) => (
              <HeadCell key={column.id} column={column} at={at} sort={props.sort} onSort={props.onSort} />
            ))}
          </div>
        </div>
        {failed || total === 0 ? null : (
          <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
            {items.map((item) => (
              <GridRow
                key={slots.get(item.index)}
                gridId={gridId}
                index={item.index}
                row={windows.row(item.index)}
                top={item.start - HEAD_PX}
                columns={columns}
                rowKey={props.rowKey}
                rowClass={props.rowClass}
                isSelected={active !== undefined && item.index === cell.row}
                activeColumn={item.index === cell.row ? cell.column : -1}
                blockLeft={isWithin(range, item.index) ? range.left : -1}
                blockRight={isWithin(range, item.index) ? range.right : -1}
                editingFrom={isEditing && item.index === cell.row ? textOf(editing, cell.row) : undefined}
                onText={onText}
                commit={commit}
                cancel={cancel}
              />
            ))}
          </div>
        )}
        {failed ? <div className={classes.instead}>{props.failure(windows.error, () => windows.retry())}</div> : null}
        {!failed && total === 0 ? <div className={classes.instead}>{props.empty}</div> : null}
      </div>
      {props.onPaste !== undefined && (
        <textarea ref={pasteBox} className={classes.pasteBox} aria-hidden tabIndex={-1} value="" readOnly={false} onChange={() => undefined} onPaste={onPaste} data-testid="grid-paste" />
      )}
      <div className={classes.foot}>
        <div className={classes.footStart}>{props.foot}</div>
        <div className={classes.footCount} aria-live="off">
          {total === undefined || total === 0 || failed
            ? null
            : props.footCount(inView.first + 1, Math.min(total, inView.last + 1), total)}
        </div>
      </div>
    </div>
  );
}

/** What the field begins with: where its row has moved, what was typed so far. */
const textOf = <Row,>({ at, from, typed }: Editing<Row>, row: number): string => (row === at ? from : (typed.text ?? from));

const isWithin = (range: GridRange | undefined, row: number): range is GridRange =>
  range !== undefined && row >= range.top && row <= range.bottom;
