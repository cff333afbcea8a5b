/** The columns of the Check grid: content, tint and editor of each cell. */
import {
  IconAlertTriangleFilled,
  IconCheck,
  IconCircleMinus,
  IconEqual,
  IconEqualNot,
  IconInfoCircle,
  IconPencil,
  IconUserQuestion,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Account } from "../../../components";
import type { EditorProps, GridColumn } from "../../../components/DataGrid";
import type { Currency, Field, ProblemView, RowState, RowView } from "../../../ipc";
import { shortBankName } from "../../../lib/banks/bankNames";
import { formatAmount } from "../../../lib/currency/money";
import { textPx } from "../../../lib/textWidth";
import { BankPicker } from "../banks/BankPicker";
import { columnOf, holderOf, isBankField, openProblems, type ColumnId } from "../state/problems";
import type { SelectedRows } from "../state/rows/useSelectedRows";
import { type Words } from "../words";
import classes from "./cells.module.css";
import { SelectAll, SelectRow } from "./SelectBox";

export type CheckColumn = GridColumn<RowView> & { readonly id: ColumnId };

export interface ColumnsInput {
  readonly t: Words;
  /** No side panel: holder names and narrations have room. */
  readonly wide: boolean;
  /** The panel overlays the grid: name, amount and state stay visible beside it. */
  readonly narrow: boolean;
  /** Holder names are available in this country. */
  readonly hasHolder: boolean;
  /** The file has the office's references. */
  readonly hasReferences: boolean;
  readonly currency: Currency;
  /** More than one currency: each amount shows its own. */
  readonly isMixed: boolean;
  /** The largest row number. */
  readonly rowMax: number;
  readonly selectedRows: SelectedRows;
}

/** Widths of 13-px text, measured generously: tabular digits, and their separators. */
const DIGIT_PX = 8.3;
const SIGN_PX = 4.5;
const GAP_PX = 4;
const ICON_PX = 22;
const SORT_ARROW_PX = 16;
/** Longer texts are cut even if there is room. */
const TEXT_PX_MAX = 280;
const BANK_BESIDE_TAG_PX = 72;
const PADDING_PX = 24;
const MARGIN_PX = 32;
const EDITED_PX = 24;
const HEAD_ROW_PX = 26;

