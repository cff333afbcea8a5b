// A list with unknown headings or status words: the user's decisions, and that nothing is applied before.

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type {
  ListMapping,
  OutcomeColumnsView,
  OutcomesLook,
  OutcomesView,
  OutcomeWord,
  WordReading,
} from "../../../ipc";
import { desk, liveSession, opens, show } from "../../../test/render";
import { ImportResults } from "../ImportResults";

const column = (letter: string, header: string, isByContent = false) => ({
  column: letter,
  header,
  samples: ["x"],
  isByContent,
});
const COLUMNS: OutcomeColumnsView = {
  kind: "results",
  fileName: "export.csv",
  sheets: [{ name: "", hidden: false, rows: 3 }],
  mapping: { sheet: "", headerRow: 1, columns: [{ column: "A", field: "reference" }] },
  origin: "detected",
  columns: [column("A", "Num", true), column("B", "Qui"), column("C", "Suite")],
  head: [
    { row: 1, cells: ["Num", "Qui", "Suite"] },
    { row: 2, cells: ["AAA", "Ada", "Réglé"] },
  ],
  missing: ["outcome"],
  rows: 2,
  isHeadedByAPayment: false,
  areRecords: false,
  canBeRemembered: true,
  signs: null,
};
const VIEW: OutcomesView = {
  kind: "results",
  fileName: "export.csv",
  sha256: "abc",
  fingerprint: "f1",
  appliedAt: null,
  rows: 2,
  columnsOrigin: "detected",
  layoutName: null,
  words: [],
  moreWords: 0,
  counts: [],
  applicable: 1,
  toConfirm: 0,
  secondDebits: 0,
  unreadRows: 0,
  unread: [],
  moreUnread: 0,
};

/** Like the desk: a status is required. */
function columnsView(mapping: ListMapping | null): OutcomeColumnsView {
  const given = mapping ?? COLUMNS.mapping;
  const hasStatus = given.columns.some(({ field }) => field === "status");
  return {
    ...COLUMNS,
    mapping: given,
    origin: mapping === null ? "detected" : "given",
    missing: hasStatus ? [] : ["outcome"],
  };
}

type Reading = { columns: ListMapping | null; words: WordReading[] | null };

function open(look: (reading: Reading) => OutcomesLook, columns: Partial<OutcomeColumnsView> = {}) {
  const asked = desk({
    ...opens("results", "export.csv"),
    session: () => liveSession,
    preview_outcomes: ({ reading }) => look(reading as Reading),
    preview_outcome_columns: ({ question }) => ({
      ...columnsView((question as { mapping: ListMapping | null }).mapping),
      ...columns,
    }),
    outcome_lines: () => ({ total: 0, offset: 0, rows: [] }),
    apply_outcomes: () => ({ payouts: 1 }),
  });
  show(<ImportResults />, { name: "payrolls" });
  return asked;
}

async function imported() {
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("outcomes-import"));
  await user.click(await screen.findByTestId("outcomes-import-results"));
  return user;
}

const of = (asked: ReturnType<typeof desk>, command: string) => asked.filter((one) => one.command === command);
const use = () => screen.getByTestId<HTMLButtonElement>("outcome-columns-use");

async function pick(user: ReturnType<typeof userEvent.setup>, testid: string, option: string) {
  await user.click(screen.getByTestId(testid));
  await user.click(await screen.findByRole("option", { name: option, hidden: true }));
}

const askedOrRead = ({ columns }: Reading): OutcomesLook =>
  columns === null
    ? { shows: "columns", view: COLUMNS }
    : { shows: "difference", view: { ...VIEW, columnsOrigin: "given" } };

beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
});

