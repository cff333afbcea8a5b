import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ThemeProvider } from "../components/ThemeProvider";
import { digitsOf } from "./fields";
import { SecretInput } from "./SecretInput";

const LENGTH_MAX = 8;

function open(value = "") {
  const onTooLong = vi.fn<() => void>();
  const { unmount } = render(
    <ThemeProvider scheme="light">
      <SecretInput label="Number" filterText={digitsOf} lengthMax={LENGTH_MAX} onTooLong={onTooLong} />
    </ThemeProvider>,
  );
  const input = screen.getByLabelText<HTMLInputElement>("Number");
  input.value = value;
  input.focus();
  return { input, onTooLong, unmount, user: userEvent.setup({ delay: null }) };
}

test.each([
  ["insertText", "4716", [4, 4], "9", true],
  ["insertText", "4716", [1, 3], "9", true],
  ["insertText", "4716", [4, 4], "a", false],
  ["insertText", "4716", [4, 4], " ", false],
  ["insertText", "1234 5678", [9, 9], "9", false],
  ["insertText", "1234 5678", [0, 1], "9", true],
  ["insertFromPaste", "", [0, 0], "1234 5678", true],
  ["insertFromPaste", "", [0, 0], "1234-5678", true],
  ["insertFromPaste", "", [0, 0], "no number", false],
  ["insertFromPaste", "1234567", [7, 7], "89", false],
  ["insertFromDrop", "", [0, 0], "123456789", false],
  ["deleteContentBackward", "1234 5678", [9, 9], null, true],
  ["historyUndo", "1234 5678", [9, 9], null, true],
  // Enter submits the form.
  ["insertLineBreak", "1234 5678", [9, 9], null, true],
] as const)("%s in %s at %s of %s is left to the browser: %s", (inputType, text, [from, to], data, isLeft) => {
  const { input } = open(text);
  input.setSelectionRange(from, to);
  const event = new InputEvent("beforeinput", { inputType, data, bubbles: true, cancelable: true });
  fireEvent(input, event);
  expect(event.defaultPrevented).toBe(!isLeft);
});

test("a paste that does not fit is not truncated: nothing is inserted, and this is reported", async () => {
  const { input, onTooLong, user } = open();
  await user.paste("4716 0582 3");
  expect([input.value, onTooLong.mock.calls.length]).toEqual(["", 1]);
  await user.paste("4716 0582");
  expect([input.value, onTooLong.mock.calls.length]).toEqual(["4716 0582", 1]);
  await user.keyboard("9");
  expect([input.value, onTooLong.mock.calls.length]).toEqual(["4716 0582", 1]);
});

test("the text is cleared when the field goes", () => {
  const { input, unmount } = open("4716");
  unmount();
  expect(input.value).toBe("");
});
