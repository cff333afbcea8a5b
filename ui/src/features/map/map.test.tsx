import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import type { AppError, Field, MappedColumn, MappingView, RemapEffect, RowView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { queryClient, cacheDraft } from "../../query";
import { preload } from "../../screens";
import { chosen, desk, show } from "../../test/render";
import { changeDraft, changesOf, draftOf, rowOf } from "../check/fixtures";
import { duplicateFields, faults, withField } from "./columns";
import ColumnsScreen from "./Columns";
import { forgetUnconfirmed } from "./useMapping";
import MapScreen from ".";

// The state of the window while it reads a file.
beforeAll(async () => void (await preload("check")), 60_000);

const row = (position: number, change: Partial<RowView> = {}) => rowOf(position, { row: position + 2, ...change });
const COLUMNS: MappedColumn[] = [
  { column: "A", field: "name" },
  { column: "B", field: "account_number" },
  { column: "C", field: "bank_name" },
  { column: "D", field: "amount" },
];

function viewOf(change: Partial<MappingView> = {}): MappingView {
  const preview = (column: string, header: string, samples: string[]) => ({ column, header, samples, guesses: [] });
  return {
    fileName: "Depot.csv",
    sha256: "aa",
    sheets: [{ name: "", hidden: false, rows: 3 }],
    decision: {
      mapping: { sheet: "", headerRow: 1, columns: COLUMNS },
      origin: "detected",
      layout: "ff",
      missing: [],
      unsure: [{ column: "D", field: "amount", reason: "doubtful", sum: null }],
      sheetIsHidden: false,
      alsoPayrolls: [],
      otherTables: [],
      differingTotals: [],
    },
    columns: [
      preview("A", "Who", ["Ada Obi"]),
      preview("B", "Where", ["0000014579"]),
      preview("C", "Which", ["GTBank"]),
      preview("D", "Gross Pay", ["1000", "2000"]),
      preview("E", "Take home", ["900", "1800"]),
    ],
    head: [
      { row: 1, cells: ["Who", "Where", "Which", "Gross Pay", "Take home"] },
      { row: 2, cells: ["Ada Obi", "0000014579", "GTBank", "1000", "900"] },
    ],
    country: "NG",
    currency: "NGN",
    people: 2,
    skipped: 0,
    first: [row(0, { name: "Ada Obi", amount: "1000.00" })],
    layoutName: null,
    headedByAPerson: false,
    ...change,
  };
}

type Question = { table: unknown; mapping: { columns: MappedColumn[] } | null };
const questionOf = (input: Record<string, unknown>) => input["question"] as Question;

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{JSON.stringify(at)}</output>;
}

const where = () => JSON.parse(screen.getByTestId("where").textContent ?? "null") as unknown;
const select = (column: string) => screen.getByTestId(`map-field-${column}`);

async function choose(user: ReturnType<typeof userEvent.setup>, column: string, option: string) {
  await user.click(select(column));
  await user.click(await screen.findByRole("option", { name: option, hidden: true }));
}

function showFile(name: string) {
  const file = chosen(name);
  show(
    <>
      <MapScreen file={file} />
      <Where />
    </>,
    { name: "map", file },
  );
}

test("a guess that is right is confirmed with one press of Enter", async () => {
  const asked = desk({
    preview_file: () => viewOf(),
    open_mapped: () => 7,
    draft: () => draftOf(),
    comparison: () => null,
  });
  const user = userEvent.setup();
  showFile("one.csv");
  expect((await screen.findByTestId("map-mark-D")).textContent).toMatch(/may mean something else/);
  expect(screen.getByTestId("map-lead").textContent).toMatch(/not sure of one column/);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(where()).toEqual({ name: "check", id: 7 }));
  const answer = { sha256: "aa", mapping: viewOf().decision.mapping, country: null, currency: null, bank: null };
  expect(asked.find(({ command }) => command === "open_mapped")?.input).toEqual({
    file: chosen("one.csv").handle,
    answer,
  });
});

test("columns detected from their contents are named once, and marked only beside other doubts", async () => {
  const byContent = (column: string, field: Field) => ({ column, field, reason: "by_content", sum: null }) as const;
  const view = viewOf();
  const all = [byContent("A", "name"), byContent("B", "account_number")];
  desk({ preview_file: () => viewOf({ decision: { ...view.decision, unsure: all } }) });
  showFile("contents.csv");
  await screen.findByTestId("map-columns");
  expect(screen.getByTestId("map-lead").textContent).toMatch(/columns A and B were not recognised/);
  expect(screen.queryByTestId("map-mark-A")).toBeNull();
});