test("unknown headings are asked about, and what is chosen is shown before it is applied", async () => {
  const asked = open(askedOrRead);
  const user = await imported();
  const group = await screen.findByTestId("outcome-columns-outcome");
  expect(screen.getByRole("dialog").textContent).toContain("What do the columns mean?");
  expect(group.textContent).toContain("Choose the column with the status or the response code.");
  expect(screen.getByTestId<HTMLInputElement>("outcome-column-reference").value).toBe("A · Num");
  expect(use().disabled).toBe(true);

  const need = screen.getByTestId("outcome-columns-need");
  expect(need.textContent).toBe("Show what is missing");
  await user.click(need);
  expect(document.activeElement).toBe(screen.getByTestId("outcome-column-status"));

  await user.click(screen.getByTestId("outcome-column-status"));
  const taken = await screen.findByRole("option", { name: "A · Num", hidden: true });
  expect(taken.dataset["comboboxDisabled"]).toBe("true");
  await user.click(await screen.findByRole("option", { name: "C · Suite", hidden: true }));
  await waitFor(() => expect(use().disabled).toBe(false));
  expect(screen.queryByTestId("outcome-columns-need")).toBeNull();
  expect(of(asked, "apply_outcomes")).toHaveLength(0);
  await user.click(use());

  const columns: ListMapping = {
    sheet: "",
    headerRow: 1,
    columns: [
      { column: "A", field: "reference" },
      { column: "C", field: "status" },
    ],
  };
  expect((await screen.findByTestId("outcomes-read-by")).textContent).toContain("the columns you chose");
  await user.click(screen.getByTestId("outcomes-apply"));
  await waitFor(() =>
    expect(of(asked, "apply_outcomes")[0]?.input).toMatchObject({ input: { reading: { columns, words: null } } }),
  );
});

test("the columns of a file that was read wrongly are changed on purpose, or left as they are", async () => {
  const asked = open(({ columns }) => ({
    shows: "difference",
    view: { ...VIEW, columnsOrigin: columns === null ? "remembered" : "given", layoutName: "October" },
  }));
  const user = await imported();
  expect((await screen.findByTestId("outcomes-read-by")).textContent).toContain("October");
  await user.click(screen.getByTestId("outcomes-columns"));
  await screen.findByTestId("outcome-columns");
  await user.click(screen.getByTestId("outcome-columns-back"));
  await screen.findByTestId("outcomes-apply");
  expect(of(asked, "preview_outcomes")).toHaveLength(1);
  await user.click(screen.getByTestId("outcomes-columns"));
  await screen.findByTestId("outcome-columns");
  await pick(user, "outcome-column-code", "C · Suite");
  await user.click(screen.getByTestId("outcome-columns-headings"));
  await user.click(await screen.findByRole("option", { name: /^None/, hidden: true }));
  await waitFor(() =>
    expect(of(asked, "preview_outcome_columns").at(-1)?.input).toMatchObject({
      question: { table: { sheet: "", header: { kind: "absent" } }, mapping: null },
    }),
  );
});

test("a payment in the place of the headings is reported, and what cannot be saved is not promised", async () => {
  open(askedOrRead, { isHeadedByAPayment: true, canBeRemembered: false });
  await imported();
  expect((await screen.findByTestId("outcome-columns-headed")).textContent).toContain("Row 1 looks like a payment");
  expect(screen.getByTestId("outcome-columns").textContent).toContain("Without headings this cannot be saved");
});

