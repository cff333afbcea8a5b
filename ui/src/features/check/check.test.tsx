import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";

import {
  type AppError,
  type BulkCounts,
  type DraftView,
  ipc,
  type ProblemCode,
  type RowDetail,
  type RowFilter,
  type RowView,
} from "../../ipc";
import { useNavigation } from "../../navigation";
import { cacheDraft } from "../../query";
import { runOn } from "../../test/platform";
import { type Answers, byKind, desk, liveSession, show } from "../../test/render";
import { ALL_ROWS } from "./state/rows/filter";
import { type ChangeAnswers, changeDraft, changesOf, draftOf, problemOf, rowOf } from "./fixtures";
import CheckScreen from ".";

// Waits end with their condition; a busy machine may be slow.
configure({ asyncUtilTimeout: 10_000 });

const lostZero = (account: string) =>
  problemOf({ code: "account_number_zero_lost", cell: "D6", value: account, suggestion: `0${account}` });

/** Ada is ready, Emeka and Ngozi lost a zero, Yusuf's bank is unknown, Tunde's account has another holder. */
function people(): RowView[] {
  return [
    rowOf(0, { name: "Ada Obi" }),
    rowOf(1, { name: "Emeka Obi", accountNumber: "123456789", state: "to_fix", problems: [lostZero("123456789")] }),
    rowOf(2, {
      name: "Yusuf Abdullahi",
      bankCode: null,
      bankName: "Bank PHB",
      state: "to_fix",
      problems: [problemOf({ code: "bank_unknown", field: "bank_name", value: "Bank PHB" })],
    }),
    rowOf(3, {
      name: "Tunde Bakare",
      state: "to_decide",
      holder: { kind: "differs", holder: "BAKARE TITI" },
      problems: [problemOf({ code: "name_differs", severity: "warning", field: "name", value: "BAKARE TITI" })],
    }),
    rowOf(4, { name: "Ngozi Nwosu", accountNumber: "987654321", state: "to_fix", problems: [lostZero("987654321")] }),
  ];
}

/** A desk in memory that applies fixes like the real one, as far as these tests need it. */
function check(change: Partial<DraftView> = {}, answers: Answers = {}, changes: ChangeAnswers = {}) {
  let rows = people();
  const openRows = () => rows.filter(({ state }) => state === "to_fix" || state === "to_decide");
  const head = (): DraftView => {
    const counts = new Map<ProblemCode, DraftView["problems"][number]>();
    for (const row of openRows()) {
      for (const { code, severity } of row.problems) {
        counts.set(code, { code, severity, count: (counts.get(code)?.count ?? 0) + 1 });
      }
    }
    const of = (state: RowView["state"]) => rows.filter((row) => row.state === state).length;
    return draftOf({
      rows: rows.length,
      toFix: of("to_fix"),
      toDecide: of("to_decide"),
      excluded: of("excluded"),
      problems: [...counts.values()],
      payable: [{ count: of("ready") + of("to_decide"), sum: "370000.00", currency: "NGN" }],
      ...change,
    });
  };
  const matches = (row: RowView, { problem, group, text }: RowFilter) =>
    (problem === null || row.problems.some(({ code }) => code === problem)) &&
    (group === null || row.state === group) &&
    (text === null || row.name.toLowerCase().includes(String(text).toLowerCase()));
  const found = (filter: RowFilter) => {
    const through = rows.filter((row) => matches(row, filter));
    const { sort } = filter;
    if (sort?.by !== "name") return through;
    const sorted = through.toSorted((one, other) => one.name.localeCompare(other.name));
    return sort.direction === "ascending" ? sorted : sorted.toReversed();
  };
  const fix = (position: number, fixed: Partial<RowView>): DraftView => {
    rows = rows.map((row) => (row.position === position ? { ...row, ...fixed } : row));
    return head();
  };
  const bulkOf = (code: ProblemCode): BulkCounts => {
    const all = openRows().filter((row) => row.problems.some((own) => own.code === code)).length;
    return { code, suggestion: all, warning: all, bank: all };
  };
  const detail = (position: number): RowDetail => {
    const open = openRows().map((row) => row.position);
    const row = rows[position] ?? rowOf(position);
    return {
      row,
      fileValues: [{ field: "account_number", cell: `D${row.row}`, value: row.accountNumber }],
      bulk: row.problems.map(({ code }) => bulkOf(code)),
      place: open.includes(position) ? open.indexOf(position) + 1 : null,
      openRows: open.length,
      previousOpen: open.findLast((at) => at < position) ?? open.at(-1) ?? null,
      nextOpen: open.find((at) => at > position) ?? open[0] ?? null,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    };
  };
  const ready = { state: "ready" as const, problems: [] };
  const asked = desk({
    session: () => liveSession,
    draft: () => head(),
    draft_rows: ({ filter, offset, limit }) => {
      const through = found(filter as RowFilter);
      return { total: through.length, offset, rows: through.slice(Number(offset), Number(offset) + Number(limit)) };
    },
    find_row: byKind(
      {
        index_of: ({ position }, { filter }) => {
          const at = found(filter as RowFilter).findIndex((row) => row.position === position);
          return at < 0 ? null : at;
        },
        position_after: ({ position }, { filter }) => {
          const through = found(filter as RowFilter);
          return (through.find((row) => row.position > Number(position)) ?? through[0])?.position ?? null;
        },
      },
      "row",
    ),
    comparison: () => ({ with: null, sameFile: null, thresholdPct: 30, counts: [], differences: [] }),
    row_detail: ({ position }) => detail(Number(position)),
    ...changeDraft({
      restore: ({ positions }) => fix(positions[0] ?? 0, ready),
      accept_suggestion: ({ position }) => fix(position, ready),
      accept_suggestion_alike: ({ code }) => {
        rows = rows.map((row) => (row.problems.some((own) => own.code === code) ? { ...row, ...ready } : row));
        return head();
      },
      accept_warning: ({ position }) => fix(position, ready),
      edit_cell: ({ position }) => fix(position, ready),
      exclude: ({ positions }) => fix(positions[0] ?? 0, { state: "excluded" }),
      undo: () => head(),
      ...changes,
    }),
    banks: () => ({
      country: "NG",
      banks: [
        { code: "044", name: "Access Bank", kind: "bank", aliases: [] },
        { code: "082", name: "Keystone Bank", kind: "bank", aliases: [] },
      ],
      lists: [{ kind: "bank", fetchedAt: "2026-11-20T08:30:00Z", failure: null }],
    }),
    check_names: () => null,
    ...answers,
  });
  show(
    <>
      <CheckScreen id={7} />
      <Where />
    </>,
    { name: "check", id: 7 },
  );
  return asked;
}

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{at.name}</output>;
}

