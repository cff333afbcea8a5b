/** Undo and Redo of the menu bar: in a text field what is typed is undone, elsewhere what the screen did. */
import { mockIPC } from "@tauri-apps/api/mocks";
import { emit } from "@tauri-apps/api/event";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { MenuCommand } from "../../ipc";
import { useFieldUndo, useMenuUndo } from "./useMenuCommand";

const undo = vi.fn<() => void>();
const redo = vi.fn<() => void>();
const inField = vi.fn<(command: string) => boolean>();

function Window() {
  useFieldUndo();
  useMenuUndo({ undo, redo });
  return (
    <>
      <input data-testid="field" />
      <button type="button" data-testid="cell">
        Ada Obi
      </button>
    </>
  );
}

beforeEach(() => {
  for (const mock of [undo, redo, inField]) mock.mockClear();
  mockIPC(() => null, { shouldMockEvents: true });
  // jsdom has none.
  document.execCommand = inField;
  render(<Window />);
});

test.each<[string, MenuCommand, string[]]>([
  ["field", "undo", ["field undo"]],
  ["field", "redo", ["field redo"]],
  ["field", "settings", []],
  ["cell", "undo", ["undo"]],
  ["cell", "redo", ["redo"]],
  ["cell", "open_file", []],
])("with the focus in a %s, %s does %j", async (place, command, done) => {
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  screen.getByTestId(place).focus();
  await emit("menu-signal", command);
  expect([
    ...inField.mock.calls.map(([name]) => `field ${name}`),
    ...undo.mock.calls.map(() => "undo"),
    ...redo.mock.calls.map(() => "redo"),
  ]).toEqual(done);
});

test.each(["field", "cell"])("a window without the focus undoes nothing (%s)", async (place) => {
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  screen.getByTestId(place).focus();
  await emit("menu-signal", "undo");
  for (const mock of [undo, redo, inField]) expect(mock).not.toHaveBeenCalled();
});

test.each<MenuCommand>(["undo", "redo"])("%s does nothing behind an open dialog", async (command) => {
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  screen.getByTestId("cell").focus();
  await emit("menu-signal", command);
  for (const mock of [undo, redo]) expect(mock).not.toHaveBeenCalled();
  dialog.remove();
  await emit("menu-signal", command);
  expect(command === "undo" ? undo : redo).toHaveBeenCalledOnce();
});
