import type { ReactNode } from "react";

import classes from "../DataGrid.module.css";
import type { GridCell } from "../keyboard";
import { HEAD_PX } from "../geometry";
import type { VirtualRows } from "../scrolling/useVirtualRows";
import type { DataGridProps } from "../types";
import { GridRow } from "./GridRow";
import type { GridRange } from "./range";
import type { CellEditor } from "./useCellEditor";

interface Props<Row> {
  readonly grid: DataGridProps<Row>;
  readonly gridId: string;
  readonly rows: VirtualRows;
  readonly cell: GridCell;
  readonly range: GridRange | undefined;
  readonly editor: CellEditor;
}

/** The rendered rows. */
export function GridBody<Row>({ grid, gridId, rows, cell, range, editor }: Props<Row>): ReactNode {
  return (
    <div role="rowgroup" className={classes.body} style={{ height: rows.height }}>
      {rows.items.map((item) => (
        <GridRow
          key={rows.slots.get(item.index)}
          gridId={gridId}
          index={item.index}
          row={grid.windows.row(item.index)}
          top={item.start - HEAD_PX}
          columns={grid.columns}
          rowKey={grid.rowKey}
          rowClass={grid.rowClass}
          isSelected={grid.active !== undefined && item.index === cell.row}
          activeColumn={item.index === cell.row ? cell.column : -1}
          blockLeft={isWithin(range, item.index) ? range.left : -1}
          blockRight={isWithin(range, item.index) ? range.right : -1}
          editingFrom={item.index === cell.row ? editor.editingFrom : undefined}
          onText={editor.onText}
          commit={editor.commit}
          cancel={editor.cancel}
        />
      ))}
    </div>
  );
}

const isWithin = (range: GridRange | undefined, row: number): range is GridRange =>
  range !== undefined && row >= range.top && row <= range.bottom;