type Asked = ReturnType<typeof desk>;
const called = (asked: Asked, name: string) =>
  asked.filter(({ command }) => command === name).map(({ input }) => input);
const panelTitle = async (title: string) =>
  waitFor(() => expect(within(screen.getByTestId("panel")).getByTestId("panel-title").textContent).toBe(title));
const panelName = (name: string) => waitFor(() => expect(screen.getByTestId("panel").textContent).toContain(name));

beforeEach(() => {
  // jsdom has no layout; the grid renders rows for this size.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
});

describe("looking at a payroll", () => {
  test("says who can be paid, why one cannot go on, and what is wrong", async () => {
    check();
    expect((await screen.findByTestId("check-people")).textContent).toBe("2 of 5 people can be paid · 1 to review");
    const review = screen.getByTestId<HTMLButtonElement>("check-review");
    expect(review.disabled).toBe(true);
    expect(screen.getByText("3 rows to fix or exclude first")).toBeTruthy();
    expect(screen.getByTestId("chip-account_number_zero_lost").textContent).toBe("Lost zero2");
    expect((await screen.findByTestId("cell-1-account_number")).textContent).toBe("123456789Lost zero");
  });

  test("begins at the first row to fix, with its fix under the keyboard", async () => {
    check();
    await panelTitle("A leading zero is lost");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("panel-fix-all")));
    expect(screen.getByTestId("panel-fix").textContent).toBe("Add the lost zero: 0123456789");
    expect(screen.getByTestId("grid-row-1").getAttribute("aria-selected")).toBe("true");
  });

  test("is a grid to assistive technology, with one stop for the Tab key", async () => {
    check();
    const grid = await screen.findByRole("grid", { name: "People of this payroll" });
    await screen.findByTestId("grid-row-4");
    expect(grid.getAttribute("aria-rowcount")).toBe("6");
    expect(grid.getAttribute("aria-colcount")).toBe("7");
    expect(screen.getByTestId("grid-row-4").getAttribute("aria-rowindex")).toBe("6");
    expect(grid.querySelectorAll('[role="gridcell"][tabindex="0"]').length).toBe(1);
  });

  test("goes on to Approve once nothing stops the payment", async () => {
    const user = userEvent.setup();
    check({ toFix: 0, toDecide: 0 });
    await user.click(await screen.findByTestId("check-review"));
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("approve"));
  });

  test("shows why the draft cannot be had, and asks again", async () => {
    const user = userEvent.setup();
    const asked = check(
      {},
      {
        draft: () => {
          throw { code: "ledger_unavailable" } satisfies AppError;
        },
      },
    );
    await screen.findByTestId("error-panel");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(called(asked, "draft").length).toBe(2));
  });
});