test("beside another doubt they are marked", async () => {
  const view = viewOf();
  const byContent = { column: "A", field: "name", reason: "by_content", sum: null } as const;
  desk({
    preview_file: () => viewOf({ decision: { ...view.decision, unsure: [...view.decision.unsure, byContent] } }),
  });
  showFile("doubts.csv");
  expect((await screen.findByTestId("map-mark-A")).textContent).toBe("Detected from the contents");
});

test("two columns for one field cannot be used; leaving it at one shows the people by it", async () => {
  const asked = desk({
    preview_file: (input) =>
      questionOf(input).mapping === null
        ? viewOf()
        : viewOf({ first: [row(0, { name: "Ada Obi", amount: "900.00" })] }),
  });
  const user = userEvent.setup();
  showFile("two.csv");
  await screen.findByTestId("map-columns");
  await choose(user, "E", "Amount");
  expect(screen.getByTestId("map-lead").textContent).toBe(
    "Amount is chosen for columns D and E. Keep it for one of them.",
  );
  expect(screen.getByTestId("map-mark-E").dataset["kind"]).toBe("fault");
  expect((screen.getByTestId("map-confirm") as HTMLButtonElement).disabled).toBe(true);
  await choose(user, "D", "Not used");
  expect(screen.queryByTestId("map-mark-D")).toBeNull();
  await waitFor(() => expect(screen.getByTestId("map-people").textContent).toContain("900.00"));
  expect((screen.getByTestId("map-confirm") as HTMLButtonElement).disabled).toBe(false);
  const seen = asked.filter(({ command }) => command === "preview_file").map(({ input }) => questionOf(input).mapping);
  expect(seen.filter((mapping) => mapping !== null)).toHaveLength(1);
});

test("without a column for the amount nobody can be paid, and it says so", async () => {
  const without = COLUMNS.filter(({ field }) => field !== "amount");
  const view = viewOf();
  desk({
    preview_file: () => ({
      ...view,
      decision: {
        ...view.decision,
        mapping: { ...view.decision.mapping, columns: without },
        missing: ["amount"],
        unsure: [],
      },
    }),
  });
  showFile("three.csv");
  expect((await screen.findByTestId("map-lead")).textContent).toBe(
    "Nobody can be paid until you choose the column with the amount.",
  );
  expect(screen.getByTestId("map-need-amount").dataset["state"]).toBe("missing");
  expect((screen.getByTestId("map-confirm") as HTMLButtonElement).disabled).toBe(true);
});

test("Esc goes back, and what was chosen is there again", async () => {
  desk({ preview_file: () => viewOf() });
  const user = userEvent.setup();
  const first = show(
    <>
      <MapScreen file={chosen("four.csv")} />
      <Where />
    </>,
    { name: "pay" },
  );
  await screen.findByTestId("map-columns");
  await choose(user, "C", "Not used");
  await user.keyboard("{Escape}");
  first.unmount();
  showFile("four.csv");
  await screen.findByTestId("map-columns");
  expect((select("C") as HTMLInputElement).value).toBe("Not used");
  expect(screen.getByTestId("map-need-bank").dataset["state"]).toBe("later");
});

test.each([
  [
    "the headings alone",
    async (user: ReturnType<typeof userEvent.setup>) => {
      await user.click(await screen.findByTestId("map-headings"));
      await user.click(await screen.findByTestId("map-row-none"));
    },
  ],
  [
    "a column",
    async (user: ReturnType<typeof userEvent.setup>) => {
      await screen.findByTestId("map-columns");
      await choose(user, "C", "Not used");
    },
  ],
])("next month's file at the same path is looked at anew where %s was chosen", async (name, make) => {
  const file = chosen(`same ${name}.csv`);
  let sha256 = "aa";
  const { decision } = viewOf();
  const asked = desk({
    preview_file: (input) => {
      const headerRow = questionOf(input).table === null ? 1 : 2;
      return viewOf({ sha256, decision: { ...decision, mapping: { ...decision.mapping, headerRow } } });
    },
    open_mapped: () => 7,
    draft: () => draftOf(),
    comparison: () => null,
  });
  const user = userEvent.setup();
  const first = show(
    <>
      <MapScreen file={file} />
      <Where />
    </>,
    { name: "pay" },
  );
  await make(user);
  await user.keyboard("{Escape}");
  first.unmount();
  sha256 = "bb";
  queryClient.clear();
  showFile(file.name);
  await screen.findByTestId("map-columns");
  await waitFor(async () => {
    await user.click(screen.getByTestId("map-confirm"));
    expect(asked.some(({ command }) => command === "open_mapped")).toBe(true);
  });
  const answer = { sha256: "bb", mapping: decision.mapping, country: null, currency: null, bank: null };
  expect(asked.find(({ command }) => command === "open_mapped")?.input).toEqual({ file: file.handle, answer });
});

