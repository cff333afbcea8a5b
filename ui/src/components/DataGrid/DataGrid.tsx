/**
 * The grid of Check, Track and People: virtualised DOM rows, one tab stop, an active cell moved by keys, editing in
 * place. Rows are addressed by index; the screen defines their data and the effect of an edit.
 */
import { type CSSProperties, type ReactNode, useId, useImperativeHandle, useRef } from "react";

import { GridBody } from "./cells/GridBody";
import { focusCell, useCellEditor } from "./cells/useCellEditor";
import { useGridClipboard } from "./cells/useGridClipboard";
import { useGridEvents } from "./cells/useGridEvents";
import classes from "./DataGrid.module.css";
import { GridFoot } from "./GridFoot";
import { HeadCell } from "./HeadCell";
import type { GridCell } from "./keyboard";
import { clampCell } from "./geometry";
import { useVirtualRows } from "./scrolling/useVirtualRows";
import type { DataGridProps } from "./types";

/** Skeleton rows before the count is known. */
const ROWS_BEFORE_ANSWER = 12;
const FIRST_CELL: GridCell = { row: 0, column: 0 };

export function DataGrid<Row>({ ref, ...props }: DataGridProps<Row>): ReactNode {
  const { columns, windows, rowHeight, active, coveredEnd = 0 } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { total } = windows;
  const count = total ?? ROWS_BEFORE_ANSWER;
  const cell = clampCell(active ?? FIRST_CELL, count, columns.length);
  const rows = useVirtualRows({ scroller, columns, windows, rowHeight, active, count, cell, coveredEnd });
  const editor = useCellEditor({ ...props, gridId, cell, count });
  useImperativeHandle(ref, () => ({
    focus: () => focusCell(gridId, cell),
    edit: (at) => void editor.start(at),
  }));
  const { range, pasteBox, onCopy, onPaste } = useGridClipboard(props, { gridId, cell, count }, editor);
  const { onKeyDown, onMouseDown, onDoubleClick, onClick } = useGridEvents(
    props,
    { cell, pageRows: rows.pageRows, pasteBox },
    editor,
  );
  const failed = windows.error !== undefined;
  return (
    <div className={classes.frame} style={frameOf(rows.widths, rowHeight, coveredEnd)}>
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
        // The active cell is the tab stop, not the scroller.
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onDoubleClick={onDoubleClick}
        onClick={onClick}
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
          <GridBody grid={props} gridId={gridId} rows={rows} cell={cell} range={range} editor={editor} />
        )}
        {failed ? <div className={classes.instead}>{props.failure(windows.error, () => windows.retry())}</div> : null}
        {!failed && total === 0 ? <div className={classes.instead}>{props.empty}</div> : null}
      </div>
      {props.onPaste !== undefined && (
        <textarea
          ref={pasteBox}
          className={classes.pasteBox}
          aria-hidden
          tabIndex={-1}
          value=""
          readOnly={false}
          onChange={() => undefined}
          onPaste={onPaste}
          data-testid="grid-paste"
        />
      )}
      <GridFoot windows={windows} foot={props.foot} footCount={props.footCount} inView={rows.inView} />
    </div>
  );
}

/** The sizes used by the style sheet. */
function frameOf(widths: readonly number[], rowHeight: number, coveredEnd: number): CSSProperties {
  return {
    "--grid-columns": widths.map((px) => `${px}px`).join(" "),
    "--grid-width": `${widths.reduce((sum, px) => sum + px, coveredEnd)}px`,
    "--grid-row": `${rowHeight}px`,
    // The left edges of the pinned columns.
    "--grid-stay-0": "0px",
    "--grid-stay-1": `${widths[0] ?? 0}px`,
  } as CSSProperties;
}
