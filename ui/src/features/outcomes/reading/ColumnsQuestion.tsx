// Maps a list's columns if its headings are unknown or were detected wrongly. Nothing is recorded here: the resulting
// difference is shown next.

import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Popover.layer.css";

import { Button, Select } from "@mantine/core";
import { IconAlertTriangle, IconBookmark, IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { type MouseEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, Radio, SkeletonRows, TextButton } from "../../../components";
import { DialogFoot } from "../../../components/DialogFoot";
import { FirstRows } from "../../../components/FirstRows";
import type { FileHandle, ListKind, ListMapping, ListNeed, OutcomeColumnsView, SignedColumn } from "../../../ipc";
import classes from "./ColumnsQuestion.module.css";
import { fieldOf, type FieldGroup, GROUPS, READINGS, type Slot, slotsOf, withColumn, withReading } from "./listColumns";
import { type OutcomeColumns, useOutcomeColumns } from "./useOutcomeColumns";

/** Cells that are shown to identify a row. */
const CELLS_SHOWN = 4;
const NO_HEADINGS = "none";

type Props = {
  kind: ListKind;
  handle: FileHandle;
  /** The earlier choice. */
  chosen: ListMapping | null;
  isBusy: boolean;
  onUse: (mapping: ListMapping) => void;
  onCancel: () => void;
  /** Returns to the difference, if there is one. */
  onBack: (() => void) | undefined;
};

export function ColumnsQuestion({ kind, handle, chosen, isBusy, onUse, onCancel, onBack }: Props): ReactNode {
  const { t } = useTranslation(["outcomes", "frame"]);
  const columns = useOutcomeColumns(kind, handle, chosen);
  const { view, mapping, isCurrent, error, retry } = columns;
  const canUse = isCurrent && mapping !== undefined && view !== undefined && view.missing.length === 0;
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onRetry={retry} />}
      {view === undefined || mapping === undefined ? (
        error === null ? (
          <div role="status" aria-label={t("reading")}>
            <SkeletonRows rows={6} columns={4} />
          </div>
        ) : null
      ) : (
        <Question view={view} mapping={mapping} columns={columns} />
      )}
      <DialogFoot>
        {onBack === undefined ? null : (
          <Button variant="subtle" className={classes.back} onClick={onBack} data-testid="outcome-columns-back">
            {t("columns.back")}
          </Button>
        )}
        {view === undefined ? null : <FirstNeed view={view} />}
        <Button variant="default" onClick={onCancel}>
          {t("frame:cancel")}
        </Button>
        <Button
          onClick={() => mapping !== undefined && onUse(mapping)}
          disabled={!canUse}
          loading={isBusy}
          data-testid="outcome-columns-use"
        >
          {t("columns.use")}
          {view === undefined ? null : <span className={classes.count}>{t("columns.rows", { count: view.rows })}</span>}
        </Button>
      </DialogFoot>
    </>
  );
}

/**
 * A link to the missing field, which a low window hides. It does not repeat the field's message, which would look like
 * a second task.
 */
function FirstNeed({ view: { kind, missing } }: { view: OutcomeColumnsView }): ReactNode {
  const { t } = useTranslation("outcomes");
  const groups: readonly FieldGroup[] = GROUPS[kind];
  if (!groups.some(({ needs }) => needs.some((need) => missing.includes(need)))) return null;
  const goThere = (event: MouseEvent<HTMLElement>): void => {
    const group = event.currentTarget.closest("[role=dialog]")?.querySelector("section[data-missing]");
    group?.scrollIntoView({ block: "center" });
    group?.querySelector("input")?.focus({ preventScroll: true });
  };
  return (
    <span className={classes.firstNeed}>
      <TextButton size="small" onClick={goThere} data-testid="outcome-columns-need">
        {t("columns.showMissing")}
      </TextButton>
    </span>
  );
}

type QuestionProps = { view: OutcomeColumnsView; mapping: ListMapping; columns: OutcomeColumns };

