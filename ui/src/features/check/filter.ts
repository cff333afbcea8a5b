/** Which rows the grid shows: one chip at a time, and a text. The chips are the draft's own counts. */
import type { DraftView, ProblemCode, RowFilter, RowGroup } from "../../ipc";

export type Chip =
  | { readonly kind: "all" }
  | { readonly kind: "problem"; readonly code: ProblemCode }
  | { readonly kind: "group"; readonly group: ChipGroup };

/** Groups that have a chip of their own; what is to fix and to decide is in the problems' chips. */
export type ChipGroup = Extract<RowGroup, "edited" | "accepted" | "excluded">;

export const ALL: Chip = { kind: "all" };
const GROUPS = ["edited", "accepted", "excluded"] as const satisfies readonly ChipGroup[];

export interface CountedChip {
  readonly chip: Chip;
  readonly count: number;
  /** Problems: whether they stop the payment. */
  readonly stops?: boolean;
}

/** The chips there are: all, each kind of problem, and what the user did; nothing without a row. */
export function chipsOf(draft: DraftView): CountedChip[] {
  const problems = draft.problems
    .filter(({ count, severity }) => count > 0 && severity !== "note")
    .map(({ code, count, severity }) => ({ chip: { kind: "problem", code } as const, count, stops: severity === "error" }));
  const groups = GROUPS.map((group) => ({ chip: { kind: "group", group } as const, count: draft[group] }));
  return [{ chip: ALL, count: draft.rows }, ...problems, ...groups.filter(({ count }) => count > 0)];
}

export const chipKey = (chip: Chip): string =>
  chip.kind === "all" ? "all" : chip.kind === "problem" ? chip.code : chip.group;

/** The chosen chip while it is there; all rows once its last one is gone. */
export function chosenChip(draft: DraftView, wanted: Chip): Chip {
  return chipsOf(draft).some(({ chip }) => chipKey(chip) === chipKey(wanted)) ? wanted : ALL;
}

export function rowFilter(chip: Chip, text: string): RowFilter {
  const trimmed = text.trim();
  return {
    problem: chip.kind === "problem" ? chip.code : null,
    group: chip.kind === "group" ? chip.group : null,
    text: trimmed === "" ? null : trimmed,
  };
}