/** Width of figures: tabular digits, narrow commas and points; letters count as digits. */
const figurePx = (text: string): number =>
  [...text].reduce((px, c) => px + (/[,.\s’']/.test(c) ? SIGN_PX : DIGIT_PX), 0);

export function checkColumns(input: ColumnsInput): CheckColumn[] {
  const columns = [
    rowColumn(input),
    nameColumn(input),
    accountColumn(input),
    ...(input.narrow ? [] : [bankColumn(input)]),
    amountColumn(input),
    ...(input.hasHolder && !input.narrow ? [holderColumn(input)] : []),
    ...(input.wide ? [narrationColumn(input)] : []),
    ...(input.wide && input.hasReferences ? [referenceColumn(input)] : []),
    stateColumn(input),
    ...(input.narrow ? [bankColumn(input)] : []),
    ...(input.hasHolder && input.narrow ? [holderColumn(input)] : []),
  ];
  return columns;
}

/** The field edited by a column: a bank is chosen by its code. */
export function editedField(column: string): Field | undefined {
  switch (column) {
    case "name":
    case "account_number":
    case "amount":
    case "narration":
    case "reference":
      return column;
    case "bank_name":
      return "bank_code";
    default:
      return undefined;
  }
}

/** The first open problem of a row in this column. */
function problemIn(row: RowView, column: ColumnId, hasHolder: boolean): ProblemView | undefined {
  return openProblems(row).find((problem) => columnOf(problem, hasHolder) === column);
}

function problemClass(row: RowView, column: ColumnId, hasHolder: boolean): string | undefined {
  const problem = problemIn(row, column, hasHolder);
  if (problem === undefined) return undefined;
  return problem.severity === "error" ? classes.fix : classes.decide;
}

const problemWord = (t: Words, problem: ProblemView): string => t(`problems:${problem.code}.short`);

const isEditable = (row: RowView): boolean => row.state !== "excluded";

/** A cell's content, with its problem's word or the mark of an edit at the right. */
function withProblemTag(
  input: ColumnsInput,
  row: RowView,
  column: ColumnId,
  fields: readonly Field[],
  content: ReactNode,
): ReactNode {
  const problem = problemIn(row, column, input.hasHolder);
  const isEdited = fields.some((field) => row.edited.includes(field));
  return (
    <>
      {content}
      {problem !== undefined && (
        <Tag word={problemWord(input.t, problem)} severity={problem.severity} asIcon={input.narrow} />
      )}
      {problem === undefined && isEdited && row.state !== "excluded" && (
        <span className={classes.edited} title={input.t("grid.edited")}>
          <IconPencil size={14} stroke={1.75} aria-label={input.t("grid.edited")} />
        </span>
      )}
    </>
  );
}

type TagProps = {
  word: string;
  severity: ProblemView["severity"];
  asIcon: boolean;
  /** The class of the word. */
  title?: string;
  className?: string | undefined;
};

/** A problem's short word; without room, its icon with the word as accessible name. */
function Tag({ word, severity, asIcon, title, className = classes.tag }: TagProps) {
  if (!asIcon)
    return (
      <span className={className} title={title}>
        {word}
      </span>
    );
  const Icon = severity === "error" ? IconAlertTriangleFilled : IconInfoCircle;
  return (
    <span className={className} title={word}>
      <Icon size={14} stroke={1.75} role="img" aria-label={word} />
    </span>
  );
}

const headPx = (text: string): number => Math.ceil(textPx(text, 12) + SORT_ARROW_PX + PADDING_PX);

const preferredTextPx = (text: string): number => (text === "" ? 0 : Math.min(TEXT_PX_MAX, textPx(text)) + PADDING_PX);

const tagPx = (input: ColumnsInput, row: RowView, column: ColumnId, fields: readonly Field[]): number => {
  const problem = problemIn(row, column, input.hasHolder);
  if (problem !== undefined) return input.narrow ? ICON_PX : textPx(problemWord(input.t, problem), 12) + 16;
  return fields.some((field) => row.edited.includes(field)) ? EDITED_PX : 0;
};

function rowColumn({ t, rowMax, narrow, selectedRows }: ColumnsInput): CheckColumn {
  const digits = String(Math.max(1, rowMax)).length * DIGIT_PX;
  return {
    id: "row",
    pinned: narrow,
    sortable: true,
    header: t("grid.row"),
    headerStart: <SelectAll t={t} rows={selectedRows} />,
    alignEnd: true,
    width: { min: Math.ceil(MARGIN_PX + Math.max(HEAD_ROW_PX, digits) + PADDING_PX / 2) },
    className: () => classes.rowNumber,
    text: (row) => (row.row === null ? t("grid.added") : String(row.row)),
    render: (row) => (
      <>
        <SelectRow t={t} position={row.position} row={row.row} rows={selectedRows} />
        {row.row ?? <span title={t("grid.addedLong")}>{t("grid.added")}</span>}
      </>
    ),
  };
}

function nameColumn(input: ColumnsInput): CheckColumn {
  const { t, hasHolder } = input;
  return {
    id: "name",
    pinned: input.narrow,
    sortable: true,
    header: t("grid.name"),
    // Name and bank identify the person: neither shrinks before the account column.
    width: { min: input.narrow ? 152 : 120, ideal: 176, grow: 3, shrinkOrder: 2 },
    preferredWidth: (row) => preferredTextPx(row.name) + tagPx(input, row, "name", ["name"]),
    className: (row) => problemClass(row, "name", hasHolder),
    text: (row) => row.name,
    editable: isEditable,
    render: (row) =>
      withProblemTag(
        input,
        row,
        "name",
        ["name"],
        <span className={classes.name} title={row.name}>
          {row.name}
        </span>,
      ),
  };
}

function accountColumn(input: ColumnsInput): CheckColumn {
  const { t, hasHolder } = input;
  return {
    id: "account_number",
    sortable: true,
    header: t("grid.account"),
    width: { min: 136, ideal: 144, grow: 1, shrinkOrder: 1 },
    requiredWidth: (row) =>
      row.accountNumber.length * DIGIT_PX +
      2 * GAP_PX +
      PADDING_PX +
      tagPx(input, row, "account_number", ["account_number"]),
    className: (row) => problemClass(row, "account_number", hasHolder),
    text: (row) => row.accountNumber,
    editable: isEditable,
    render: (row) =>
      withProblemTag(input, row, "account_number", ["account_number"], <Account number={row.accountNumber} />),
  };
}

const BANK_FIELDS = ["bank_name", "bank_code"] as const satisfies readonly Field[];

function bankColumn(input: ColumnsInput): CheckColumn {
  const { t, hasHolder } = input;
  return {
    id: "bank_name",
    sortable: true,
    header: t("grid.bank"),
    width: { min: 112, ideal: 152, grow: 2, shrinkOrder: 2 },
    // The word beside a bank's name must not cover the name.
    requiredWidth: (row) => {
      const tag = tagPx(input, row, "bank_name", []);
      return tag === 0 ? 0 : Math.min(BANK_BESIDE_TAG_PX, textPx(row.bankName)) + PADDING_PX + tag;
    },
    preferredWidth: (row) => preferredTextPx(shortBankName(row.bankName)) + tagPx(input, row, "bank_name", BANK_FIELDS),
    className: (row) => problemClass(row, "bank_name", hasHolder),
    text: (row) => row.bankName,
    editable: isEditable,
    editor: (props) => <BankCell {...props} />,
    render: (row) =>
      withProblemTag(
        input,
        row,
        "bank_name",
        BANK_FIELDS,
        <span className={classes.bankCell} title={row.bankName}>
          {shortBankName(row.bankName)}
        </span>,
      ),
  };
}

function BankCell({ row, initial, isTyped, commit, cancel }: EditorProps<RowView>) {
  const problem = openProblems(row).find(({ field }) => isBankField(field));
  return (
    <BankPicker
      country={row.country}
      suggested={problem?.suggestion ?? row.bankCode}
      fileText={row.bankName}
      typed={isTyped ? initial : ""}
      inCell
      onChoose={(bank, then) => commit(bank.code, then)}
      onCancel={cancel}
    />
  );
}

function amountColumn(input: ColumnsInput): CheckColumn {
  const { t, currency, isMixed, hasHolder } = input;
  const header = isMixed ? t("grid.amount") : t("grid.amountIn", { currency });
  /** An invalid amount shrinks in favour of the problem's word; the title and the panel contain it. */
  const shown = (row: RowView): string => {
    if (row.amount !== null) return formatAmount(row.amount, row.currency);
    return problemIn(row, "amount", hasHolder) === undefined ? row.amountText : "";
  };
  const own = (row: RowView): string => (isMixed || row.currency !== currency ? `${row.currency} ` : "");
  return {
    id: "amount",
    sortable: true,
    header,
    alignEnd: true,
    width: { min: headPx(header), ideal: input.wide ? 128 : headPx(header) },
    requiredWidth: (row) =>
      figurePx(own(row)) + figurePx(shown(row)) + PADDING_PX + tagPx(input, row, "amount", ["amount"]),
    className: (row) => problemClass(row, "amount", hasHolder),
    text: (row) => row.amount ?? row.amountText,
    editable: isEditable,
    render: (row) => {
      const problem = problemIn(row, "amount", hasHolder);
      return (
        <>
          {problem !== undefined && (
            <Tag
              word={problemWord(t, problem)}
              severity={problem.severity}
              asIcon={input.narrow && row.amount !== null}
              title={row.amountText}
              className={row.amount === null ? classes.tag : classes.tagBefore}
            />
          )}
          {problem === undefined && row.edited.includes("amount") && (
            <IconPencil size={14} stroke={1.75} className={classes.editedBefore} aria-label={t("grid.edited")} />
          )}
          <span className={classes.amount}>
            {own(row) !== "" && <span className={classes.currency}>{row.currency}</span>}
            {shown(row)}
          </span>
        </>
      );
    },
  };
}

function holderColumn({ t, wide }: ColumnsInput): CheckColumn {
  return {
    id: "holder",
    sortable: true,
    header: wide ? t("grid.holderLong") : t("grid.holder"),
    width: { min: headPx(wide ? t("grid.holderLong") : t("grid.holder")), grow: wide ? 1 : 0, shrinkOrder: 1 },
    requiredWidth: (row) => (row.holder.kind === "not_found" ? preferredTextPx(t("holder.not_found")) + ICON_PX : 0),
    preferredWidth: (row) =>
      preferredTextPx((wide ? holderShown(row) : undefined) ?? t(`holder.${row.holder.kind}`)) + ICON_PX,
    className: (row) => problemClass(row, "holder", true),
    text: (row) => holderOf(row) ?? t(`holder.${row.holder.kind}`),
    render: (row) => holderCell(t, row, wide),
  };
}

/** In a wide window the differing name itself is shown. */
const holderShown = (row: RowView): string | undefined =>
  row.holder.kind === "differs" || row.holder.kind === "close" ? row.holder.holder : undefined;

function holderCell(t: Words, row: RowView, wide: boolean): ReactNode {
  if (row.state === "excluded") return <span className={classes.quiet}>{t("grid.noHolder")}</span>;
  const { holder } = row;
  switch (holder.kind) {
    case "not_asked":
      return (
        <span className={classes.quiet} title={t("holder.not_asked")}>
          {t("grid.noHolder")}
        </span>
      );
    case "matches":
      return (
        <span className={classes.holder} title={holder.holder}>
          <IconCheck size={16} stroke={1.75} />
          {t("holder.matches")}
        </span>
      );
    case "not_available":
      return (
        <span className={classes.quiet} title={t("holder.notAvailableLong")}>
          {t("holder.not_available")}
        </span>
      );
    case "close":
    case "differs": {
      const expected = holder.kind === "close" ? "name_close" : "name_differs";
      const isOpenHere = openProblems(row).some(({ code }) => code === expected);
      if (wide)
        return (
          <span className={isOpenHere ? classes.holderOpen : classes.holderName} title={holder.holder}>
            {holder.holder}
          </span>
        );
      return (
        <span className={isOpenHere ? classes.holderOpen : classes.holder} title={holder.holder}>
          {holder.kind === "close" ? <IconEqual size={16} stroke={1.75} /> : <IconEqualNot size={16} stroke={1.75} />}
          {t(`holder.${holder.kind}`)}
        </span>
      );
    }
    case "not_found": {
      const isOpenHere = openProblems(row).some(({ code }) => code === "account_not_found");
      return (
        <span className={isOpenHere ? classes.holderOpen : classes.holder}>
          <IconUserQuestion size={16} stroke={1.75} />
          {t("holder.not_found")}
        </span>
      );
    }
  }
}

function narrationColumn(input: ColumnsInput): CheckColumn {
  const { t, hasHolder } = input;
  return {
    id: "narration",
    sortable: true,
    header: t("grid.narration"),
    width: { min: 96, ideal: 136, grow: 2, shrinkOrder: 1 },
    preferredWidth: (row) => preferredTextPx(row.narration) + tagPx(input, row, "narration", ["narration"]),
    className: (row) => problemClass(row, "narration", hasHolder) ?? classes.narration,
    text: (row) => row.narration,
    editable: isEditable,
    render: (row) =>
      withProblemTag(
        input,
        row,
        "narration",
        ["narration"],
        <span className={classes.ellipsis} title={row.narration}>
          {row.narration}
        </span>,
      ),
  };
}

function referenceColumn(input: ColumnsInput): CheckColumn {
  return {
    id: "reference",
    header: input.t("grid.reference"),
    width: { min: 88, ideal: 112, shrinkOrder: 1 },
    preferredWidth: (row) => preferredTextPx(row.reference) + tagPx(input, row, "reference", ["reference"]),
    className: () => classes.narration,
    text: (row) => row.reference,
    editable: isEditable,
    render: (row) =>
      withProblemTag(
        input,
        row,
        "reference",
        ["reference"],
        <span className={classes.ellipsis} title={row.reference}>
          {row.reference}
        </span>,
      ),
  };
}

const STATE_ICONS = {
  ready: IconCheck,
  to_fix: IconAlertTriangleFilled,
  to_decide: IconInfoCircle,
  excluded: IconCircleMinus,
} as const satisfies Record<RowState, unknown>;

function stateColumn({ t, wide }: ColumnsInput): CheckColumn {
  return {
    id: "state",
    sortable: true,
    header: t("grid.state"),
    width: { min: wide ? 132 : 110 },
    requiredWidth: (row) => PADDING_PX / 2 + ICON_PX + textPx(stateWord(t, row, wide)) + endPx(row, wide),
    text: (row) => stateWord(t, row, true),
    render: (row) => {
      const Icon = STATE_ICONS[row.state];
      return (
        <span className={classes.state} data-state={row.state}>
          <Icon size={16} stroke={1.75} />
          {stateWord(t, row, wide)}
          {!wide && isChanged(row) && (
            <IconPencil size={14} stroke={1.75} className={classes.quiet} aria-label={t("grid.edited")} />
          )}
        </span>
      );
    },
  };
}

/** Beside the panel there is no room for the word: a pencil replaces it. */
const isChanged = (row: RowView): boolean => row.state === "ready" && row.edited.length > 0;

/** Right of the word: the page's margin, or the mark of an edit and the panel's edge. */
const endPx = (row: RowView, wide: boolean): number =>
  wide ? MARGIN_PX : PADDING_PX / 2 + (isChanged(row) ? ICON_PX : 0);

function stateWord(t: Words, row: RowView, isLong: boolean): string {
  if (row.state === "ready" && isLong) {
    if (row.edited.length > 0) return t("grid.readyEdited");
    if (row.problems.some(({ accepted }) => accepted)) return t("grid.readyAccepted");
  }
  return t(`states:row.${row.state}`);
}
