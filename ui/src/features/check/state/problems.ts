/**
 * The texts of a row's problem: a short word for its cell, a title, an explanation with figures, and its fix. The
 * catalogue contains the sentences; this module selects them and fills in the values.
 */
import type { Field, ProblemCode, ProblemView, RowView } from "../../../ipc";
import { decimalsOf } from "../../../lib/currency/countries";
import { formatMoney } from "../../../lib/currency/money";
import { type Words } from "../words";

const ROWS_NAMED_MAX = 6;

export type ColumnId =
  "row" | "name" | "account_number" | "bank_name" | "amount" | "holder" | "narration" | "reference" | "state";

export interface ProblemWords {
  readonly short: string;
  readonly title: string;
  readonly text: string;
  /** Present if there is a suggestion, or a payment to split. */
  readonly fix: string | undefined;
}

/** Whether it is still open. */
export function isOpen(row: RowView, problem: ProblemView): boolean {
  if (row.state === "excluded" || problem.severity === "note") return false;
  return problem.severity === "error" || !problem.accepted;
}

/** Open problems, those that block the payment first. */
export function openProblems(row: RowView): ProblemView[] {
  const open = row.problems.filter((problem) => isOpen(row, problem));
  return [...open.filter((p) => p.severity === "error"), ...open.filter((p) => p.severity !== "error")];
}

/** The grid column of a problem. */
export function columnOf({ code, field }: ProblemView, hasHolder = true): ColumnId {
  if (hasHolder && (code === "name_differs" || code === "name_close" || code === "account_not_found")) return "holder";
  switch (field) {
    case "name":
    case "account_number":
    case "amount":
    case "narration":
      return field;
    case "bank_name":
    case "bank_code":
    case "branch_code":
    case "branch_name":
      return "bank_name";
    case "currency":
    case "country":
      return "amount";
    case "reference":
    case "employee_id":
    case "pay_date":
    case "email":
    case "phone":
    case null:
      return "state";
  }
}

export const isBankField = (field: Field | null): boolean => field === "bank_name" || field === "bank_code";

/** Problems that are solved by choosing a bank. */
export const asksForBank = ({ code }: ProblemView): boolean =>
  code === "bank_missing" ||
  code === "bank_unknown" ||
  code === "bank_taken_over" ||
  code === "bank_ambiguous" ||
  code === "bank_conflict";

/** Problems that are solved by choosing a branch. */
export const asksForBranch = ({ code }: ProblemView): boolean => code === "branch_missing" || code === "branch_unknown";

/** The file marks this row as not to be paid. */
export const saysNotToPay = (problem: ProblemView | undefined): boolean => problem?.code === "file_says_not_to_pay";

/** Similar rows, shortened: `11, 27 and 4 more`. */
export function rowsNamed(t: Words, rows: readonly (number | null)[]): string {
  // Added rows have no number in the file.
  if (rows.length === 0) return t("grid.addedRow");
  const named = rows
    .slice(0, ROWS_NAMED_MAX)
    .map((row) => row ?? t("grid.added"))
    .join(", ");
  const more = rows.length - ROWS_NAMED_MAX;
  return more > 0 ? t("panel.andMore", { rows: named, count: more }) : named;
}

/** The number of leading zeros, if the suggestion adds nothing else. */
export function zerosAdded({ value, suggestion }: ProblemView): number {
  if (value === null || suggestion === null || !suggestion.endsWith(value)) return 0;
  const added = suggestion.slice(0, suggestion.length - value.length);
  return /^0+$/.test(added) ? added.length : 0;
}

type Values = Record<string, string | number>;

/** The values determine a code's sentences, so the keys are built at run time; a test covers them all. */
function problemTranslator(t: Words): (key: string, values: Values) => string {
  const say = t as unknown as (key: string, values: Values) => string;
  return (key, values) => say(`problems:${key}`, values);
}

export function problemWords(t: Words, problem: ProblemView, row: RowView): ProblemWords {
  const { code } = problem;
  const say = problemTranslator(t);
  const values = figures(t, problem, row);
  const hasFix = problem.suggestion !== null || code === "amount_above_limit";
  return {
    short: say(`${code}.short`, values),
    title: say(`${code}.${titleKey(problem)}`, values),
    text: say(`${code}.${textKey(problem, row)}`, { ...values, count: countFor(problem, row) }),
    fix: hasFix ? say(`${code}.${fixKey(problem)}`, values) : undefined,
  };
}

