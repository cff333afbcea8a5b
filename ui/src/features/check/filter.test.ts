import { describe, expect, it } from "vitest";

import type { DraftView } from "../../ipc";
import { draftOf } from "./fixtures";
import { ALL, chipKey, chipsOf, chosenChip, rowFilter, type Chip } from "./filter";

const draft: DraftView = draftOf({
  rows: 312,
  problems: [
    { code: "account_number_zero_lost", severity: "error", count: 14 },
    { code: "duplicate_account", severity: "warning", count: 2 },
    { code: "account_number_local_form", severity: "note", count: 5 },
  ],
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

  it("fall back to all rows when their last row is mended", () => {
    const chip: Chip = { kind: "problem", code: "account_number_zero_lost" };
    expect(chosenChip(draft, chip)).toBe(chip);
    expect(chosenChip({ ...draft, problems: [] }, chip)).toBe(ALL);
  });

  it("ask for a problem, a group, a text, or nothing", () => {
    expect(rowFilter(ALL, "")).toEqual({ problem: null, group: null, text: null });
    expect(rowFilter({ kind: "problem", code: "bank_unknown" }, " obi ")).toEqual({
      problem: "bank_unknown",
      group: null,
      text: "obi",
    });
    expect(rowFilter({ kind: "group", group: "excluded" }, "  ")).toEqual({ problem: null, group: "excluded", text: null });
  });
});