function Question({ view, mapping, columns }: QuestionProps): ReactNode {
  const { t } = useTranslation("outcomes");
  const base = useId();
  const { kind, head, areRecords } = view;
  const idOf = (column: string): string => `${base}-${column}`;
  return (
    <div className={classes.question} data-testid="outcome-columns">
      <p className={classes.lead}>{t(`columns.lead.${asksOnlySigns(view) ? "signs" : view.origin}`)}</p>
      {view.isHeadedByAPayment ? (
        <p className={classes.warning} role="alert" data-testid="outcome-columns-headed">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          {t("columns.headed", { row: mapping.headerRow ?? 1 })}
        </p>
      ) : null}
      <FirstRows
        head={head}
        headerRow={mapping.headerRow}
        columns={view.columns.map(({ column }) => column)}
        use={(column) => {
          const field = fieldOf(mapping, column);
          const isUnsure = view.columns.some((one) => one.column === column && one.isByContent);
          return field === null ? null : { word: t(`columns.field.${field}`), isUnsure };
        }}
        onColumn={(column) => document.getElementById(idOf(column))?.focus()}
        onHeader={areRecords ? undefined : (header) => columns.chooseTable({ sheet: mapping.sheet, header })}
      />
      {areRecords ? null : <Table view={view} mapping={mapping} onChoose={columns.chooseTable} />}
      {view.signs === null ? null : <Signs signs={view.signs} mapping={mapping} columns={columns} />}
      <div className={classes.groups}>
        {GROUPS[kind].map((group) => (
          <Group key={group.id} group={group} view={view} mapping={mapping} columns={columns} idOf={idOf} />
        ))}
      </div>
      <p className={classes.saved}>
        <IconBookmark size={16} stroke={1.75} aria-hidden />
        {t(view.canBeRemembered ? "columns.saved" : "columns.notSaved")}
      </p>
    </div>
  );
}

const asksOnlySigns = ({ signs, missing, origin }: OutcomeColumnsView): boolean =>
  signs !== null && origin !== "given" && missing.every((need) => need === "amount");

type SignsProps = Omit<QuestionProps, "view"> & { signs: SignedColumn };

/** Both interpretations of a minus, with amounts of the file: returned money, or paid money. */
function Signs({ signs: { column, plain, minus }, mapping, columns }: SignsProps): ReactNode {
  const { t } = useTranslation("outcomes");
  const name = useId();
  const chosen = fieldOf(mapping, column);
  return (
    <fieldset className={classes.signs} data-testid="outcome-columns-signs">
      <legend className={classes.groupTitle}>{t("columns.signs.title", { column })}</legend>
      {READINGS.map((field) => (
        <Radio
          key={field}
          name={name}
          checked={chosen === field}
          onChange={() => columns.chooseColumns(withReading(mapping.columns, column, field))}
          data-testid={`outcome-signs-${field}`}
        >
          {t(`columns.signs.${field}.meaning`)}
          <span className={classes.example}>
            {plain === null ? null : t(`columns.signs.${field}.plain`, { amount: plain })}
            {plain === null || minus === null ? null : " · "}
            {minus === null ? null : t(`columns.signs.${field}.minus`, { amount: minus })}
          </span>
        </Radio>
      ))}
    </fieldset>
  );
}

type TableProps = Omit<QuestionProps, "columns"> & { onChoose: OutcomeColumns["chooseTable"] };

/** The sheet, and the header row. */
function Table({ view, mapping, onChoose }: TableProps): ReactNode {
  const { t } = useTranslation("outcomes");
  const { sheet, headerRow } = mapping;
  const rows = view.head.map(({ row, cells }) => ({
    value: `${row}`,
    label: t("columns.headings.row", {
      row,
      cells: cells
        .filter((cell) => cell !== "")
        .slice(0, CELLS_SHOWN)
        .join(" · "),
    }),
  }));
  return (
    <div className={classes.table}>
      {view.sheets.length > 1 ? (
        <Select
          label={t("columns.sheet")}
          data={view.sheets.map(({ name, rows: count }) => ({
            value: name,
            label: t("columns.sheetRows", { name, count }),
          }))}
          value={sheet}
          onChange={(name) => name !== null && onChoose({ sheet: name, header: { kind: "detected" } })}
          withScrollArea={false}
          classNames={{ dropdown: classes.options ?? "" }}
          data-testid="outcome-columns-sheet"
        />
      ) : null}
      <Select
        label={t("columns.headings.label")}
        data={[{ value: NO_HEADINGS, label: t("columns.headings.none") }, ...rows]}
        value={headerRow === null ? NO_HEADINGS : `${headerRow}`}
        onChange={(row) => {
          if (row === null) return;
          const header =
            row === NO_HEADINGS ? ({ kind: "absent" } as const) : { kind: "row" as const, row: Number(row) };
          onChoose({ sheet, header });
        }}
        withScrollArea={false}
        classNames={{ dropdown: classes.options ?? "" }}
        data-testid="outcome-columns-headings"
      />
    </div>
  );
}

