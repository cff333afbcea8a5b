/** Actions on many rows: sorting, pasting, filling, adding, excluding, and listing changes. */
import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { ToastProvider } from "../../components";
import type { BlockView, ComparisonView, DraftView, RowView, RepairView } from "../../ipc";
import { desk, liveSession, show } from "../../test/render";
import { ALL_ROWS } from "./state/rows/filter";
import { changeDraft, changesOf, draftOf, rowOf } from "./fixtures";
import CheckScreen from ".";

configure({ asyncUtilTimeout: 10_000 });

const NO_DIFFERENCE: ComparisonView = { with: null, sameFile: null, thresholdPct: 30, counts: [], differences: [] };
const NOTHING: BlockView = {
  cells: 0,
  overwritten: 0,
  rows: 0,
  added: 0,
  linesLeft: 0,
  columnsLeft: 0,
  asks: false,
  changes: [],
};

function check(change: Partial<DraftView> = {}, answers: Parameters<typeof desk>[0] = {}) {
  const rows: RowView[] = [
    rowOf(0, { name: "Ada Obi" }),
    rowOf(1, { name: "Bola Ige" }),
    rowOf(2, { name: "Chidi Eze" }),
  ];
  const head = draftOf({ rows: 3, toFix: 0, payable: [{ count: 3, sum: "555000.00", currency: "NGN" }], ...change });
  const asked = desk({
    session: () => liveSession,
    draft: () => head,
    draft_rows: ({ offset, limit }) => ({
      total: 3,
      offset,
      rows: rows.slice(Number(offset), Number(offset) + Number(limit)),
    }),
    row_detail: ({ position }) => ({
      row: rows[Number(position)] ?? rowOf(0),
      fileValues: [],
      bulk: [],
      place: null,
      openRows: 0,
      previousOpen: null,
      nextOpen: null,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    }),
    comparison: () => NO_DIFFERENCE,
    ...changeDraft({
      exclude: () => head,
      undo: () => head,
      paste_block: () => head,
      fill: () => head,
      add_row: () => ({ ...head, rows: 4 }),
      edit_rows: () => head,
      exclude_errors: () => head,
    }),
    preview_block: () => NOTHING,
    ...answers,
  });
  show(
    <ToastProvider>
      <CheckScreen id={7} />
    </ToastProvider>,
    { name: "check", id: 7 },
  );
  return asked;
}

const called = (asked: ReturnType<typeof desk>, name: string) =>
  asked.filter(({ command }) => command === name).map(({ input }) => input);
const sorts = (asked: ReturnType<typeof desk>) =>
  called(asked, "draft_rows").map((input) => (input["filter"] as { sort: unknown }).sort);

/** The clipboard text after copying the active cell. */
function copied(): unknown {
  const setData = vi.fn<(kind: string, text: string) => void>();
  fireEvent.copy(document.activeElement ?? document.body, { clipboardData: { setData } });
  return setData.mock.calls[0]?.[1];
}

beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
});

test("a header sorts up, down, and not at all; the keyboard sorts from within the column", async () => {
  const user = userEvent.setup();
  const asked = check();
  await screen.findByTestId("grid-row-2");
  const head = screen.getByTestId("sort-amount");
  const sorted = () => head.closest('[role="columnheader"]')?.getAttribute("aria-sort");
  await user.click(head);
  await waitFor(() => expect(sorted()).toBe("ascending"));
  await user.click(head);
  await waitFor(() => expect(sorted()).toBe("descending"));
  await user.click(head);
  await waitFor(() => expect(sorted()).toBe("none"));
  await user.click(screen.getByTestId("cell-0-name"));
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await waitFor(() => expect(sorts(asked)).toContainEqual({ by: "name", direction: "descending" }));
  expect(sorts(asked)).toContainEqual({ by: "amount", direction: "ascending" });
});