describe("filtering", () => {
  test("a chip asks for its rows, and again for all", async () => {
    const user = userEvent.setup();
    const asked = check();
    await user.click(await screen.findByTestId("chip-account_number_zero_lost"));
    await waitFor(() => expect(screen.queryByTestId("grid-row-0")).toBeNull());
    const filters = called(asked, "draft_rows").map((input) => input["filter"]);
    expect(filters).toContainEqual({ ...ALL_ROWS, problem: "account_number_zero_lost" });
    await user.click(screen.getByTestId("chip-all"));
    await screen.findByTestId("grid-row-0");
  });

  test("a chip's problem is what the panel asks about, whatever else the row has", async () => {
    const user = userEvent.setup();
    const also = problemOf({ code: "name_differs", severity: "warning", field: "account_number", value: "0195961988" });
    const digit = problemOf({
      code: "account_number_check_digit",
      severity: "warning",
      field: "account_number",
      value: "0195961988",
    });
    const row = rowOf(0, { name: "Chidi Ibe", state: "to_decide", problems: [also, digit] });
    check(
      {},
      {
        draft: () =>
          draftOf({
            rows: 1,
            toDecide: 1,
            problems: [also, digit].map(({ code, severity }) => ({ code, severity, count: 1 })),
          }),
        draft_rows: () => ({ total: 1, offset: 0, rows: [row] }),
        row_detail: () => ({
          row,
          fileValues: [],
          bulk: [],
          place: 1,
          openRows: 1,
          previousOpen: 0,
          nextOpen: 0,
          lastPaid: null,
          more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
        }),
      },
    );
    await panelTitle("The bank has a different name");
    await user.click(await screen.findByTestId("chip-account_number_check_digit"));
    await panelTitle("A digit may be mistyped");
    expect(screen.getByTestId("panel").textContent).toContain("Also: The bank has a different name");
  });

  test("a text that nobody has says so", async () => {
    const user = userEvent.setup();
    check();
    await screen.findByTestId("grid-row-0");
    await user.keyboard("{Control>}f{/Control}");
    await user.type(await screen.findByTestId("check-find-text"), "zzz");
    expect(await screen.findByText("No row matches")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show all rows" }));
    await screen.findByTestId("grid-row-0");
  });
});

describe("fixing", () => {
  test("goes with Enter from row to row, and stops before a decision", async () => {
    const user = userEvent.setup();
    const asked = check();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("panel-fix-all")));
    await user.tab();
    expect(document.activeElement).toBe(screen.getByTestId("panel-fix"));
    await user.keyboard("{Enter}");
    await panelTitle("Bank not recognised");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("bank-picker")));
    await user.keyboard("key{Enter}");
    await waitFor(() => expect(screen.getByTestId("panel-fix").textContent).toBe("Use Keystone Bank"));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("panel-fix")));
    await user.keyboard("{Enter}");
    await panelName("Ngozi Nwosu");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("panel-fix")));
    await user.keyboard("{Enter}");
    await panelTitle("The bank has a different name");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("panel-title")));
    await user.keyboard("{Enter}");
    expect(changesOf(asked, "accept_suggestion").map(({ change }) => change.position)).toEqual([1, 4]);
    expect(changesOf(asked, "edit_cell")).toEqual([
      { id: 7, change: { kind: "edit_cell", position: 2, field: "bank_code", value: "082" } },
    ]);
    expect(changesOf(asked, "accept_warning")).toEqual([]);
    expect(screen.getByTestId<HTMLButtonElement>("check-review").disabled).toBe(true);
    await user.click(screen.getByTestId("panel-reason-other"));
    await user.keyboard("Married in May");
    await user.click(screen.getByTestId("panel-accept"));
    await waitFor(() => expect(screen.queryByTestId("panel")).toBeNull());
    expect(changesOf(asked, "accept_warning")).toEqual([
      { id: 7, change: { kind: "accept_warning", position: 3, code: "name_differs", reason: "Married in May" } },
    ]);
    expect(screen.getByText("Nothing left to fix.")).toBeTruthy();
  });

  test("fixes all alike with one press", async () => {
    const user = userEvent.setup();
    const asked = check();
    await panelTitle("A leading zero is lost");
    expect(screen.getByTestId("panel-fix-all").textContent).toBe("Fix all 2 the same way");
    await user.click(screen.getByTestId("panel-fix-all"));
    await panelTitle("Bank not recognised");
    expect(changesOf(asked, "accept_suggestion_alike")).toEqual([
      { id: 7, change: { kind: "accept_suggestion_alike", code: "account_number_zero_lost" } },
    ]);
    expect(screen.queryByTestId("chip-account_number_zero_lost")).toBeNull();
  });

  test("a bank for all that say the same counts as the desk counts", async () => {
    const user = userEvent.setup();
    const unknown = problemOf({
      code: "bank_unknown",
      field: "bank_name",
      value: "Gee Tee Bank",
      suggestion: "058",
      suggestionLabel: "GTBank",
    });
    const row = rowOf(0, { name: "Chidi Ibe", state: "to_fix", problems: [unknown] });
    const bulk = [{ code: "bank_unknown", suggestion: 1, warning: 0, bank: 612 }];
    const asked = check(
      {},
      {
        draft: () =>
          draftOf({ rows: 700, toFix: 1, problems: [{ code: "bank_unknown", severity: "error", count: 1 }] }),
        draft_rows: () => ({ total: 1, offset: 0, rows: [row] }),
        row_detail: () => ({
          row,
          fileValues: [],
          bulk,
          place: 1,
          openRows: 1,
          previousOpen: 0,
          nextOpen: 0,
          lastPaid: null,
          more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
        }),
      },
      { edit_alike: () => draftOf({ rows: 700, problems: [] }) },
    );
    await panelTitle("Bank not recognised");
    expect(screen.getByTestId("panel-fix-all").textContent).toBe("Fix all 612 rows with “Gee Tee Bank”");
    await user.click(screen.getByTestId("panel-fix-all"));
    expect(changesOf(asked, "edit_alike")).toEqual([
      { id: 7, change: { kind: "edit_alike", position: 0, field: "bank_code", value: "058" } },
    ]);
  });

  test("the successors of all banks that were taken over are used with one press", async () => {
    const user = userEvent.setup();
    const taken = problemOf({
      code: "bank_taken_over",
      field: "bank_name",
      value: "Skye Bank",
      suggestion: "076",
      suggestionLabel: "Polaris Bank",
      since: 2018,
    });
    const row = rowOf(0, { name: "Ada Obi", state: "to_fix", problems: [taken] });
    const detail = {
      row,
      fileValues: [],
      bulk: [{ code: "bank_taken_over", suggestion: 3, warning: 0, bank: 2 }],
      place: 1,
      openRows: 1,
      previousOpen: 0,
      nextOpen: 0,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    };
    const asked = check(
      {},
      {
        draft: () =>
          draftOf({ rows: 3, toFix: 3, problems: [{ code: "bank_taken_over", severity: "error", count: 3 }] }),
        draft_rows: () => ({ total: 1, offset: 0, rows: [row] }),
        row_detail: () => detail,
      },
      { accept_suggestion_alike: () => draftOf({ rows: 3, problems: [] }) },
    );
    await panelTitle("Another bank has taken over this one");
    expect(screen.getByTestId("panel-fix-all").textContent).toBe("Fix all 2 rows with “Skye Bank”");
    // The second press of a double click on the previous row: the user has not seen this one.
    for (const button of ["panel-fix", "panel-fix-all", "panel-fix-taken-over", "panel-exclude"]) {
      fireEvent.click(screen.getByTestId(button), { detail: 2 });
    }
    expect(asked.map(({ command }) => command).filter((command) => /^(edit|accept|exclude)/.test(command))).toEqual([]);
    await user.click(screen.getByTestId("panel-fix-taken-over"));
    expect(changesOf(asked, "accept_suggestion_alike")).toEqual([
      { id: 7, change: { kind: "accept_suggestion_alike", code: "bank_taken_over" } },
    ]);
  });

  test("the banks that the file names beside its rows are used with one press", async () => {
    const user = userEvent.setup();
    const missing = problemOf({
      code: "bank_missing",
      field: "bank_name",
      suggestion: "011",
      suggestionLabel: "First Bank of Nigeria",
    });
    const row = rowOf(0, { name: "Ada Obi", state: "to_fix", problems: [missing] });
    const detail = {
      row,
      fileValues: [],
      bulk: [{ code: "bank_missing", suggestion: 3, warning: 0, bank: 4 }],
      place: 1,
      openRows: 1,
      previousOpen: 0,
      nextOpen: 0,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    };
    const asked = check(
      {},
      {
        draft: () => draftOf({ rows: 4, toFix: 4, problems: [{ code: "bank_missing", severity: "error", count: 4 }] }),
        draft_rows: () => ({ total: 1, offset: 0, rows: [row] }),
        row_detail: () => detail,
      },
      { accept_suggestion_alike: () => draftOf({ rows: 4, problems: [] }) },
    );
    await panelTitle("The bank is missing");
    // The other rows without a bank have another suggestion.
    expect(screen.queryByTestId("panel-fix-all")).toBeNull();
    await user.click(screen.getByTestId("panel-fix-suggested"));
    expect(changesOf(asked, "accept_suggestion_alike")).toEqual([
      { id: 7, change: { kind: "accept_suggestion_alike", code: "bank_missing" } },
    ]);
  });

  test("under a chip the next row comes to the place of the fixed one", async () => {
    const user = userEvent.setup();
    check();
    await user.click(await screen.findByTestId("chip-account_number_zero_lost"));
    await panelName("Emeka Obi");
    await user.click(screen.getByTestId("panel-fix"));
    await panelName("Ngozi Nwosu");
    await user.click(screen.getByTestId("panel-fix"));
    await panelTitle("Bank not recognised");
    expect(screen.getByTestId("chip-all").getAttribute("aria-pressed")).toBe("true");
  });

  test("edits a cell in place: Enter begins, Enter takes it and goes down", async () => {
    const user = userEvent.setup();
    const asked = check();
    await user.click(await screen.findByTestId("cell-0-name"));
    await user.keyboard("{Enter}");
    const input = await screen.findByRole("textbox", { name: "Name" });
    await user.clear(input);
    await user.type(input, "Ada Obi-Eze{Enter}");
    await waitFor(() =>
      expect(changesOf(asked, "edit_cell")).toEqual([
        { id: 7, change: { kind: "edit_cell", position: 0, field: "name", value: "Ada Obi-Eze" } },
      ]),
    );
    expect(document.activeElement).toBe(screen.getByTestId("cell-1-name"));
    await user.keyboard("x{Escape}");
    expect(document.activeElement).toBe(screen.getByTestId("cell-1-name"));
    expect(changesOf(asked, "edit_cell").length).toBe(1);
  });

  test("a character typed on a cell begins its new value, Tab takes it and goes right", async () => {
    const user = userEvent.setup();
    const asked = check();
    await user.click(await screen.findByTestId("cell-0-account_number"));
    await user.keyboard("0123{Tab}");
    await waitFor(() =>
      expect(changesOf(asked, "edit_cell")).toEqual([
        { id: 7, change: { kind: "edit_cell", position: 0, field: "account_number", value: "0123" } },
      ]),
    );
    expect(document.activeElement).toBe(screen.getByTestId("cell-0-bank_name"));
  });

  test("what is typed for a person is kept for that person, wherever the rows go meanwhile", async () => {
    const user = userEvent.setup();
    const asked = check();
    await user.click(await screen.findByTestId("chip-account_number_zero_lost"));
    await waitFor(() => expect(screen.queryByTestId("grid-row-0")).toBeNull());
    await user.dblClick(await screen.findByTestId("cell-4-account_number"));
    await user.keyboard("55");
    // Another window fixes all of them: the chip disappears, and all rows are shown again.
    await act(async () =>
      cacheDraft(await ipc.changeDraft(7, { kind: "accept_suggestion_alike", code: "account_number_zero_lost" })),
    );
    await screen.findByTestId("grid-row-0");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(changesOf(asked, "edit_cell").length).toBe(1));
    expect(changesOf(asked, "edit_cell")[0]?.change).toMatchObject({ position: 4, value: "55" });
  });

  test("a value typed while the one before is being kept is kept after it", async () => {
    const user = userEvent.setup();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const asked = check(
      {},
      {},
      {
        edit_cell: async () => {
          await held;
          return draftOf();
        },
      },
    );
    await user.dblClick(await screen.findByTestId("cell-0-name"));
    await user.keyboard("One{Enter}");
    await waitFor(() => expect(changesOf(asked, "edit_cell").length).toBe(1));
    await user.dblClick(screen.getByTestId("cell-3-name"));
    await user.keyboard("Two{Enter}");
    expect(changesOf(asked, "edit_cell").length).toBe(1);
    release();
    await waitFor(() =>
      expect(changesOf(asked, "edit_cell").map(({ change: { position, value } }) => [position, value])).toEqual([
        [0, "One"],
        [3, "Two"],
      ]),
    );
  });

  test("leaves a person out from the panel or with Delete", async () => {
    const user = userEvent.setup();
    const asked = check();
    await panelTitle("A leading zero is lost");
    await user.click(screen.getByTestId("panel-exclude"));
    await panelName("Yusuf Abdullahi");
    await user.click(screen.getByTestId("cell-0-name"));
    await user.keyboard("{Delete}");
    await waitFor(() => expect(changesOf(asked, "exclude").map(({ change }) => change.positions)).toEqual([[1], [0]]));
  });

  test("undoes with Ctrl+Z, but not while one types", async () => {
    const user = userEvent.setup();
    const asked = check({ canUndo: true });
    await user.click(await screen.findByTestId("cell-0-name"));
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(changesOf(asked, "undo").length).toBe(1));
    await user.keyboard("{F2}{Control>}z{/Control}{Escape}");
    expect(changesOf(asked, "undo").length).toBe(1);
  });

  test("on a Mac, undoes with ⌘Z and excludes with Backspace", async () => {
    runOn("mac");
    const user = userEvent.setup();
    const asked = check({ canUndo: true });
    await user.click(await screen.findByTestId("cell-0-name"));
    await user.keyboard("{Control>}z{/Control}");
    expect(changesOf(asked, "undo").length).toBe(0);
    await user.keyboard("{Meta>}z{/Meta}");
    await waitFor(() => expect(changesOf(asked, "undo").length).toBe(1));
    await user.keyboard("{Backspace}");
    await waitFor(() => expect(changesOf(asked, "exclude").map(({ change }) => change.positions)).toEqual([[0]]));
  });

  test("says when a change could not be kept", async () => {
    const user = userEvent.setup();
    check(
      {},
      {},
      {
        accept_suggestion: () => {
          throw { code: "disk_full" } satisfies AppError;
        },
      },
    );
    await panelTitle("A leading zero is lost");
    await user.click(screen.getByTestId("panel-fix"));
    expect((await screen.findByTestId("error-panel")).getAttribute("data-code")).toBe("disk_full");
    expect(screen.getByTestId("panel-fix")).toBeTruthy();
  });
});

