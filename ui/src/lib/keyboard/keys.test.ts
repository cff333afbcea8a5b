import { describe, expect, test } from "vitest";
import { runOn } from "../../test/platform";
import { ariaChord, chord, isBack, isCommand, isDelete } from "./keys";

const MODIFIERS = [
  // What is pressed, and on which platforms it is a command.
  ["nothing", [], []],
  ["Ctrl", ["ctrlKey"], ["windows", "linux"]],
  ["⌘", ["metaKey"], ["mac"]],
  ["Ctrl and ⌘", ["ctrlKey", "metaKey"], []],
  ["Ctrl and Alt", ["ctrlKey", "altKey"], []],
  ["⌘ and ⌥", ["metaKey", "altKey"], []],
] as const;

describe.each(["mac", "windows", "linux"] as const)("on %s", (platform) => {
  test.each(MODIFIERS)("%s", (_, pressed: readonly string[], commandOn: readonly string[]) => {
    runOn(platform);
    const has = (key: string) => pressed.includes(key);
    const event = { ctrlKey: has("ctrlKey"), metaKey: has("metaKey"), altKey: has("altKey") };
    expect(isCommand(event)).toBe(commandOn.includes(platform));
  });

  test.each([
    ["F", "Ctrl+F", "Control+F", "⌘F", "Meta+F"],
    [",", "Ctrl+,", "Control+,", "⌘,", "Meta+,"],
  ])("%s is shown with the command key", (key, shown, aria, shownOnMac, ariaOnMac) => {
    runOn(platform);
    expect([chord(key), ariaChord(key)]).toEqual(platform === "mac" ? [shownOnMac, ariaOnMac] : [shown, aria]);
  });

  test("Shift is named where it belongs", () => {
    runOn(platform);
    expect(chord("Z", "shift")).toBe(platform === "mac" ? "⇧⌘Z" : "Ctrl+Shift+Z");
  });

  test.each([
    ["Alt+←", "ArrowLeft", "altKey", "button", ["windows", "linux"]],
    ["Alt+←", "ArrowLeft", "altKey", "input", ["windows", "linux"]],
    ["⌘[", "[", "metaKey", "button", ["mac"]],
    ["⌘[", "[", "metaKey", "input", ["mac"]],
    ["⌘←", "ArrowLeft", "metaKey", "button", ["mac"]],
    ["⌘←", "ArrowLeft", "metaKey", "input", []],
    ["←", "ArrowLeft", "none", "button", []],
  ] as const)("%s leads back (%s with %s, in %s)", (_, key, pressed, place, backOn: readonly string[]) => {
    runOn(platform);
    const target = document.createElement(place);
    const event = { key, target, ctrlKey: false, metaKey: pressed === "metaKey", altKey: pressed === "altKey" };
    expect(isBack(event)).toBe(backOn.includes(platform));
  });

  test("Backspace removes only where there is no Delete key", () => {
    runOn(platform);
    expect(["Delete", "Backspace", "d"].map(isDelete)).toEqual([true, platform === "mac", false]);
  });
});
