/**
 * A file's first rows, unchanged; each column is labelled with its field. Pressing a row's number makes it the header
 * row.
 */
import { IconHelpCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Header, HeadRow } from "../ipc";
import { columnIndex } from "../lib/columnIndex";
import classes from "./FirstRows.module.css";
import { ScrollRegion } from "./ScrollRegion";

/** The rows above the headings, the headings, and a few rows. */
const ROWS_ABOVE = 1;
const ROWS_SHOWN = 6;

/** The field of a column, or null. */
export type ColumnUse = { word: string; isUnsure: boolean } | null;

type Props = {
  head: readonly HeadRow[];
  headerRow: number | null;
  columns: readonly string[];
  use: (column: string) => ColumnUse;
  /** Moves to the field's selection for that column. */
  onColumn: (column: string) => void;
  /** Absent if there is no header row to choose. */
  onHeader?: ((header: Header) => void) | undefined;
};

export function FirstRows({ head, headerRow, columns, use, onColumn, onHeader }: Props) {
  const { t } = useTranslation("mapping");
  const at = head.findIndex(({ row }) => row === headerRow);
  const first = Math.max(0, at - ROWS_ABOVE);
  return (
    <ScrollRegion className={classes.strip} label={t("strip.label")}>
      <table data-testid="map-strip">
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <span className="visually-hidden">{t("strip.row")}</span>
            </th>
            {columns.map((column) => (
              <ColumnHead key={column} column={column} use={use(column)} onColumn={onColumn} />
            ))}
          </tr>
        </thead>
        <tbody>
          {head.slice(first, first + ROWS_SHOWN).map(({ row, cells }) => (
            <tr key={row} data-headings={row === headerRow || undefined}>
              <th scope="row">
                {onHeader === undefined ? (
                  <span className={classes.number}>{row === 0 ? "" : row}</span>
                ) : (
                  <button
                    type="button"
                    aria-pressed={row === headerRow}
                    aria-label={t("strip.useRow", { row })}
                    title={t("strip.useRow", { row })}
                    onClick={() => row !== headerRow && onHeader({ kind: "row", row })}
                    data-testid={`map-strip-row-${row}`}
                  >
                    {row}
                  </button>
                )}
              </th>
              {columns.map((column) => {
                const text = cells[columnIndex(column)] ?? "";
                return (
                  <td key={column} title={text} data-unused={use(column) === null || undefined}>
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type HeadProps = { column: string; use: ColumnUse; onColumn: (column: string) => void };

/** The column's field, marked if it is unsure. */
function ColumnHead({ column, use, onColumn }: HeadProps) {
  const { t } = useTranslation("mapping");
  return (
    <th scope="col">
      <span className={classes.letter}>{column}</span>
      <button
        type="button"
        className={classes.chip}
        data-unused={use === null || undefined}
        onClick={() => onColumn(column)}
        data-testid={`map-strip-${column}`}
      >
        {use === null ? t("unused") : use.word}
        {use?.isUnsure === true && <IconHelpCircle size={14} stroke={1.75} role="img" aria-label={t("strip.unsure")} />}
      </button>
    </th>
  );
}
