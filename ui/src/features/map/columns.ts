/** The fields of a file's columns, and which of them are required. */
import type { Decision, Field, MappedColumn, MappingView, SumOfColumns, SumTerm, Unsure } from "../../ipc";
import { allMembers } from "../../lib/allMembers";

/** In the order in which users look for them. */
export const FIELDS = allMembers<Field>({
  name: true,
  account_number: true,
  bank_name: true,
  bank_code: true,
  amount: true,
  narration: true,
  employee_id: true,
  reference: true,
  currency: true,
  country: true,
  branch_code: true,
  branch_name: true,
  pay_date: true,
  email: true,
  phone: true,
});

export type Need = "name" | "account_number" | "amount" | "bank";

/** The required data of a payroll. A bank may be a name or a code. */
export const NEEDS = {
  name: ["name"],
  account_number: ["account_number"],
  bank: ["bank_name", "bank_code"],
  amount: ["amount"],
} as const satisfies Record<Need, readonly Field[]>;

/** Without these nobody can be paid; names and banks can be added on the Check screen. */
export const REQUIRED = ["account_number", "amount"] as const satisfies readonly Need[];

export const fieldOf = (columns: readonly MappedColumn[], column: string): Field | null =>
  columns.find((mapped) => mapped.column === column)?.field ?? null;

/** The id of a column's select. */
export const selectIdOf = (column: string): string => `map-select-${column}`;

/** The columns with another field for one of them, in sheet order. */
export function withField(columns: readonly MappedColumn[], column: string, field: Field | null): MappedColumn[] {
  const others = columns.filter((mapped) => mapped.column !== column);
  const all = field === null ? others : [...others, { column, field }];
  return all.toSorted((one, other) => one.column.length - other.column.length || (one.column < other.column ? -1 : 1));
}

/** Columns that contain a required field. */
export const columnsFor = (columns: readonly MappedColumn[], need: Need): string[] =>
  columns.filter(({ field }) => NEEDS[need].some((known) => known === field)).map(({ column }) => column);

/** Fields with two columns, and their columns; only names are joined. */
export function duplicateFields(columns: readonly MappedColumn[]): Map<Field, string[]> {
  const all = new Map<Field, string[]>();
  for (const { column, field } of columns) all.set(field, [...(all.get(field) ?? []), column]);
  return new Map([...all].filter(([field, of]) => field !== "name" && of.length > 1));
}

export const missing = (columns: readonly MappedColumn[]): Need[] =>
  (Object.keys(NEEDS) as Need[]).filter((need) => columnsFor(columns, need).length === 0);

/** Why these columns cannot be used. */
export type Fault =
  { kind: "missing"; need: (typeof REQUIRED)[number] } | { kind: "double"; field: Field; columns: string[] };

export function faults(columns: readonly MappedColumn[]): Fault[] {
  const found = missing(columns);
  return [
    ...[...duplicateFields(columns)].map(([field, of]) => ({ kind: "double" as const, field, columns: of })),
    ...REQUIRED.filter((need) => found.includes(need)).map((need) => ({ kind: "missing" as const, need })),
  ];
}

/** The formula of a computed column: `Net Pay + Arrears`. */
export function arithmeticOf({ terms, rows, of: total }: SumOfColumns) {
  const name = ({ column, header }: SumTerm) => (header === "" ? column : header);
  const signed = (term: SumTerm, at: number) =>
    at === 0 ? name(term) : `${term.subtracted ? "−" : "+"} ${name(term)}`;
  return { arithmetic: terms.map(signed).join(" "), first: terms.slice(0, 1).map(name).join(""), rows, total };
}

/** The doubt about a column, until the user chooses. */
export const doubtOf = ({ unsure }: Decision, column: string): Unsure | undefined =>
  unsure.find((doubt) => doubt.column === column);

/** Several columns that were all detected by content only: shown once for all, not beside each. */
export const isAllByContent = ({ unsure }: Decision): boolean =>
  new Set(unsure.map(({ column }) => column)).size > 1 && unsure.every(({ reason }) => reason === "by_content");

export const sameColumns = (one: readonly MappedColumn[], other: readonly MappedColumn[]): boolean =>
  one.length === other.length && one.every(({ column, field }) => fieldOf(other, column) === field);

/** No column contains banks, or some of the first people have none. */
export const namesNoBank = (columns: readonly MappedColumn[], { first }: MappingView): boolean =>
  columnsFor(columns, "bank").length === 0 ||
  first.some(({ problems }) => problems.some(({ code }) => code === "bank_missing"));
