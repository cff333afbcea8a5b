/** The file's columns: heading, samples, and the assigned field. */
import { IconAlertCircle, IconHelpCircle } from "@tabler/icons-react";
import { Fragment } from "react";
import { Account } from "../../components";
import type { ColumnPreview, Field, MappedColumn, MappingView } from "../../ipc";
import { arithmeticOf, duplicateFields, doubtOf, fieldOf, isAllByContent, selectIdOf } from "./columns";
import { FieldSelect } from "./FieldSelect";
import classes from "./Map.module.css";
import type { Mapping } from "./useMapping";
import { fieldWord, listed, useWords } from "./words";

type Props = { view: MappingView; columns: MappedColumn[]; setField: Mapping["setField"] };

export function ColumnList({ view, columns, setField }: Props) {
  const t = useWords();
  return (
    <table className={classes.columns} data-testid="map-columns">
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {t("list.inFile")}
          </th>
          <th scope="col">{t("list.holds")}</th>
        </tr>
      </thead>
      <tbody>
        {view.columns.map((column) => (
          <Column key={column.column} column={column} view={view} columns={columns} setField={setField} />
        ))}
      </tbody>
    </table>
  );
}

function Column({ column: { column, header, samples }, view, columns, setField }: Props & { column: ColumnPreview }) {
  const t = useWords();
  const field = fieldOf(columns, column);
  const mark = useMark(view, columns, column);
  const name = header === "" ? t("list.column", { column }) : header;
  return (
    <tr data-unused={field === null || undefined} data-testid={`map-column-${column}`}>
      <td className={classes.letter}>
        <span>{column}</span>
      </td>
      <td className={classes.about}>
        <span className={classes.header}>{name}</span>
        <span className={`${classes.samples} selectable`}>
          {samples.length === 0 ? <i>{t("list.empty")}</i> : <Samples samples={samples} field={field} />}
        </span>
      </td>
      <td className={classes.held}>
        <FieldSelect
          value={field}
          onChange={(chosen) => setField(column, chosen)}
          label={t("list.select", { name, column })}
          invalid={mark?.kind === "fault"}
          describedBy={mark === undefined ? undefined : `map-mark-${column}`}
          id={selectIdOf(column)}
          testid={`map-field-${column}`}
        />
        {mark !== undefined && (
          <span
            className={classes.mark}
            id={`map-mark-${column}`}
            data-kind={mark.kind}
            data-testid={`map-mark-${column}`}
          >
            {mark.kind === "fault" ? (
              <IconAlertCircle size={14} stroke={1.75} aria-hidden />
            ) : (
              <IconHelpCircle size={14} stroke={1.75} aria-hidden />
            )}
            {mark.text}
          </span>
        )}
      </td>
    </tr>
  );
}

/** More would be cut, and these are enough to recognise a column. */
const SAMPLES_SHOWN = 3;

/** The file's values, with grouped digits as in the preview. */
function Samples({ samples, field }: { samples: readonly string[]; field: Field | null }) {
  return samples.slice(0, SAMPLES_SHOWN).map((sample, at) => (
    // The order of the samples is fixed.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && "  ·  "}
      {field === "account_number" ? <Account number={sample} /> : field === "amount" ? grouped(sample) : sample}
    </Fragment>
  ));
}

/** `90000.00` as `90,000.00`; any other text is unchanged. */
function grouped(text: string): string {
  const [, units, decimals = ""] = /^(\d+)(\.\d+)?$/.exec(text) ?? [];
  return units === undefined ? text : units.replace(/\B(?=(\d{3})+$)/g, ",") + decimals;
}

type Mark = { kind: "fault" | "doubt"; text: string };

/** The error of a choice, else the doubt about a guess. */
function useMark(
  { decision, columns: previews }: MappingView,
  columns: MappedColumn[],
  column: string,
): Mark | undefined {
  const t = useWords();
  const field = fieldOf(columns, column);
  const others =
    field === null
      ? undefined
      : duplicateFields(columns)
          .get(field)
          ?.filter((other) => other !== column);
  if (field !== null && others !== undefined) {
    return { kind: "fault", text: t("mark.double", { field: fieldWord(t, field), columns: listed(t, others) }) };
  }
  const doubt = doubtOf(decision, column);
  // The user chose it, so it is not a guess.
  if (doubt === undefined || field !== fieldOf(decision.mapping.columns, column)) return undefined;
  if (isAllByContent(decision)) return undefined;
  if (doubt.sum !== null) return { kind: "doubt", text: t("mark.sum_of_others", arithmeticOf(doubt.sum)) };
  if (doubt.reason !== "several_columns" && doubt.reason !== "sum_of_others")
    return { kind: "doubt", text: t(`mark.${doubt.reason}`) };
  const taken = columns.find((mapped) => mapped.field === doubt.field && mapped.column !== column);
  const named = previews.find((preview) => preview.column === taken?.column)?.header ?? "";
  if (taken === undefined) return undefined;
  return {
    kind: "doubt",
    text: t("mark.several_columns", { field: fieldWord(t, doubt.field), column: named === "" ? taken.column : named }),
  };
}
