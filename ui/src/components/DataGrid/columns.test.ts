import { describe, expect, it } from "vitest";

import { columnWidths, type ColumnWidth } from "./columns";

const row = { min: 68 };
const name = { min: 96, ideal: 160, grow: 2, shrinkOrder: 1 };
const account = { min: 188 };
const bank = { min: 110, ideal: 150, grow: 1, shrinkOrder: 2 };
const amount = { min: 116 };
const columns: ColumnWidth[] = [row, name, account, bank, amount];

const total = (widths: number[]) => widths.reduce((sum, width) => sum + width, 0);

describe("widths of columns", () => {
  it("fills the room there is, by the share each takes", () => {
    const widths = columnWidths(columns, 982);
    expect(total(widths)).toBe(982);
    expect(widths).toEqual([68, 360, 188, 250, 116]);
  });

  it("takes what is missing from the name first, then from the bank", () => {
    expect(columnWidths(columns, 650)).toEqual([68, 128, 188, 150, 116]);
    expect(columnWidths(columns, 600)).toEqual([68, 96, 188, 132, 116]);
  });

  it("never narrows accounts and amounts; what is left scrolls", () => {
    expect(columnWidths(columns, 300)).toEqual([68, 96, 188, 110, 116]);
  });

  it("answers whole pixels", () => {
    for (let available = 300; available < 1400; available += 7) {
      const widths = columnWidths(columns, available);
      expect(widths.every(Number.isInteger)).toBe(true);
      expect(total(widths)).toBe(Math.max(available, 68 + 96 + 188 + 110 + 116));
    }
  });
});

describe("a text that is longer than its column likes", () => {
  const long = { min: 104, ideal: 264, whole: 400, grow: 0.6, shrinkOrder: 2 };
  const message = { min: 112, ideal: 220, grow: 1.4, shrinkOrder: 1 };
  it.each<[string, ColumnWidth[], number, number[]]>([
    ["narrow window: others keep what they need", [row, long, amount], 300, [68, 116, 116]],
    ["no room to spare: as it likes", [row, long, amount], 448, [68, 264, 116]],
    ["some room: before any column grows", [row, long, message], 602, [68, 314, 220]],
    ["wide window: whole, and the rest is shared", [row, long, message], 788, [68, 430, 290]],
    ["two long ones: the shorter is whole first", [long, { ...long, whole: 300 }], 600, [300, 300]],
    ["many columns: the room is shared evenly", [long, long, long, long], 1096, [274, 274, 274, 274]],
  ])("%s", (_, of, available, widths) => {
    expect(columnWidths(of, available)).toEqual(widths);
  });
});
