/** A file that was saved again after it was read. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { type ChosenFile } from "../../ipc";
import { useNavigation } from "../../navigation";
import { desk, show } from "../../test/render";
import { draftOf } from "./fixtures";
import { Notes } from "./summary/Notes";

const FILE: ChosenFile = { handle: "f1", name: "Staff November 2026.xlsx" };
const BEFORE = 5;
const AFTER = 6;

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{`${at.name} ${"id" in at ? at.id : ""}`}</output>;
}

const showNotes = () =>
  show(
    <>
      <Notes draft={draftOf({ id: BEFORE, rows: 24 })} onError={() => {}} />
      <Where />
    </>,
    { name: "check", id: BEFORE },
  );

test("is read again in place of the draft that was read from it", async () => {
  const asked = desk({
    changed_file: () => FILE,
    open_file: () => ({ kind: "draft", id: AFTER }),
    discard_draft: () => null,
  });
  showNotes();
  expect((await screen.findByTestId("file-changed")).textContent).toContain(
    "Staff November 2026.xlsx was saved again after Paysheet read it.",
  );
  await userEvent.click(screen.getByRole("button", { name: "Read it again" }));
  expect(asked.some(({ command }) => command === "open_file")).toBe(false);
  await userEvent.click(await screen.findByRole("button", { name: "Read Staff November 2026.xlsx again" }));
  await waitFor(() => expect(screen.getByTestId("where").textContent).toBe(`check ${AFTER}`));
  const done = asked.filter(({ command }) => ["open_file", "discard_draft"].includes(command));
  expect(done).toEqual([
    { command: "open_file", input: { file: FILE.handle } },
    { command: "discard_draft", input: { id: BEFORE } },
  ]);
});

test("that cannot be read leaves the draft as it is", async () => {
  const asked = desk({
    changed_file: () => FILE,
    open_file: () => {
      throw { code: "file_unreadable", data: null };
    },
  });
  showNotes();
  await userEvent.click(await screen.findByTestId("file-changed-read"));
  await userEvent.click(await screen.findByRole("button", { name: "Read Staff November 2026.xlsx again" }));
  await waitFor(() => expect(asked.some(({ command }) => command === "open_file")).toBe(true));
  expect(asked.some(({ command }) => command === "discard_draft")).toBe(false);
});

test("is noticed when the user comes back to the window", async () => {
  let file: ChosenFile | null = null;
  const asked = desk({ changed_file: () => file });
  showNotes();
  await waitFor(() => expect(asked.some(({ command }) => command === "changed_file")).toBe(true));
  expect(screen.queryByTestId("file-changed")).toBeNull();
  file = FILE;
  window.dispatchEvent(new Event("focus"));
  await screen.findByTestId("file-changed");
});