type GroupProps = QuestionProps & { group: FieldGroup; idOf: (column: string) => string };

function Group({ group, view, mapping, columns, idOf }: GroupProps): ReactNode {
  const { t } = useTranslation("outcomes");
  const missing = group.needs.filter((need) => view.missing.includes(need));
  const title = useId();
  return (
    <section
      className={classes.group}
      aria-labelledby={title}
      data-missing={missing.length > 0 || undefined}
      data-testid={`outcome-columns-${group.id}`}
    >
      <h3 className={classes.groupTitle} id={title} data-missing={missing.length > 0 || undefined}>
        {group.needs.length === 0 ? null : missing.length > 0 ? (
          <IconCircleDashed size={18} stroke={1.75} aria-hidden />
        ) : (
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
        )}
        {t(`columns.group.${group.id}`)}
      </h3>
      {missing.slice(0, 1).map((need) => (
        <p key={need} className={classes.need} role="alert">
          {needText(t, need, view)}
        </p>
      ))}
      {slotsOf(group, view.kind, mapping).map((slot) => (
        <Choice
          key={`${slot.field} ${slot.number}`}
          slot={slot}
          view={view}
          mapping={mapping}
          columns={columns}
          idOf={idOf}
        />
      ))}
    </section>
  );
}

type Words = ReturnType<typeof useTranslation<"outcomes">>["t"];

function needText(t: Words, need: ListNeed, { kind, signs }: OutcomeColumnsView): string {
  switch (need) {
    case "payment":
      return t(`columns.need.payment_${kind}`);
    case "date":
      return t(`columns.need.date_${kind}`);
    case "outcome":
      return t("columns.need.outcome_results");
    case "amount":
      return t(signs === null ? "columns.need.amount_statement" : "columns.need.signs_statement");
  }
}

type ChoiceProps = QuestionProps & { slot: Slot; idOf: (column: string) => string };

function Choice({ slot, view, mapping, columns, idOf }: ChoiceProps): ReactNode {
  const { t } = useTranslation(["outcomes", "mapping"]);
  const { field, column, number } = slot;
  const word = t(`columns.field.${field}`);
  const isByContent = view.columns.some((one) => one.column === column && one.isByContent);
  const options = view.columns.map((one) => ({
    value: one.column,
    label:
      one.header === ""
        ? t("mapping:list.column", { column: one.column })
        : t("columns.option", { column: one.column, header: one.header }),
    // Each column has one field.
    disabled: one.column !== column && fieldOf(mapping, one.column) !== null,
  }));
  return (
    <Select
      {...(column === null ? {} : { id: idOf(column) })}
      label={number === 1 ? word : t("columns.fieldAgain", { field: word, number })}
      description={isByContent && fieldOf(view.mapping, column ?? "") === field ? t("columns.byContent") : undefined}
      inputWrapperOrder={["label", "input", "description"]}
      placeholder={t("columns.fieldNone")}
      data={options}
      value={column}
      onChange={(chosen) => columns.chooseColumns(withColumn(mapping.columns, slot, chosen))}
      clearable
      // A wide file has many of these options: only the open list is rendered.
      comboboxProps={{ shadow: "md", keepMounted: false, withinPortal: true }}
      withScrollArea={false}
      classNames={{ dropdown: classes.options ?? "" }}
      data-testid={`outcome-column-${field}${number === 1 ? "" : `-${number}`}`}
    />
  );
}