describe("a row that was changed and is ready", () => {
  const changed = () => rowOf(0, { name: "Ada Obi", accountNumber: "0427661560", edited: ["account_number"] });
  const answers = (): Parameters<typeof desk>[0] => ({
    draft_rows: ({ offset }) => ({ total: 1, offset, rows: [changed()] }),
    row_detail: () => ({
      row: changed(),
      fileValues: [{ field: "account_number", cell: "D5", value: "427661560" }],
      bulk: [],
      place: null,
      openRows: 1,
      previousOpen: null,
      nextOpen: null,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    }),
  });

  test("says what the file has and what it has now, and goes back to the file with one press", async () => {
    const user = userEvent.setup();
    const asked = check({}, answers(), { revert: () => draftOf({ revision: 9 }) });
    await user.click(await screen.findByTestId("cell-0-name"));
    const since = await screen.findByTestId("panel-since");
    expect(since.textContent).toContain("427661560→0427661560");
    expect(screen.getByTestId("panel").textContent).not.toContain("Nothing is wrong");
    await user.click(screen.getByTestId("panel-revert"));
    expect(changesOf(asked, "revert")).toEqual([{ id: 7, change: { kind: "revert", positions: [0] } }]);
  });

  test("is marked in its state beside the panel, too", async () => {
    check({}, answers());
    const state = await screen.findByTestId("cell-0-state");
    expect(within(state).getByLabelText("Edited")).toBeTruthy();
  });
});

