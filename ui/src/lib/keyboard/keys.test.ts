import { expect, test } from "vitest";
import { ariaChord, chord } from "./keys";

test.each([
  ["F", false, "Ctrl+F", "Control+F"],
  ["F", true, "⌘F", "Meta+F"],
  [",", false, "Ctrl+,", "Control+,"],
])("%s is pressed with the key of commands (Mac: %s)", (key, isMac, shown, aria) => {
  expect(chord(key, undefined, isMac)).toBe(shown);
  expect(ariaChord(key, isMac)).toBe(aria);
});

test("Shift is named where it belongs", () => {
  expect([chord("Z", "shift", false), chord("Z", "shift", true)]).toEqual(["Ctrl+Shift+Z", "⇧⌘Z"]);
});
