import { afterEach, expect, test, vi } from "vitest";
import { cover, edited, isEnter, isTooLong, placeBehind, typedBefore } from "./covered";
import { groupCard } from "./fields";

test.each([
  ["insertText", "", [0, 0], "4", "4", 1],
  ["insertText", "4716", [2, 2], "9", "47916", 3],
  ["insertText", "4716", [1, 3], "9", "496", 2],
  ["insertFromPaste", "", [0, 0], "4716 0582\n", "47160582", 8],
  ["insertText", "12345678", [0, 8], "87654321", "87654321", 8],
  ["insertFromPaste", "1234567", [7, 7], " 8 ", "12345678", 8],
  ["deleteContentBackward", "4716", [4, 4], "", "471", 3],
  ["deleteContentForward", "4716", [1, 1], "", "416", 1],
  ["deleteContentForward", "4716", [1, 3], "", "46", 1],
  ["deleteByCut", "4716", [0, 4], "", "", 0],
  ["deleteWordBackward", "4716", [3, 3], "", "6", 0],
  ["deleteSoftLineForward", "4716", [3, 3], "", "471", 3],
  ["deleteHardLineBackward", "4716", [3, 3], "", "6", 0],
  ["deleteWordForward", "4716", [0, 2], "", "16", 0],
] as const)("%s in %s at %s", (kind, text, [from, to], data, then, at) => {
  expect(edited({ text, from, to }, { kind, data, lengthMax: 8 })).toEqual({ text: then, at });
});

test.each([
  ["historyUndo", "4716", [0, 0], ""],
  // An input method's text is inserted once, at the end of its composition.
  ["insertCompositionText", "4716", [4, 4], "58"],
  ["insertFromComposition", "4716", [4, 4], "58"],
  ["deleteCompositionText", "4716", [4, 4], ""],
  ["deleteByComposition", "4716", [1, 3], ""],
  // What nothing is kept of leaves the selection alone.
  ["insertText", "4716", [1, 3], ""],
  ["insertFromPaste", "4716", [0, 4], " \n"],
  ["insertText", "12345678", [8, 8], "9"],
  ["insertFromPaste", "12345678", [0, 8], "123456789"],
  ["insertFromDrop", "4716", [1, 3], "58"],
  ["deleteByDrag", "4716", [1, 3], ""],
  ["insertReplacementText", "4716", [0, 4], "58"],
  ["deleteByCut", "4716", [2, 2], ""],
  ["deleteContentBackward", "4716", [0, 0], ""],
  ["deleteContentForward", "4716", [4, 4], ""],
  ["deleteOfAnotherKind", "4716", [4, 4], ""],
  ["deleteOfAnotherKindBackward", "4716", [4, 4], ""],
] as const)("%s in %s at %s changes nothing", (kind, text, [from, to], data) => {
  expect(edited({ text, from, to }, { kind, data, lengthMax: 8 })).toBeNull();
});

test.each([
  ["insertFromPaste", "", [0, 0], "123456789", true],
  ["insertFromPaste", "1234567", [7, 7], "89", true],
  ["insertFromPaste", "12345678", [0, 8], "1234 5678", false],
  ["insertText", "12345678", [8, 8], "9", false],
  ["insertFromDrop", "", [0, 0], "123456789", false],
  ["deleteContentBackward", "12345678", [8, 8], "", false],
] as const)("%s in %s at %s of %s is too long: %s", (kind, text, [from, to], data, expected) => {
  expect(isTooLong({ text, from, to }, { kind, data, lengthMax: 8 })).toBe(expected);
});

test.each([
  ["insertLineBreak", true],
  ["insertParagraph", true],
  ["insertText", false],
])("%s is Enter: %s", (kind, expected) => expect(isEnter(kind)).toBe(expected));

test("the cursor stands where it stood among the digits", () => {
  const shown = groupCard("471605823390");
  expect(shown).toBe("4716 0582 3390");
  for (let typed = 0; typed <= 12; typed += 1) {
    expect(typedBefore(shown, placeBehind(shown, typed))).toBe(typed);
  }
  expect(cover(shown, "digits")).toBe("\u2007\u2007\u2007\u2007 \u2007\u2007\u2007\u2007 \u2007\u2007\u2007\u2007");
  expect(cover("1a", "characters")).toBe("\u00A0\u00A0");
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
  expect(covered.parted("123", "digits")).toEqual(expected);
});