describe("names", () => {
  const names = { ...draftOf().names, unverified: 4, verified: 1 };

  test("are asked for with a button where they do not start by themselves", async () => {
    const user = userEvent.setup();
    const asked = check({ names });
    await user.click(await screen.findByTestId("check-names"));
    expect(called(asked, "check_names")).toEqual([{ id: 7, request: { kind: "all" } }]);
  });

  test("start without a click where the desk says so, once", async () => {
    const asked = check({ names: { ...names, automatic: true } });
    await waitFor(() => expect(called(asked, "check_names")).toEqual([{ id: 7, request: { kind: "all" } }]));
    expect(screen.queryByTestId("check-names")).toBeNull();
    await panelTitle("A leading zero is lost");
    expect(called(asked, "check_names").length).toBe(1);
  });

  test("do not start while the desk is locked", async () => {
    const session = () => ({ ...liveSession, unlocked: false });
    const asked = check({ names: { ...names, automatic: true } }, { session });
    await panelTitle("A leading zero is lost");
    expect(called(asked, "check_names")).toEqual([]);
  });

  test("that could not start have their button", async () => {
    const asked = check(
      { names: { ...names, automatic: true } },
      {
        check_names: () => {
          throw { code: "locked" } satisfies AppError;
        },
      },
    );
    expect(await screen.findByTestId("check-names")).toBeTruthy();
    expect(called(asked, "check_names").length).toBe(1);
    expect(screen.queryByTestId("error-panel")).toBeNull();
  });

  test("are not asked for again after a failure, but can be", async () => {
    const user = userEvent.setup();
    const notAsked: DraftView["names"]["notAsked"] = [
      { reason: "no_answer", accounts: 12 },
      { reason: "token_refused", accounts: 1 },
    ];
    const asked = check({ names: { ...names, notAsked } });
    expect((await screen.findByTestId("names-not-asked")).textContent).toBe(
      "12 accounts could not be verified: your provider did not answer. 1 account could not be verified: your provider rejected the access token. No money moved. Verify them again",
    );
    expect(called(asked, "check_names")).toEqual([]);
    // One button, which verifies those again.
    await user.click(screen.getByTestId("check-names"));
    expect(called(asked, "check_names")).toEqual([{ id: 7, request: { kind: "all" } }]);
  });

  test("leave no button once all are known", async () => {
    check({ names: { ...names, unverified: 0 } });
    await panelTitle("A leading zero is lost");
    expect(screen.queryByTestId("check-names")).toBeNull();
  });

  test("show how far they are, and can be stopped", async () => {
    check({ names: { ...names, running: true, done: 120, total: 300 } });
    expect((await screen.findByTestId("names-progress")).textContent).toContain("120 of 300");
    expect(screen.getByTestId("stop-names").textContent).toBe("Stop");
  });

  test("say how long the rest takes, and can be paused and go on", async () => {
    const user = userEvent.setup();
    const asked = check({ names: { ...names, running: true, done: 120, total: 300, leftS: 61 } });
    expect((await screen.findByTestId("names-progress")).textContent).toContain("120 of 300, about 2 minutes left");
    await user.click(screen.getByTestId("pause-names"));
    expect(called(asked, "check_names")).toEqual([{ id: 7, request: { kind: "pause" } }]);
    act(() =>
      cacheDraft(draftOf({ revision: 99, names: { ...names, running: true, paused: true, done: 120, total: 300 } })),
    );
    await user.click(await screen.findByText("Continue"));
    expect(screen.getByTestId("names-progress").textContent).toContain("Verification paused: 120 of 300");
    expect(called(asked, "check_names").at(-1)).toEqual({ id: 7, request: { kind: "resume" } });
  });

  test("have no column before the first is known, nor where the banks do not tell", async () => {
    check({ names: { ...names, verified: 0 } });
    await screen.findByTestId("grid-row-3");
    expect(screen.queryByTestId("cell-3-holder")).toBeNull();
    expect(screen.getByTestId("cell-3-name").textContent).toBe("Tunde BakareDiffers");
  });

  test("have no button where the banks do not tell", async () => {
    check({ names: { ...names, available: false } });
    await screen.findByTestId("grid-row-3");
    expect(screen.queryByTestId("cell-3-holder")).toBeNull();
    expect(screen.queryByTestId("check-names")).toBeNull();
  });
});

