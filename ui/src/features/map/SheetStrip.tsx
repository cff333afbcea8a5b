/**
 * The file's first rows as they are, each column headed by what it is used as: where there are many columns, neighbours
 * are compared here. Another row is made the one with the headings by pressing its number.
 */
import { IconHelpCircle } from "@tabler/icons-react";
import { ScrollRegion } from "../../components";
import type { Header, MappedColumn, MappingView } from "../../ipc";
import { columnIndex, doubtOf, fieldOf, selectIdOf } from "./columns";
import classes from "./SheetStrip.module.css";
import { fieldWord, useWords } from "./words";

/** With fewer, the list below shows all of them at once. */
const COLUMNS_MIN = 12;
/** What stands above the headings, the headings, and a few people. */
const ROWS_ABOVE = 1;
const ROWS_SHOWN = 6;

type Props = { view: MappingView; columns: MappedColumn[]; onHeader: (header: Header) => void };

export function SheetStrip({ view, columns, onHeader }: Props) {
  const t = useWords();
  if (view.columns.length < COLUMNS_MIN || view.head.length === 0) return null;
  const { headerRow } = view.decision.mapping;
  const at = view.head.findIndex(({ row }) => row === headerRow);
  const first = Math.max(0, at - ROWS_ABOVE);
  return (
    <ScrollRegion className={classes.strip} label={t("strip.label")}>
      <table data-testid="map-strip">
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <span className="visually-hidden">{t("strip.row")}</span>
            </th>
            {view.columns.map(({ column }) => (
              <ColumnHead key={column} column={column} view={view} columns={columns} />
            ))}
          </tr>
        </thead>
        <tbody>
          {view.head.slice(first, first + ROWS_SHOWN).map(({ row, cells }) => (
            <tr key={row} data-headings={row === headerRow || undefined}>
              <th scope="row">
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
              </th>
              {view.columns.map(({ column }) => {
                const text = cells[columnIndex(column)] ?? "";
                return (
                  <td key={column} title={text} data-unused={fieldOf(columns, column) === null || undefined}>
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

/** What the column is used as, marked where that is not sure; pressing it goes to where it is chosen. */
function ColumnHead({ column, view, columns }: Omit<Props, "onHeader"> & { column: string }) {
  const t = useWords();
  const field = fieldOf(columns, column);
  const isGuess = field !== null && field === fieldOf(view.decision.mapping.columns, column);
  const isUnsure = isGuess && doubtOf(view.decision, column) !== undefined;
  return (
    <th scope="col">
      <span className={classes.letter}>{column}</span>
      <button
        type="button"
        className={classes.chip}
        data-unused={field === null || undefined}
        onClick={() => document.getElementById(selectIdOf(column))?.focus()}
        data-testid={`map-strip-${column}`}
      >
        {field === null ? t("unused") : fieldWord(t, field)}
        {isUnsure && <IconHelpCircle size={14} stroke={1.75} role="img" aria-label={t("strip.unsure")} />}
      </button>
    </th>
  );
}