test("what was chosen of a practice draft is not chosen of the live one with its number", async () => {
  desk({ preview_draft_file: () => viewOf() });
  const user = userEvent.setup();
  const first = show(
    <>
      <ColumnsScreen id={91} />
      <Where />
    </>,
    { name: "columns", id: 91 },
  );
  await screen.findByTestId("map-columns");
  await choose(user, "C", "Not used");
  first.unmount();
  forgetUnconfirmed();
  show(
    <>
      <ColumnsScreen id={91} />
      <Where />
    </>,
    { name: "columns", id: 91 },
  );
  await screen.findByTestId("map-columns");
  expect((select("C") as HTMLInputElement).value).not.toBe("Not used");
});

test("another row with the headings, or none, is looked at anew", async () => {
  const asked = desk({ preview_file: () => viewOf() });
  const user = userEvent.setup();
  showFile("five.csv");
  await user.click(await screen.findByTestId("map-headings"));
  await user.click(await screen.findByTestId("map-row-none"));
  await waitFor(() => {
    const tables = asked
      .filter(({ command }) => command === "preview_file")
      .map(({ input }) => questionOf(input).table);
    expect(tables).toContainEqual({ sheet: "", header: { kind: "absent" } });
  });
});

test("a person in the place of the headings is said", async () => {
  desk({ preview_file: () => viewOf({ headedByAPerson: true }) });
  showFile("person.csv");
  expect((await screen.findByTestId("map-lead")).textContent).toMatch(
    /Row 1 looks like a person\. As the header row it would not be paid/,
  );
  expect((screen.getByTestId("map-confirm") as HTMLButtonElement).disabled).toBe(false);
});

test("a hidden sheet is named before its people are paid", async () => {
  const { decision } = viewOf();
  const hidden = { ...decision, mapping: { ...decision.mapping, sheet: "October" }, unsure: [], sheetIsHidden: true };
  desk({ preview_file: () => viewOf({ decision: hidden, sheets: [{ name: "October", hidden: true, rows: 3 }] }) });
  showFile("hidden.xlsx");
  expect((await screen.findByTestId("map-lead")).textContent).toMatch(
    /^The sheet October is hidden in the file\. Make sure/,
  );
});

test("other payrolls of the file are named before one is paid", async () => {
  const { decision } = viewOf();
  const one = {
    ...decision,
    mapping: { ...decision.mapping, sheet: "November" },
    unsure: [],
    alsoPayrolls: ["October"],
  };
  desk({
    preview_file: () =>
      viewOf({
        decision: one,
        sheets: [
          { name: "October", hidden: false, rows: 3 },
          { name: "November", hidden: false, rows: 3 },
        ],
      }),
  });
  showFile("months.xlsx");
  expect((await screen.findByTestId("map-lead")).textContent).toMatch(
    /^This file has another payroll, on the sheet October\. Only November is read here/,
  );
});

test("a column made of others is proposed with its arithmetic", async () => {
  const { decision } = viewOf();
  const sum = {
    terms: [
      { column: "C", header: "Net Pay", subtracted: false },
      { column: "E", header: "Loan", subtracted: true },
    ],
    rows: 311,
    of: 312,
  };
  const unsure = [{ column: "D", field: "amount" as const, reason: "sum_of_others" as const, sum }];
  desk({ preview_file: () => viewOf({ decision: { ...decision, unsure } }) });
  showFile("arrears.xlsx");
  expect((await screen.findByTestId("map-mark-D")).textContent).toBe("= Net Pay − Loan, in 311 of 312 rows");
  expect(screen.getByTestId("map-lead").textContent).toMatch(
    /it is Net Pay − Loan in 311 of 312 rows\. If only Net Pay/,
  );
});

test.each([
  [[], true, /^The total in row 9 is ₦1,300.50, but the people above it add up to ₦300.50\. Check/],
  [[4], true, /Row 4 was skipped and has the difference\.$/],
  [[4], false, /Row 4 has the difference\.$/],
])("a total that differs is shown with its row %j", async (rows, isShort, expected) => {
  const { decision } = viewOf();
  const differingTotals = [
    { kind: "sum" as const, row: 9, stated: "1300.50", read: "300.50", isShort, isAbove: false, rows },
  ];
  desk({ preview_file: () => viewOf({ decision: { ...decision, unsure: [], differingTotals } }) });
  showFile("total.xlsx");
  expect((await screen.findByTestId("map-lead")).textContent).toMatch(expected);
});