describe("the bank's name", () => {
  test("is asked for again with one press, in the row that is shown", async () => {
    const user = userEvent.setup();
    const asked = check();
    await user.click(await screen.findByTestId("cell-3-name"));
    await panelTitle("The bank has a different name");
    await user.click(screen.getByTestId("panel-verify-again"));
    expect(called(asked, "check_names")).toEqual([{ id: 7, request: { kind: "rows", positions: [3] } }]);
  });

  test.each<[RowView["holder"], string]>([
    [{ kind: "close", holder: "BAKARE BABATUNDE" }, "Similar"],
    [{ kind: "not_available" }, "Not available"],
    [{ kind: "not_asked" }, "–"],
  ])("is %o: %s", async (holder, text) => {
    const rows = [rowOf(0, { name: "Tunde Bakare", holder })];
    check(
      { names: { ...draftOf().names, verified: 3 } },
      {
        draft_rows: () => ({ total: 1, offset: 0, rows }),
        find_row: () => 0,
      },
    );
    expect((await screen.findByTestId("cell-0-holder")).textContent).toBe(text);
  });
});

describe("once all names are verified", () => {
  const running = { ...draftOf().names, running: true, done: 3, total: 5 };
  const ended = draftOf({ rows: 5, toFix: 0, toDecide: 1, revision: 99 });

  /** Everyone is ready but Tunde, whose holder name differs; it is the last one to be verified. */
  async function verify(beforeTheEnd: (user: ReturnType<typeof userEvent.setup>) => Promise<void>) {
    const user = userEvent.setup();
    const rows = people().map((row) => (row.position === 3 ? row : rowOf(row.position, { name: row.name })));
    check(
      {},
      {
        draft: () => draftOf({ rows: 5, toFix: 0, names: running }),
        draft_rows: ({ filter, offset }) => {
          const { problem } = filter as RowFilter;
          const through = rows.filter((row) => problem === null || row.problems.some(({ code }) => code === problem));
          return { total: through.length, offset, rows: through };
        },
        find_row: byKind({ index_of: ({ position }) => position }, "row"),
      },
    );
    await screen.findByTestId("cell-0-name");
    await beforeTheEnd(user);
    act(() => cacheDraft(ended));
  }

  test("the first finding is selected", async () => {
    await verify(async () => undefined);
    await panelTitle("The bank has a different name");
    expect(screen.getByTestId("grid-row-3").getAttribute("aria-selected")).toBe("true");
  });

  test("nothing is selected for somebody who has pressed a key since the draft was opened", async () => {
    await verify(async (user) => {
      await user.keyboard("{Shift}");
    });
    await waitFor(() => expect(screen.getByTestId("chip-all").textContent).toContain("5"));
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.getByTestId("grid-row-3").getAttribute("aria-selected")).not.toBe("true");
  });

  test("nothing is selected for somebody who is typing", async () => {
    await verify(async (user) => {
      await user.dblClick(screen.getByTestId("cell-0-name"));
    });
    await waitFor(() => expect(screen.getByTestId("chip-all").textContent).toContain("5"));
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.getByTestId("cell-0-name").querySelector("input")).not.toBeNull();
  });
});

