/** The grid's filter: one chip at a time, and a text. The chips are the draft's counts. */
import type { GridSort } from "../../../../components/DataGrid";
import type { DraftView, PaidBefore, ProblemCode, RowFilter, RowGroup, RowState, SortBy } from "../../../../ipc";
import { allMembers } from "../../../../lib/allMembers";

export { ALL_ROWS } from "../../../../lib/rows/allRows";

export type Chip =
  | { readonly kind: "all" }
  | { readonly kind: "problem"; readonly code: ProblemCode }
  | { readonly kind: "group"; readonly group: ChipGroup };

/** Groups with a chip of their own; rows to fix and to decide have the problems' chips. */
export type ChipGroup = Extract<RowGroup, "edited" | "accepted" | "excluded" | "ready" | "to_fix" | "to_decide">;

export const ALL: Chip = { kind: "all" };
const GROUPS = ["edited", "accepted", "excluded"] as const satisfies readonly ChipGroup[];

export interface CountedChip {
  readonly chip: Chip;
  readonly count: number;
  /** Problems: whether they block the payment. */
  readonly stops?: boolean;
}

/** The available chips: all, each kind of problem, and the user's changes; none without rows. */
export function chipsOf(draft: DraftView): CountedChip[] {
  const problems = draft.problems
    .filter(({ count, severity }) => count > 0 && severity !== "note")
    .map(({ code, count, severity }) => ({
      chip: { kind: "problem", code } as const,
      count,
      stops: severity === "error",
    }));
  const groups = GROUPS.map((group) => ({ chip: { kind: "group", group } as const, count: draft[group] }));
  return [{ chip: ALL, count: draft.rows }, ...problems, ...groups.filter(({ count }) => count > 0)];
}

export const chipKey = (chip: Chip): string =>
  chip.kind === "all" ? "all" : chip.kind === "problem" ? chip.code : chip.group;

/** Rows by state; chosen from the menu, and a chip only then. */
export const STATES = allMembers<RowState>({ ready: true, to_fix: true, to_decide: true, excluded: true });

export function stateCount(draft: DraftView, state: RowState): number {
  switch (state) {
    case "ready":
      return draft.rows - draft.toFix - draft.toDecide - draft.excluded;
    case "to_fix":
      return draft.toFix;
    case "to_decide":
      return draft.toDecide;
    case "excluded":
      return draft.excluded;
  }
}

/** The chosen chip while it has rows; otherwise all rows. */
export function chosenChip(draft: DraftView, requested: Chip): Chip {
  if (requested.kind === "group") {
    const state = STATES.find((known) => known === requested.group);
    if (state !== undefined) return stateCount(draft, state) > 0 ? requested : ALL;
  }
  return chipsOf(draft).some(({ chip }) => chipKey(chip) === chipKey(requested)) ? requested : ALL;
}

const SORTS = allMembers<SortBy>({
  row: true,
  name: true,
  account_number: true,
  bank_name: true,
  amount: true,
  holder: true,
  narration: true,
  state: true,
});

/** Filters besides the chip. */
export interface FilterInput {
  readonly text: string;
  readonly bank?: string | undefined;
  readonly paid?: PaidBefore | undefined;
  readonly sort?: GridSort | undefined;
}

export function rowFilter(chip: Chip, { text, bank, paid, sort }: FilterInput): RowFilter {
  const trimmed = text.trim();
  const by = SORTS.find((known) => known === sort?.column);
  return {
    problem: chip.kind === "problem" ? chip.code : null,
    group: chip.kind === "group" ? chip.group : null,
    text: trimmed === "" ? null : trimmed,
    bank: bank ?? null,
    paid: paid ?? null,
    sort: sort === undefined || by === undefined ? null : { by, direction: sort.direction },
  };
}

/** The cache key of the rows under a filter. */
export const filterKey = (filter: RowFilter): string => JSON.stringify(filter);
