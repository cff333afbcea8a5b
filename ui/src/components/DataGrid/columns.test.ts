import { describe, expect, it } from "vitest";

import { columnWidths, type ColumnWidth } from "./columns";

const row = { min: 68 };
const name = { min: 96, ideal: 160, grow: 2, givesWay: 1 };
const account = { min: 188 };
const bank = { min: 110, ideal: 150, grow: 1, givesWay: 2 };
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
