/** The checkbox that selects a row, in the margin before its number; and the one in the header, for all shown rows. */
import { SelectBox } from "../../../components/DataGrid";
import type { SelectedRows } from "../state/rows/useSelectedRows";
import { type Words } from "../words";
import classes from "./cells.module.css";

type RowProps = { t: Words; position: number; row: number | null; rows: SelectedRows };

export function SelectRow({ t, position, row, rows }: RowProps) {
  return (
    <span className={classes.select}>
      <SelectBox
        label={row === null ? t("select.rowAdded") : t("select.row", { row })}
        isSelected={rows.selected.has(position)}
        onToggle={(extend) => rows.toggle(position, extend)}
        testid={`select-${position}`}
      />
    </span>
  );
}

export function SelectAll({ t, rows }: { t: Words; rows: SelectedRows }) {
  const isAny = rows.selected.size > 0;
  return (
    <span className={classes.select}>
      <SelectBox
        label={t(isAny ? "select.none" : "select.all")}
        isSelected={isAny}
        onToggle={isAny ? rows.clear : rows.addAll}
        testid="select-all"
      />
    </span>
  );
}