test("a block that overwrites is shown first, and kept as it was looked at", async () => {
  const user = userEvent.setup();
  const asked = check(
    {},
    {
      preview_block: () => ({
        ...NOTHING,
        cells: 6,
        overwritten: 6,
        rows: 3,
        asks: true,
        changes: [{ row: 5, name: "Ada Obi", field: "amount", from: "185000", to: "190000" }],
      }),
    },
  );
  await user.click(await screen.findByTestId("cell-1-account_number"));
  await user.keyboard("{Control>}v{/Control}");
  await user.paste("0123456789\tGTBank\n");
  expect((await screen.findByTestId("paste-says")).textContent).toContain("6 values in 3 rows change.");
  expect(changesOf(asked, "paste_block")).toEqual([]);
  await user.click(screen.getByTestId("paste-keep"));
  await waitFor(() => expect(changesOf(asked, "paste_block").length).toBe(1));
  const block = changesOf(asked, "paste_block")[0]?.change.block;
  expect(block?.position).toBe(1);
  expect(block?.fields.slice(0, 3)).toEqual(["account_number", "bank_code", "amount"]);
  expect(called(asked, "preview_block")[0]?.["block"]).toEqual(block);
});

test("a block that fills empty cells is pasted at once", async () => {
  const user = userEvent.setup();
  const asked = check({}, { preview_block: () => ({ ...NOTHING, cells: 2, rows: 2 }) });
  await user.click(await screen.findByTestId("cell-0-name"));
  await user.keyboard("{Control>}v{/Control}");
  await user.paste("a\nb\n");
  await waitFor(() => expect(changesOf(asked, "paste_block").length).toBe(1));
  expect(screen.queryByTestId("paste-says")).toBeNull();
});

test("Shift with an arrow takes in more cells, and copies them as a block", async () => {
  const user = userEvent.setup();
  check();
  await user.click(await screen.findByTestId("cell-0-name"));
  await user.keyboard("{Shift>}{ArrowDown}{ArrowRight}{/Shift}");
  expect(copied()).toBe("Ada Obi\t2941418088\nBola Ige\t2941418088\n");
  expect(screen.getByTestId("cell-1-account_number").getAttribute("aria-selected")).toBe("true");
  await user.click(screen.getByTestId("cell-2-row"));
  expect(copied()).toContain("7\tChidi Eze\t2941418088");
});

test("Delete leaves somebody out, says so, and takes it back", async () => {
  const user = userEvent.setup();
  const asked = check();
  await user.click(await screen.findByTestId("cell-1-name"));
  await user.keyboard("{Delete}");
  expect((await screen.findByTestId("toast")).textContent).toContain("Bola Ige is excluded");
  await user.click(screen.getByTestId("toast-action"));
  expect(changesOf(asked, "exclude")).toEqual([{ id: 7, change: { kind: "exclude", positions: [1] } }]);
  await waitFor(() => expect(changesOf(asked, "undo").length).toBe(1));
});

test("one value fills the rows that are shown", async () => {
  const user = userEvent.setup();
  const asked = check();
  await screen.findByTestId("grid-row-2");
  await user.click(screen.getByTestId("check-tools"));
  await user.click(await screen.findByTestId("tool-fill"));
  await user.type(await screen.findByTestId("fill-value"), "Bonus");
  await user.click(screen.getByTestId("fill-keep"));
  await waitFor(() =>
    expect(changesOf(asked, "fill")).toEqual([
      { id: 7, change: { kind: "fill", filter: ALL_ROWS, field: "narration", value: "Bonus" } },
    ]),
  );
});

test("a changed account holds the payment back, and the file of before is said", async () => {
  check(
    { toDecide: 1, problems: [{ code: "account_changed", severity: "warning", count: 1 }] },
    {
      comparison: () => ({
        ...NO_DIFFERENCE,
        with: { id: 3, name: "October salaries", period: "2026-10", approvedAt: null },
        sameFile: { id: 3, name: "October salaries", period: "2026-10", approvedAt: null },
        counts: [
          { kind: "account_changed", count: 1 },
          { kind: "new_person", count: 2 },
        ],
      }),
    },
  );
  expect((await screen.findByTestId("same-file")).textContent).toContain(
    "This same file was paid before, as October salaries",
  );
  expect(screen.getByTestId("compared").textContent).toContain("1 changed account, 2 new people");
  expect(screen.getByTestId<HTMLButtonElement>("check-review").disabled).toBe(true);
  expect(screen.getByText("1 row to review first")).toBeTruthy();
});

