import { describe, expect, it } from "vitest";

import { runOn } from "../../test/platform";
import { cellAfterKey, typesCharacter, type Key } from "./keyboard";

const shape = { rows: 312, columns: 7, pageRows: 15 };
const press = (name: string): Key => {
  const parts = name.split("+");
  return {
    key: parts.at(-1) ?? "",
    ctrlKey: parts.includes("Ctrl"),
    metaKey: parts.includes("Meta"),
    altKey: parts.includes("Alt"),
  };
};

describe("keys in the grid", () => {
  it.each([
    ["ArrowDown", [10, 3], [11, 3]],
    ["ArrowUp", [10, 3], [9, 3]],
    ["ArrowUp", [0, 3], [0, 3]],
    ["ArrowDown", [311, 3], [311, 3]],
    ["ArrowLeft", [10, 3], [10, 2]],
    ["ArrowLeft", [10, 0], [10, 0]],
    ["ArrowRight", [10, 6], [10, 6]],
    ["PageDown", [10, 3], [24, 3]],
    ["PageDown", [305, 3], [311, 3]],
    ["PageUp", [10, 3], [0, 3]],
    ["Home", [10, 3], [10, 0]],
    ["End", [10, 3], [10, 6]],
    ["Ctrl+Home", [10, 3], [0, 0]],
    ["Ctrl+End", [10, 3], [311, 6]],
    ["Ctrl+ArrowDown", [10, 3], [311, 3]],
    ["Ctrl+ArrowUp", [10, 3], [0, 3]],
    ["Meta+ArrowDown", [10, 3], [11, 3]],
  ] as const)("%s from %j leads to %j", (key, [row, column], [toRow, toColumn]) => {
    expect(cellAfterKey({ row, column }, press(key), shape)).toEqual({ row: toRow, column: toColumn });
  });

  it.each([
    ["Meta+ArrowDown", [10, 3], [311, 3]],
    ["Meta+ArrowLeft", [10, 3], [10, 0]],
    ["Ctrl+ArrowDown", [10, 3], [11, 3]],
  ] as const)("on a Mac, %s from %j leads to %j", (key, [row, column], [toRow, toColumn]) => {
    runOn("mac");
    expect(cellAfterKey({ row, column }, press(key), shape)).toEqual({ row: toRow, column: toColumn });
  });

  it.each(["a", "Enter", "Tab", "Escape", "Alt+ArrowDown"])("%s does not move", (key) => {
    expect(cellAfterKey({ row: 1, column: 1 }, press(key), shape)).toBeUndefined();
  });

  it("stays at the first cell of an empty grid", () => {
    expect(cellAfterKey({ row: 0, column: 0 }, press("Ctrl+End"), { ...shape, rows: 0 })).toEqual({
      row: 0,
      column: 6,
    });
  });

  it("begins to edit with a character, not with a shortcut", () => {
    expect(["7", "a", "é"].every((key) => typesCharacter(press(key)))).toBe(true);
    expect(["Ctrl+c", "Enter", " ", "F2", "Alt+a"].some((key) => typesCharacter(press(key)))).toBe(false);
  });
});
