/** Skipped rows, and restoring them. */
import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { type DraftView, ipc, type SkippedRow, type SkipReason } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import { desk, show } from "../../../test/render";
import { changeDraft, draftOf } from "../fixtures";
import type { RunCommand } from "../state/useDraftCommands";
import { Skipped } from "./Skipped";

configure({ asyncUtilTimeout: 10_000 });

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{JSON.stringify(at)}</output>;
}

const row = (at: number, reason: SkipReason, canReturn = true): SkippedRow => ({
  row: at,
  reason,
  text: `Cells of ${at}`,
  canReturn,
});
const OTHER_TABLE = [row(20, "other_table", false), row(21, "other_table", false)];
const SKIPPED = [row(4, "blank_row", false), row(9, "totals_row"), row(12, "note_row"), row(13, "note_row")];

function list(now: Partial<DraftView>, skipped = SKIPPED) {
  const asked = desk(changeDraft({ include_skipped: () => draftOf({ rows: 4, ...now }) }));
  const undo = vi.fn<() => void>();
  const onShow = vi.fn<(position: number) => void>();
  const run: RunCommand = async (command, after) =>
    after?.(await (typeof command === "function" ? command() : ipc.changeDraft(7, command)));
  show(
    <>
      <Skipped draft={draftOf({ rows: 3, skipped })} run={run} undo={undo} onShow={onShow} />
      <Where />
    </>,
  );
  return { asked, undo, onShow };
}

test("one that is a person joins the others, and can be taken back at once", async () => {
  const { asked, undo, onShow } = list({ skipped: SKIPPED.slice(2) });
  await userEvent.click(await screen.findByTestId("skipped-look"));
  expect((await screen.findByTestId("skipped-list")).textContent).toContain("Cells of 4");
  expect(screen.queryByTestId("put-back-4")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "This is a person, row 9" }));
  await waitFor(() => expect(onShow).toHaveBeenCalledWith(3));
  expect(asked).toContainEqual({
    command: "change_draft",
    input: { id: 7, change: { kind: "include_skipped", rows: [9] } },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalled();
});

test("all of one kind come back together", async () => {
  const { asked } = list({ rows: 5, skipped: [] });
  await userEvent.click(await screen.findByTestId("skipped-look"));
  const all = within(await screen.findByRole("dialog")).getByRole("button", { name: "Treat all 2 notes as people" });
  await userEvent.click(all);
  await waitFor(() =>
    expect(asked).toContainEqual({
      command: "change_draft",
      input: { id: 7, change: { kind: "include_skipped", rows: [12, 13] } },
    }),
  );
  expect(screen.queryByTestId("put-back-all-totals_row")).toBeNull();
});

test("people of another table are paid by choosing its headings: said once, with the way there", async () => {
  list({}, OTHER_TABLE);
  await userEvent.click(await screen.findByTestId("skipped-look"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByText(/not in this payroll/)).toHaveLength(1);
  await userEvent.click(dialog.getByTestId("skipped-match-columns"));
  expect(screen.getByTestId("where").textContent).toBe(JSON.stringify({ name: "columns", id: 7 }));
});
