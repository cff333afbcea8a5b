/** The box that selects a row, in the margin before its number; and the one in the head, for all rows shown. */
import type { MouseEvent } from "react";
import { Checkbox } from "../../../components";
import type { SelectedRows } from "../state/useSelectedRows";
import { type Words } from "../words";
import classes from "./cells.module.css";

/** The keyboard stays on the cell where it is; it selects with the space bar. */
const keepFocus = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

type RowProps = { t: Words; position: number; row: number | null; rows: SelectedRows };

export function SelectRow({ t, position, row, rows }: RowProps) {
  return (
    <span className={classes.select}>
      <Checkbox
        tabIndex={-1}
        checked={rows.positions.has(position)}
        aria-label={row === null ? t("select.rowAdded") : t("select.row", { row })}
        onMouseDown={keepFocus}
        onDoubleClick={keepFocus}
        onChange={() => undefined}
        onClick={({ shiftKey }) => rows.toggle(position, shiftKey)}
        data-testid={`select-${position}`}
      />
    </span>
  );
}

export function SelectAll({ t, rows }: { t: Words; rows: SelectedRows }) {
  const isAny = rows.positions.size > 0;
  return (
    <span className={classes.select}>
      <Checkbox
        tabIndex={-1}
        checked={isAny}
        aria-label={t(isAny ? "select.none" : "select.all")}
        onMouseDown={keepFocus}
        onChange={isAny ? rows.clear : rows.addAll}
        data-testid="select-all"
      />
    </span>
  );
}
