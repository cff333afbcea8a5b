import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";

import classes from "./DataGrid.module.css";
import type { GridColumn, GridSort } from "./types";

interface HeadCellProps<Row> {
  readonly column: GridColumn<Row>;
  readonly at: number;
  readonly sort: GridSort | undefined;
  readonly onSort: ((sort: GridSort | undefined) => void) | undefined;
}

/** Ascending, then descending, then unsorted. */
function nextSort(column: string, sort: GridSort | undefined): GridSort | undefined {
  if (sort?.column !== column) return { column, direction: "ascending" };
  return sort.direction === "ascending" ? { column, direction: "descending" } : undefined;
}

/** A column's header; a button if the column is sortable. The keyboard sorts from within the column. */
export function HeadCell<Row>({ column, at, sort, onSort }: HeadCellProps<Row>): ReactNode {
  const own = sort?.column === column.id ? sort.direction : undefined;
  const canSort = column.sortable === true && onSort !== undefined;
  const Arrow = own === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      aria-colindex={at + 1}
      aria-sort={canSort ? (own ?? "none") : undefined}
      className={[classes.headCell, column.alignEnd === true && classes.end, column.pinned === true && classes.stays]
        .filter(Boolean)
        .join(" ")}
      style={column.pinned === true ? { left: `var(--grid-stay-${at})` } : undefined}
    >
      {column.headerStart}
      {canSort ? (
        <button
          type="button"
          className={classes.sort}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSort(nextSort(column.id, sort))}
          data-sorted={own}
          data-testid={`sort-${column.id}`}
        >
          {column.header}
          {own !== undefined && <Arrow size={12} stroke={2} aria-hidden />}
        </button>
      ) : (
        column.header
      )}
    </div>
  );
}
