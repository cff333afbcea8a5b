import { afterEach, expect, test, vi } from "vitest";
import { cover, edited, placeBehind, typedBefore } from "./covered";
import { groupCard } from "./fields";

test.each([
  ["insertText", "", [0, 0], "4", "4", 1],
  ["insertText", "4716", [2, 2], "9", "47916", 3],
  ["insertText", "4716", [1, 3], "9", "496", 2],
  ["insertFromPaste", "", [0, 0], "4716 0582\n", "47160582", 8],
  ["insertText", "12345678", [8, 8], "9", "12345678", 8],
  ["insertText", "12345678", [0, 8], "123456789", "12345678", 8],
  ["deleteContentBackward", "4716", [4, 4], "", "471", 3],
  ["deleteContentBackward", "4716", [0, 0], "", "4716", 0],
  ["deleteContentForward", "4716", [1, 1], "", "416", 1],
  ["deleteContentForward", "4716", [4, 4], "", "4716", 4],
  ["deleteByCut", "4716", [0, 4], "", "", 0],
  ["deleteWordBackward", "4716", [3, 3], "", "6", 0],
  ["deleteSoftLineForward", "4716", [3, 3], "", "471", 3],
] as const)("%s in %s at %s", (kind, text, [from, to], data, then, at) => {
  expect(edited({ text, from, to }, { kind, data, lengthMax: 8 })).toEqual({ text: then, at });
});

test("what is no typing changes nothing", () => {
  expect(edited({ text: "4716", from: 0, to: 0 }, { kind: "historyUndo", data: "", lengthMax: 8 })).toBeNull();
});

test("the cursor stands where it stood among the digits", () => {
  const shown = groupCard("471605823390");
  expect(shown).toBe("4716 0582 3390");
  for (let typed = 0; typed <= 12; typed += 1) {
    expect(typedBefore(shown, placeBehind(shown, typed))).toBe(typed);
  }
  expect(cover(shown)).toBe("\u2007\u2007\u2007\u2007 \u2007\u2007\u2007\u2007 \u2007\u2007\u2007\u2007");
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15", { held: "\u2007\u2007\u2007", over: "123" }],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Edg/142.0", { held: "123", over: "" }],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15", { held: "123", over: "" }],
])("%s", async (userAgent, expected) => {
  vi.stubGlobal("navigator", { userAgent });
  vi.resetModules();
  const covered = await import("./covered");
  expect(covered.parted("123")).toEqual(expected);
});
