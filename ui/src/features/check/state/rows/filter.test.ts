import { describe, expect, it } from "vitest";

import type { DraftView } from "../../../../ipc";
import { draftOf } from "../../fixtures";
import { ALL, ALL_ROWS, chipKey, chipsOf, chosenChip, rowFilter, type Chip } from "./filter";

const draft: DraftView = draftOf({
  rows: 312,
  problems: [
    { code: "account_number_zero_lost", severity: "error", count: 14 },
    { code: "duplicate_account", severity: "warning", count: 2 },
    { code: "account_number_local_form", severity: "note", count: 5 },
  ],
  toFix: 0,
  edited: 0,
  accepted: 0,
  excluded: 1,
});

describe("chips", () => {
  it("are the counts, without the empty ones and without notes", () => {
    expect(chipsOf(draft).map(({ chip, count }) => `${chipKey(chip)} ${count}`)).toEqual([
      "all 312",
      "account_number_zero_lost 14",
      "duplicate_account 2",
      "excluded 1",
    ]);
  });

  it("fall back to all rows when their last row is fixed", () => {
    const chip: Chip = { kind: "problem", code: "account_number_zero_lost" };
    expect(chosenChip(draft, chip)).toBe(chip);
    expect(chosenChip({ ...draft, problems: [] }, chip)).toBe(ALL);
  });

  it("ask for a problem, a group, a text, or nothing", () => {
    expect(rowFilter(ALL, { text: "" })).toEqual(ALL_ROWS);
    expect(rowFilter({ kind: "problem", code: "bank_unknown" }, { text: " obi " })).toEqual({
      ...ALL_ROWS,
      problem: "bank_unknown",
      text: "obi",
    });
    expect(rowFilter({ kind: "group", group: "excluded" }, { text: "  " })).toEqual({
      ...ALL_ROWS,
      group: "excluded",
    });
  });

  it("ask for a bank, and for rows sorted by a column there is", () => {
    const sort = { column: "amount", direction: "descending" } as const;
    expect(rowFilter(ALL, { text: "", bank: "058", sort })).toEqual({
      ...ALL_ROWS,
      bank: "058",
      sort: { by: "amount", direction: "descending" },
    });
    expect(rowFilter(ALL, { text: "", sort: { ...sort, column: "shoes" } })).toEqual(ALL_ROWS);
  });

  it("stay on a state while somebody is in it", () => {
    const ready: Chip = { kind: "group", group: "ready" };
    expect(chosenChip(draft, ready)).toBe(ready);
    expect(chosenChip({ ...draft, rows: 1 }, ready)).toBe(ALL);
  });
});
