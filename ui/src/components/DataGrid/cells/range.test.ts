import { describe, expect, it } from "vitest";

import { cellText, rangeOf, rangeText } from "./range";

const rows = [
  ["Ada", "058\t", "1"],
  ["Bola", '"so"', "2"],
];
const text = (top: number, bottom: number, left: number, right: number) =>
  rangeText(
    { top, bottom, left, right },
    (index) => rows[index],
    (row, column) => row[column] ?? "",
  );

describe("a block of cells", () => {
  it("lies between two corners, whichever comes first", () => {
    expect(rangeOf({ row: 4, column: 1 }, { row: 2, column: 3 })).toEqual({ top: 2, bottom: 4, left: 1, right: 3 });
  });

  it("is copied with tabs and line ends; one row without a line end", () => {
    expect(text(0, 0, 0, 0)).toBe("Ada");
    expect(text(0, 1, 0, 2)).toBe('Ada\t"058\t"\t1\nBola\t"""so"""\t2\n');
  });

  it("is not copied with a hole in it", () => {
    expect(text(0, 2, 0, 0)).toBeUndefined();
  });

  it("quotes only what needs it", () => {
    expect(cellText('12" pipe')).toBe('12" pipe');
    expect(cellText("two\nlines")).toBe('"two\nlines"');
  });
});