test.each([
  [
    { kind: "count", row: 1, stated: "1312", read: "1", isAbove: true, rows: [4] },
    /^Row 1 of the file gives the number of people as 1,312, but 1 was found below it\. Row 4 was skipped and may be a person\.$/,
  ],
  [
    { kind: "count", row: 9, stated: "5", read: "2", isAbove: false, rows: [] },
    /^Row 9 of the file gives the number of people as 5, but 2 were found above it\. Check whether somebody is missing/,
  ],
  [
    { kind: "words", row: 4, stated: "1300.50", read: "300.50", isAbove: true, rows: [] },
    /^The amount in words in row 4 is ₦1,300\.50, but the people below it add up to ₦300\.50\. Check/,
  ],
] as const)("a figure that differs from the people is shown %j", async (total, expected) => {
  const { decision } = viewOf();
  const differingTotals = [{ ...total, isShort: true, rows: [...total.rows] }];
  const mapping = { ...decision.mapping, headerRow: 3 };
  desk({ preview_file: () => viewOf({ decision: { ...decision, mapping, unsure: [], differingTotals } }) });
  showFile("figures.xlsx");
  expect((await screen.findByTestId("map-lead")).textContent).toMatch(expected);
});

test("the difference with an explanation is shown first", async () => {
  const { decision } = viewOf();
  const total = {
    kind: "sum" as const,
    row: 9,
    stated: "1300.50",
    read: "300.50",
    isShort: true,
    isAbove: false,
    rows: [4],
  };
  const differingTotals = [{ ...total, kind: "count" as const, row: 1, rows: [] }, total];
  desk({ preview_file: () => viewOf({ decision: { ...decision, unsure: [], differingTotals } }) });
  showFile("figures.xlsx");
  expect((await screen.findByTestId("map-lead")).textContent).toMatch(/Row 4 was skipped and has the difference/);
});

test("other tables of the sheet are named before one is paid", async () => {
  const { decision } = viewOf();
  desk({ preview_file: () => viewOf({ decision: { ...decision, unsure: [], otherTables: [14] } }) });
  showFile("branches.xlsx");
  expect((await screen.findByTestId("map-lead")).textContent).toMatch(
    /^This sheet has another table, with its headings in row 14\. Its people are not in this payroll/,
  );
});

test("a file that moved says so, and another can be chosen", async () => {
  desk({
    preview_file: () => {
      throw { code: "file_moved", data: { file: "/payrolls/November.xlsx" } } satisfies AppError;
    },
  });
  showFile("six.csv");
  const panel = await screen.findByTestId("error-panel");
  expect(panel.dataset["code"]).toBe("file_moved");
  expect(within(panel).getByText("Choose a file")).toBeTruthy();
});

const noEffect: RemapEffect = { kept: 3, gone: 0, lines: [], peopleBefore: 2, people: 2 };

function showColumns() {
  show(
    <>
      <ColumnsScreen id={7} />
      <Where />
    </>,
    { name: "columns", id: 7 },
  );
}

test("changing a draft's columns asks before work goes, and names it", async () => {
  const line = { row: 2, name: "Ada Obi", field: "amount" as const, from: "1050", to: "900" };
  const asked = desk({
    preview_draft_file: () => viewOf(),
    remap_effect: () => ({ ...noEffect, gone: 1, lines: [line] }),
    ...changeDraft({ remap: () => draftOf() }),
  });
  const user = userEvent.setup();
  showColumns();
  await screen.findByTestId("map-columns");
  await choose(user, "E", "Amount");
  await choose(user, "D", "Not used");
  await user.click(screen.getByTestId("map-confirm"));
  expect(await screen.findByText("Ada Obi, Amount: 1050 becomes 900")).toBeTruthy();
  expect(changesOf(asked, "remap").length > 0).toBe(false);
  const confirm = screen.getByTestId("confirm");
  expect(confirm.textContent).toBe("Use these columns and lose 1 change");
  await user.click(confirm);
  await waitFor(() => expect(changesOf(asked, "remap").length > 0).toBe(true));
  expect(await screen.findByText("The file was read again with these columns.")).toBeTruthy();
});