test("what changed since the file is listed, and filtered by why", async () => {
  const user = userEvent.setup();
  const asked = check(
    {},
    {
      repairs: () => ({
        counts: [{ why: "edited", count: 1 }],
        total: 1,
        offset: 0,
        repairs: [
          {
            position: 0,
            row: 5,
            name: "Ada Obi",
            cell: "E5",
            field: "amount",
            skippedAs: null,
            from: "185000",
            to: "190000",
            why: "edited",
          } satisfies RepairView,
        ],
      }),
    },
  );
  await screen.findByTestId("grid-row-2");
  await user.click(screen.getByTestId("check-tools"));
  await user.click(await screen.findByTestId("tool-changes"));
  expect((await screen.findByTestId("changes-list")).textContent).toContain("5E5Ada ObiAmount185000190000Edited here");
  await user.click(screen.getByTestId("changes-edited"));
  await waitFor(() => expect(called(asked, "repairs").at(-1)?.["filter"]).toEqual({ why: "edited", text: null }));
});

test("rows are selected with their boxes, and changed together", async () => {
  const asked = check({}, { row_positions: () => [0, 1, 2] });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("select-0"));
  expect(screen.getByTestId("selected-rows").textContent).toContain("1 selected");
  await user.keyboard("{Shift>}");
  await user.click(screen.getByTestId("select-2"));
  await user.keyboard("{/Shift}");
  await waitFor(() => expect(screen.getByTestId("selected-rows").textContent).toContain("3 selected"));
  await user.click(screen.getByTestId("select-1"));
  await user.click(screen.getByTestId("selected-exclude"));
  await waitFor(() =>
    expect(changesOf(asked, "exclude")).toEqual([{ id: 7, change: { kind: "exclude", positions: [0, 2] } }]),
  );
  expect(await screen.findByText("2 rows excluded")).toBeTruthy();
  expect(screen.queryByTestId("selected-rows")).toBeNull();

  await user.click(screen.getByTestId("select-all"));
  await user.click(await screen.findByTestId("selected-set"));
  await user.type(await screen.findByTestId("fill-value"), "Bonus");
  await user.click(screen.getByTestId("fill-keep"));
  await waitFor(() =>
    expect(changesOf(asked, "edit_rows")).toEqual([
      { id: 7, change: { kind: "edit_rows", positions: [0, 1, 2], field: "narration", value: "Bonus" } },
    ]),
  );
});

test("rows are selected with the keyboard", async () => {
  const asked = check({}, { row_positions: () => [0, 1, 2] });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("cell-0-name"));
  await user.keyboard(" {ArrowDown}{ArrowDown}");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: " ", shiftKey: true });
  await waitFor(() => expect(screen.getByTestId("selected-rows").textContent).toContain("3 selected"));
  await user.keyboard("{Escape}");
  expect(screen.queryByTestId("selected-rows")).toBeNull();
  await user.keyboard("{Control>}a{/Control}");
  await screen.findByTestId("selected-rows");
  await user.keyboard("{Delete}");
  await waitFor(() =>
    expect(changesOf(asked, "exclude")).toEqual([{ id: 7, change: { kind: "exclude", positions: [0, 1, 2] } }]),
  );
});

test("all rows to fix are excluded in one step", async () => {
  const asked = check({ toFix: 2 });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("check-tools"));
  await user.click(await screen.findByText("Exclude all 2 rows to fix"));
  await waitFor(() =>
    expect(changesOf(asked, "exclude_errors")).toEqual([{ id: 7, change: { kind: "exclude_errors" } }]),
  );
});