/** About the whole file: one sentence. */
export function fileProblemText(t: Words, { code, value }: ProblemView): string {
  const key = value === null || value === "" ? "textPlain" : "text";
  return problemTranslator(t)(`${code}.${key}`, { value: value ?? "" });
}

function figures(t: Words, problem: ProblemView, row: RowView): Values {
  const value = problem.value ?? "";
  const amount = row.amount === null ? row.amountText : formatMoney(row.amount, row.currency);
  return {
    value,
    suggestion: suggestionShown(problem, row),
    digits: digitsIn(value),
    rows: rowsNamed(t, problem.rows),
    row: row.row ?? "",
    name: row.name === "" ? t("someone") : row.name,
    account: row.accountNumber,
    bank: row.bankName === "" ? t("theBank") : row.bankName,
    amount: amount === "" ? row.currency : amount,
    currency: row.currency,
    country: t(`approve:country.${row.country}`),
    holder: holderOf(row) ?? value,
    rule: t(`accountRule.${row.country}`),
    since: problem.since ?? "",
    limit: problem.code === "amount_above_limit" ? formatMoney(value, row.currency) : "",
  };
}

export function holderOf({ holder }: RowView): string | undefined {
  return "holder" in holder ? holder.holder : undefined;
}

function suggestionShown({ suggestion, suggestionLabel, field }: ProblemView, row: RowView): string {
  if (suggestion === null) return "";
  if (field === "amount" && /^\d+(\.\d+)?$/.test(suggestion)) return formatMoney(suggestion, row.currency);
  return suggestionLabel ?? suggestion;
}

const digitsIn = (value: string): number => value.replace(/\D/g, "").length;

/** The count in the sentence. */
function countFor({ code, value, rows }: ProblemView, { currency }: RowView): number {
  switch (code) {
    case "amount_too_precise":
      return decimalsOf(currency);
    case "text_too_long":
      return [...(value ?? "")].length;
    case "account_number_invalid":
      return digitsIn(value ?? "");
    default:
      return Math.max(1, rows.length);
  }
}

const isEmpty = (value: string | null): boolean => value === null || value.trim() === "";

/** Codes that the file has once for all rows, and each of these rows has too. */
const isOfFileToo = ({ code }: ProblemView): boolean => code === "hidden_rows" || code === "filtered_rows";

function titleKey(problem: ProblemView): string {
  if (isOfFileToo(problem)) return "titleRow";
  return problem.code === "account_number_zero_lost" && zerosAdded(problem) > 1 ? "titleSeveral" : "title";
}

const TEXT_KEYS: Partial<Record<ProblemCode, (problem: ProblemView, row: RowView) => string>> = {
  account_number_missing: ({ value }) => (isEmpty(value) ? "text" : "textShown"),
  account_number_zero_lost: (problem) => (zerosAdded(problem) > 0 ? "text" : "textMobile"),
  account_number_invalid: ({ value }) => (digitsIn(value ?? "") > 0 ? "text" : "textNoDigits"),
  amount_invalid: ({ value }) => (isEmpty(value) ? "textEmpty" : "text"),
  bank_missing: ({ suggestion }, row) =>
    row.accountNumber === "" ? "textNoAccount" : suggestion === null ? "text" : "textNear",
  bank_unknown: ({ field, suggestion }) =>
    `text${field === "bank_code" ? "Code" : ""}${suggestion === null ? "" : "Near"}`,
  bank_conflict: ({ field, suggestion }) =>
    field === "branch_code" ? "textBranch" : suggestion === null ? "text" : "textNear",
  branch_unknown: ({ suggestion }) => (suggestion === null ? "text" : "textNear"),
  name_missing: ({ value, severity }, row) => {
    if (!isEmpty(value) && severity === "error") return "textShown";
    if (row.amount === null || row.row === null) return "textPlain";
    return severity === "warning" ? "textWallet" : "text";
  },
  row_ragged: ({ value }) => (isEmpty(value) ? "textPlain" : "text"),
  amount_in_thousands: ({ suggestion }) => (suggestion === null ? "textPlain" : "text"),
  file_says_not_to_pay: ({ value }) => (isEmpty(value) ? "textPlain" : "text"),
  hidden_rows: () => "textRow",
  filtered_rows: () => "textRow",
};

function textKey(problem: ProblemView, row: RowView): string {
  return TEXT_KEYS[problem.code]?.(problem, row) ?? "text";
}

function fixKey(problem: ProblemView): string {
  if (problem.code !== "account_number_zero_lost") return "fix";
  const zeros = zerosAdded(problem);
  return zeros === 0 ? "fixMobile" : zeros === 1 ? "fix" : "fixSeveral";
}
