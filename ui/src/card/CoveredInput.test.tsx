import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { expect, test, vi } from "vitest";
import { Look } from "../components/Look";
import { type Covered, CoveredInput } from "./CoveredInput";
import { digitsOf, groupCard } from "./fields";

function open() {
  const [typed, onTyped, onTooLong] = [createRef<Covered>(), vi.fn<(digits: string) => void>(), vi.fn<() => void>()];
  const field = (label: string) => (
    <Look scheme="light">
      <CoveredInput ref={typed} label={label} lengthMax={8} keep={digitsOf} show={groupCard} drawn="digits" onTyped={onTyped} onTooLong={onTooLong} data-testid="field" />
    </Look>
  );
  const { rerender } = render(field("Number"));
  const input = screen.getByTestId<HTMLInputElement>("field");
  input.focus();
  return { typed, input, onTyped, onTooLong, again: () => rerender(field("Number of the card")) };
}

const before = (input: HTMLInputElement, inputType: string, data: string | null) => {
  const event = new InputEvent("beforeinput", { inputType, data, bubbles: true, cancelable: true });
  fireEvent(input, event);
  return event;
};

test.each(["insertLineBreak", "insertParagraph"])("%s is left to the form", (kind) => {
  const { input } = open();
  expect(before(input, kind, null).defaultPrevented).toBe(false);
  expect(before(input, "insertText", "4").defaultPrevented).toBe(true);
});

test.each([
  ["inserts it in the field and says so at each step", false],
  ["takes it back and inserts it as a whole at its end", true],
])("an input method's text is typed once where it %s", (_, isWhole) => {
  const { typed, input, onTyped } = open();
  before(input, "insertText", "4");
  onTyped.mockClear();
  fireEvent.compositionStart(input);
  for (const data of ["7", "71", "716"]) {
    before(input, "insertCompositionText", data);
    input.value = `4${data}`;
    fireEvent(input, new InputEvent("input", { inputType: "insertCompositionText", data }));
    expect(input.value, "what is composed stays in the field").toBe(`4${data}`);
  }
  if (isWhole) {
    before(input, "deleteCompositionText", null);
    before(input, "insertFromComposition", "716");
  }
  fireEvent(input, createEvent.compositionEnd(input, { data: "716" }));
  if (isWhole) before(input, "insertFromComposition", "716");
  expect(typed.current?.value).toBe("4716");
  expect(input.value).toBe("4716");
  expect(onTyped.mock.calls).toEqual([["4716"]]);
});

test("a composition that is given up, or has no digits, leaves what was typed", () => {
  const { typed, input } = open();
  before(input, "insertText", "4716");
  for (const data of ["", "あ"]) {
    fireEvent.compositionStart(input);
    input.value = "4716あ";
    fireEvent(input, createEvent.compositionEnd(input, { data }));
    expect([typed.current?.value, input.value, input.selectionStart]).toEqual(["4716", "4716", 4]);
  }
});

test("a paste that does not fit is not cut: nothing is taken, and it is said", async () => {
  const { typed, input, onTooLong } = open();
  const user = userEvent.setup({ delay: null });
  await user.paste("4716 0582 3");
  expect([typed.current?.value, onTooLong.mock.calls.length]).toEqual(["", 1]);
  await user.paste("4716 0582");
  expect([typed.current?.value, input.value]).toEqual(["47160582", "4716 0582"]);
  await user.keyboard("9");
  expect([typed.current?.value, onTooLong.mock.calls.length]).toEqual(["47160582", 1]);
});

test("what could not be stopped is drawn over, and the cursor stays", () => {
  const { typed, input, again } = open();
  before(input, "insertText", "471605");
  input.setSelectionRange(2, 2);
  before(input, "insertText", "9");
  again();
  input.value = "47 by another hand";
  fireEvent(input, new InputEvent("input", { inputType: "insertReplacementText" }));
  expect([typed.current?.value, input.value, input.selectionStart]).toEqual(["4791605", "4791 605", 3]);
});