describe("review while account names are verified", () => {
  const running = { ...draftOf().names, running: true, unverified: 180, done: 120, total: 300, leftS: 61 };
  const ready = { toFix: 0, toDecide: 0, names: running };

  test("says how many will not be verified, and goes on where that is wanted", async () => {
    const user = userEvent.setup();
    check(ready);
    await user.click(await screen.findByTestId("check-review"));
    expect((await screen.findByTestId("review-early")).textContent).toBe(
      "Verifying account names: 120 of 300, about 2 minutes left.",
    );
    expect(screen.getByText(/account names of 180 people will not be verified/)).toBeTruthy();
    await user.click(screen.getByTestId("confirm"));
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("approve"));
  });

  test("waits where the user would rather have them", async () => {
    const user = userEvent.setup();
    check(ready);
    await user.click(await screen.findByTestId("check-review"));
    await user.click(await screen.findByText("Not yet"));
    await waitFor(() => expect(screen.queryByTestId("review-early")).toBeNull());
    expect(screen.getByTestId("check-screen")).toBeTruthy();
  });

  test("goes on by itself once all are verified and nothing was found", async () => {
    const user = userEvent.setup();
    check(ready);
    await user.click(await screen.findByTestId("check-review"));
    await screen.findByTestId("review-early");
    act(() => cacheDraft(draftOf({ ...ready, revision: 99, names: { ...running, running: false, unverified: 0 } })));
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("approve"));
  });

  test("goes nowhere when the check of the names has stopped before its end", async () => {
    const user = userEvent.setup();
    check(ready);
    await user.click(await screen.findByTestId("check-review"));
    await screen.findByTestId("review-early");
    act(() => cacheDraft(draftOf({ ...ready, revision: 99, names: { ...running, running: false } })));
    await waitFor(() => expect(screen.queryByTestId("review-early")).toBeNull());
    expect(screen.getByTestId("check-screen")).toBeTruthy();
  });

  test("asks nothing any more once they are verified, whatever was found", async () => {
    const user = userEvent.setup();
    check(ready);
    await user.click(await screen.findByTestId("check-review"));
    await screen.findByTestId("review-early");
    act(() => cacheDraft(draftOf({ revision: 99, toFix: 0, toDecide: 1 })));
    await waitFor(() => expect(screen.queryByTestId("review-early")).toBeNull());
    expect(screen.getByTestId("check-screen")).toBeTruthy();
  });
});