test.each([
  ["takes the columns back", false, []],
  ["says so where something else was changed since", true, ["Something else has changed since."]],
])("undoing changed columns at once %s", async (_what, isChanged, message) => {
  const asked = desk({
    preview_draft_file: () => viewOf(),
    remap_effect: () => noEffect,
    ...changeDraft({ remap: () => draftOf(), undo: () => draftOf() }),
  });
  const user = userEvent.setup();
  showColumns();
  await screen.findByTestId("map-columns");
  await choose(user, "E", "Amount");
  await choose(user, "D", "Not used");
  await user.click(screen.getByTestId("map-confirm"));
  await screen.findByText("The file was read again with these columns.");
  if (isChanged) cacheDraft({ ...draftOf(), edited: draftOf().edited + 1 });
  await user.click(screen.getByTestId("toast-action"));
  await Promise.all(message.map((words) => screen.findByText(words, { exact: false })));
  await waitFor(() => expect(changesOf(asked, "undo").length > 0).toBe(!isChanged));
});

test("where nothing goes nothing is asked; where nothing changed nothing is read again", async () => {
  const asked = desk({
    preview_draft_file: () => viewOf(),
    remap_effect: () => noEffect,
    ...changeDraft({ remap: () => draftOf() }),
  });
  const user = userEvent.setup();
  showColumns();
  await screen.findByTestId("map-columns");
  await user.click(screen.getByTestId("map-confirm"));
  await waitFor(() => expect(asked.filter(({ command }) => command === "preview_draft_file")).toHaveLength(2));
  expect(asked.some(({ command }) => command === "remap_effect")).toBe(false);
  await choose(user, "C", "Not used");
  await user.click(screen.getByTestId("map-confirm"));
  await waitFor(() => expect(changesOf(asked, "remap").length > 0).toBe(true));
});

test.each([
  ["two columns of the name are joined", withField(COLUMNS, "E", "name"), []],
  ["two of the bank are not", withField(COLUMNS, "E", "bank_name"), ["double"]],
  ["no account", withField(COLUMNS, "B", null), ["missing"]],
  ["no name and no bank can be put in later", withField(withField(COLUMNS, "A", null), "C", null), []],
])("%s", (_, columns, expected) => {
  expect(faults(columns).map(({ kind }) => kind)).toEqual(expected);
  expect(duplicateFields(columns).size > 0).toBe(expected.includes("double"));
});

test("columns stay in the order of the sheet, AA after Z", () => {
  const columns = ["AA", "Z", "B"].reduce<MappedColumn[]>((all, column) => withField(all, column, "name"), []);
  expect(columns.map(({ column }) => column)).toEqual(["B", "Z", "AA"]);
});

const WIDE = Array.from({ length: 12 }, (_, at) => String.fromCharCode(65 + at));
const wide = (): MappingView =>
  viewOf({
    columns: WIDE.map((column) => ({ column, header: `Heading ${column}`, samples: [`${column} 2`], guesses: [] })),
    head: [1, 2].map((number) => ({ row: number, cells: WIDE.map((column) => `${column} ${number}`) })),
  });

test("a wide file shows its first rows as they are, each column headed by what it is used as", async () => {
  desk({ preview_file: wide });
  const user = userEvent.setup();
  showFile("wide1.csv");
  const strip = await screen.findByTestId("map-strip");
  expect(within(strip).getByText("L 2")).toBeTruthy();
  expect(screen.getByTestId("map-strip-D").textContent).toBe("Amount");
  expect(screen.getByTestId("map-strip-E").textContent).toBe("Not used");
  expect(within(screen.getByTestId("map-strip-D")).getByLabelText("Not sure")).toBeTruthy();
  await user.click(screen.getByTestId("map-strip-D"));
  expect(document.activeElement).toBe(select("D"));
});

test("the row with the headings is chosen by pressing its number", async () => {
  const asked = desk({ preview_file: wide });
  const user = userEvent.setup();
  showFile("wide2.csv");
  expect((await screen.findByTestId("map-strip-row-1")).getAttribute("aria-pressed")).toBe("true");
  await user.click(screen.getByTestId("map-strip-row-2"));
  const wanted = { sheet: "", header: { kind: "row", row: 2 } };
  const looked = () => asked.filter(({ command }) => command === "preview_file");
  await waitFor(() => expect(looked().map(({ input }) => questionOf(input).table)).toContainEqual(wanted));
});

test("a file with few columns needs no rows above its list", async () => {
  desk({ preview_file: () => viewOf() });
  showFile("wide3.csv");
  await screen.findByTestId("map-columns");
  expect(screen.queryByTestId("map-strip")).toBeNull();
});
