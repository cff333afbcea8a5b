// The fields of a list's columns, and which of them are required.

import type { ListColumn, ListField, ListKind, ListMapping, ListNeed } from "../../../ipc";

/** A group of fields answers one question about a row. */
export type FieldGroup = {
  id: "payment" | "outcome" | "entry" | "more";
  needs: readonly ListNeed[];
  fields: readonly ListField[];
};

export const GROUPS = {
  results: [
    { id: "payment", needs: ["payment", "date"], fields: ["reference", "account", "amount", "date"] },
    { id: "outcome", needs: ["outcome"], fields: ["status", "code"] },
    { id: "more", needs: [], fields: ["currency", "message", "unique_reference"] },
  ],
  statement: [
    {
      id: "entry",
      needs: ["date", "amount"],
      fields: ["date", "debit", "credit", "signed_amount", "amount", "direction"],
    },
    { id: "payment", needs: ["payment"], fields: ["reference", "message", "name", "account"] },
    { id: "more", needs: [], fields: ["currency", "balance"] },
  ],
} as const satisfies Record<ListKind, readonly FieldGroup[]>;

/** A select for a field's column. References may be in several columns. */
export type Slot = { field: ListField; column: string | null; number: number };

/** The slots of a group: one per field, and one per further column of it. */
export function slotsOf(group: FieldGroup, kind: ListKind, { columns }: ListMapping): Slot[] {
  const known: ListField[] = GROUPS[kind].flatMap(({ fields }) => [...fields]);
  const others = columns.map(({ field }) => field).filter((field) => !known.includes(field));
  const fields = group.id === "more" ? [...group.fields, ...new Set(others)] : group.fields;
  return fields.flatMap((field): Slot[] => {
    const taken = columns.filter((one) => one.field === field);
    if (taken.length === 0) return [{ field, column: null, number: 1 }];
    return taken.map(({ column }, at) => ({ field, column, number: at + 1 }));
  });
}

/** The columns after a change of one slot, in sheet order. */
export function withColumn(
  columns: readonly ListColumn[],
  { field, column }: Slot,
  chosen: string | null,
): ListColumn[] {
  const others = columns.filter((one) => one.column !== column && one.column !== chosen);
  const all = chosen === null ? others : [...others, { column: chosen, field }];
  return all.toSorted((one, other) => one.column.length - other.column.length || (one.column < other.column ? -1 : 1));
}

/** The two meanings of a minus. */
export const READINGS = ["debit", "signed_amount"] as const;

/** The columns after a change of a column's sign meaning. */
export const withReading = (
  columns: readonly ListColumn[],
  column: string,
  field: (typeof READINGS)[number],
): ListColumn[] => columns.map((one) => (one.column === column ? { column, field } : one));

export const fieldOf = ({ columns }: ListMapping, column: string): ListField | null =>
  columns.find((one) => one.column === column)?.field ?? null;