test("what a minus means is asked with both readings, and none is chosen before", async () => {
  const signs = { column: "C", plain: "1,000.00", minus: "-1,001.00" };
  const mapping: ListMapping = { sheet: "", headerRow: 1, columns: [{ column: "C", field: "amount" }] };
  const view: OutcomeColumnsView = { ...COLUMNS, kind: "statement", mapping, missing: ["amount"], signs };
  const asked = desk({
    ...opens("statement", "wallet.csv"),
    session: () => liveSession,
    preview_outcomes: () => ({ shows: "columns", view }),
    preview_outcome_columns: ({ question }) => {
      const given = (question as { mapping: ListMapping | null }).mapping;
      return given === null ? view : { ...view, mapping: given, origin: "given", missing: [] };
    },
  });
  show(<ImportResults />, { name: "payrolls" });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("outcomes-import"));
  await user.click(await screen.findByTestId("outcomes-import-statement"));

  const question = await screen.findByTestId("outcome-columns-signs");
  expect(screen.getByTestId("outcome-columns").textContent).toContain("Nothing in this file shows which");
  for (const text of ["1,000.00 went out · -1,001.00 came back", "1,000.00 came in · -1,001.00 went out"])
    expect(question.textContent).toContain(text);
  for (const radio of within(question).getAllByRole<HTMLInputElement>("radio", { hidden: true }))
    expect(radio.checked).toBe(false);
  expect(screen.getByTestId("outcome-columns-entry").textContent).toContain("Choose above what a minus means.");
  expect(use().disabled).toBe(true);

  for (const field of ["signed_amount", "debit"] as const) {
    await user.click(screen.getByTestId(`outcome-signs-${field}`));
    await waitFor(() => expect(use().disabled).toBe(false));
    expect(screen.getByTestId<HTMLInputElement>(`outcome-signs-${field}`).checked).toBe(true);
    expect(screen.getByTestId<HTMLInputElement>(`outcome-column-${field}`).value).toBe("C · Suite");
    expect(of(asked, "preview_outcome_columns").at(-1)?.input).toMatchObject({
      question: { mapping: { columns: [{ column: "C", field }] } },
    });
  }
});

test("a file of a bank’s own format has no columns to choose", async () => {
  open(() => ({ shows: "difference", view: { ...VIEW, columnsOrigin: null } }));
  await imported();
  await screen.findByTestId("outcomes-apply");
  expect(screen.queryByTestId("outcomes-columns")).toBeNull();
});

test("a word or code that nobody knows changes nothing until somebody decides what it means", async () => {
  const words = (given: WordReading[] | null): OutcomeWord[] =>
    [
      { kind: "status" as const, word: "E17", rows: 12 },
      { kind: "code" as const, word: "E17", rows: 1 },
    ].map((one) => ({
      ...one,
      meaning: given?.find(({ kind, word }) => kind === one.kind && word === one.word)?.meaning ?? null,
      isRemembered: false,
    }));
  const asked = open(({ words: given }) => ({
    shows: "difference",
    view: { ...VIEW, fingerprint: JSON.stringify(given), words: words(given), moreWords: 3 },
  }));
  const user = await imported();
  const section = await screen.findByTestId("outcome-words");
  for (const text of [
    "2 status words or response codes are not known",
    "code E17",
    "12 rows",
    "1 row",
    "3 more words or codes",
  ])
    expect(section.textContent).toContain(text);
  expect(within(section).getByTestId<HTMLInputElement>("outcome-word-E17").value).toBe("Not decided");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("outcome-word-E17")));
  const apply = screen.getByTestId("outcomes-apply");
  expect([apply.textContent, apply.dataset["variant"]]).toEqual(["Record 1 result that changes nothing", "default"]);

  await pick(user, "outcome-word-E17", "Paid");
  await waitFor(() =>
    expect(screen.getByTestId("outcome-words").textContent).toContain("One status word or response code is not known"),
  );
  expect(of(asked, "apply_outcomes")).toHaveLength(0);
  await pick(user, "outcome-code-E17", "Not final");
  await waitFor(() =>
    expect(screen.getByTestId("outcome-words").textContent).toContain("Status words and response codes of this file"),
  );
  await pick(user, "outcome-word-E17", "Not decided");
  await waitFor(() => expect(of(asked, "preview_outcomes")).toHaveLength(4));
  await user.click(await screen.findByTestId("outcomes-apply"));
  await waitFor(() =>
    expect(of(asked, "apply_outcomes")[0]?.input).toMatchObject({
      input: { reading: { columns: null, words: [{ kind: "code", word: "E17", meaning: "not_final" }] } },
    }),
  );
});

test("words read as last time are shown as that", async () => {
  const words: OutcomeWord[] = [{ kind: "status", word: "Réglé", rows: 2, meaning: "paid", isRemembered: true }];
  open(() => ({ shows: "difference", view: { ...VIEW, words } }));
  await imported();
  const section = await screen.findByTestId("outcome-words");
  expect(section.textContent).toContain("Status words and response codes read as last time");
  expect(section.textContent).toContain("As last time");
});
