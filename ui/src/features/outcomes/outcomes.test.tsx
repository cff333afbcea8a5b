import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { AppError, ListKind, OutcomeKind, OutcomeLine, OutcomeProblem, OutcomesView, UnreadRows } from "../../ipc";
import { chosen, desk, liveSession, opens, saves, show } from "../../test/render";
import { ImportResults } from "./ImportResults";

const successful = { sheet: "", row: 2, report: "successful" as const, code: "", status: "Successful", message: "" };
const line = (kind: OutcomeKind, name: string, more: Partial<OutcomeLine> = {}): OutcomeLine => ({
  kind,
  payout: {
    reference: name,
    payroll: 5,
    payrollName: "November salaries",
    name,
    accountNumber: "0100000099",
    bankName: "GTBank",
    amount: "1000.00",
    currency: "NGN",
    before: "InProgress",
    after: "Paid",
  },
  batch: null,
  confirmKey: null,
  matchedBy: "reference",
  sentAt: "2026-11-24T10:00:00Z",
  earlierDebits: [],
  isNew: true,
  says: [{ ...successful, reference: name, account: "", amount: "", day: "" }],
  problem: null,
  ...more,
});
const problem = (kind: OutcomeKind, why: OutcomeProblem): OutcomeLine => ({
  ...line(kind, why),
  payout: null,
  matchedBy: null,
  sentAt: null,
  isNew: false,
  problem: why,
});

const LINES: OutcomeLine[] = [
  line("paid", "Ben Eze", { confirmKey: "Ben Eze", matchedBy: "account" }),
  line("paid", "Ada Obi"),
  problem("not_found", "unknown_reference"),
];

const VIEW: OutcomesView = {
  kind: "results",
  fileName: "export.csv",
  sha256: "abc",
  fingerprint: "f1",
  appliedAt: null,
  rows: 4,
  columnsOrigin: "detected",
  layoutName: null,
  words: [],
  moreWords: 0,
  counts: [
    { kind: "paid", count: 2, confirmKeys: ["Ben Eze"] },
    { kind: "not_found", count: 1, confirmKeys: [] },
  ],
  applicable: 1,
  toConfirm: 1,
  secondDebits: 0,
  unreadRows: 0,
  unread: [],
  moreUnread: 0,
};

const difference = (view: Partial<OutcomesView>) => ({ shows: "difference", view: { ...VIEW, ...view } });
const reading = { columns: null, words: null };

/** Returns a window of the lines, like the desk. */
const linesOf =
  (lines: readonly OutcomeLine[]) =>
  ({ kind, offset, limit }: Record<string, unknown>) => {
    const all = lines.filter((one) => kind === null || one.kind === kind);
    return { total: all.length, offset, rows: all.slice(Number(offset), Number(offset) + Number(limit)) };
  };

const row = (key: string) => screen.findByTestId(`grid-row-${key}`);
const rows = () => screen.findAllByTestId(/^grid-row-/);

beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
});

function open(view: Partial<OutcomesView> = {}, answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    ...opens(view.kind ?? "results", "export.csv"),
    session: () => liveSession,
    preview_outcomes: () => difference(view),
    outcome_lines: linesOf(LINES),
    apply_outcomes: () => ({ payouts: 1 }),
    ...answers,
  });
  show(<ImportResults />, { name: "payrolls" });
  return asked;
}

async function imported(kind: ListKind = "results") {
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("outcomes-import"));
  await user.click(await screen.findByTestId(`outcomes-import-${kind}`));
  return user;
}

const applied = (asked: ReturnType<typeof desk>) => asked.filter(({ command }) => command === "apply_outcomes");

test("the difference is shown, and applied only when it is confirmed", async () => {
  const asked = open();
  const user = await imported();
  expect(await rows()).toHaveLength(3);
  const found = await row("Ada Obi");
  for (const text of ["Ada Obi", "November salaries", "Processing", "Paid", "Successful", "Row 2"])
    expect(found.textContent).toContain(text);
  expect(within(found).queryByRole("checkbox")).toBeNull();
  expect(within(await row("Ben Eze")).getByTestId("outcomes-confirm-Ben Eze")).toBeTruthy();
  expect((await row("!2")).textContent).toContain("The reference of this row is in no payroll here.");
  expect(applied(asked)).toHaveLength(0);
  await user.click(screen.getByTestId("outcomes-apply"));
  await waitFor(() => expect(screen.queryByTestId("outcomes")).toBeNull());
  const input = { sha256: "abc", fingerprint: "f1", reading, confirmed: [] };
  expect(applied(asked)[0]?.input).toEqual({ kind: "results", file: chosen("export.csv").handle, input });
  expect((await screen.findByTestId("toast")).textContent).toContain("1 result recorded from export.csv");
});

test("what was found by account is applied only if it is selected", async () => {
  const asked = open();
  const user = await imported();
  const apply = await screen.findByTestId("outcomes-apply");
  const after = async () => (await screen.findByTestId("cell-Ben Eze-after")).textContent;
  expect(apply.textContent).toBe("Apply 1 change");
  expect(await after()).toBe("ProcessingPaid if selected");
  expect(screen.getByTestId("outcomes-paid").textContent).toBe("To mark as paid1 · 1 to select");
  await user.click(await screen.findByTestId("outcomes-confirm-Ben Eze"));
  expect(apply.textContent).toBe("Apply 2 changes");
  expect(await after()).toBe("Paid");
  expect(screen.getByTestId("outcomes-paid").textContent).toBe("To mark as paid2");
  await user.click(screen.getByTestId("outcomes-confirm-all"));
  expect(apply.textContent).toBe("Apply 1 change");
  await user.click(screen.getByTestId("outcomes-confirm-all"));
  await user.click(apply);
  await waitFor(() => expect(applied(asked)[0]?.input).toMatchObject({ input: { confirmed: ["Ben Eze"] } }));
});

test("what was selected is not lost by one press of Escape", async () => {
  open();
  const user = await imported();
  await user.click(await screen.findByTestId("outcomes-confirm-Ben Eze"));
  await user.keyboard("{Escape}");
  expect(screen.getByTestId("outcomes-leaving").textContent).toContain("1 selected payment is not recorded yet");
  // Continuing cancels leaving.
  await user.click(screen.getByTestId("outcomes-confirm-all"));
  await user.click(screen.getByTestId("outcomes-confirm-all"));
  expect(screen.queryByTestId("outcomes-leaving")).toBeNull();
  await user.keyboard("{Escape}{Escape}");
  await waitFor(() => expect(screen.queryByTestId("outcomes")).toBeNull());
});

test("a difference of which nothing was selected is closed at once", async () => {
  open();
  const user = await imported();
  await screen.findByTestId("outcomes-apply");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByTestId("outcomes")).toBeNull());
});

test("the foot has all of the line that was selected: narrow cells are cut", async () => {
  open();
  const user = await imported();
  await user.click(await screen.findByTestId("cell-Ada Obi-says"));
  const all = () => screen.getByTestId("outcomes-full").textContent;
  expect(all()).toBe("Ada Obi · 0100000099 · GTBank · November salaries · Successful · Row 2");
  await user.keyboard("{ArrowUp}");
  expect(all()).toContain("Ben Eze");
  expect(all()).toContain("Same account and amount, no payment reference");
});

test("the counts filter the lines", async () => {
  open();
  const user = await imported();
  await user.click(await screen.findByTestId("outcomes-not_found"));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await user.click(screen.getByTestId("outcomes-not_found"));
  await waitFor(async () => expect(await rows()).toHaveLength(3));
});

test("Escape closes without applying, Enter applies what is shown", async () => {
  const asked = open();
  const user = await imported();
  await screen.findByTestId("outcomes-apply");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByTestId("outcomes")).toBeNull());
  expect(applied(asked)).toHaveLength(0);
  await imported();
  const apply = await screen.findByTestId("outcomes-apply");
  await waitFor(() => expect(document.activeElement).toBe(apply));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(applied(asked)).toHaveLength(1));
});

test("a file that has nothing new cannot be applied, and the date of its import is shown", async () => {
  open({ applicable: 0, toConfirm: 0, appliedAt: "2026-11-20T08:30:00Z", counts: [] }, { outcome_lines: linesOf([]) });
  await imported();
  const apply = await screen.findByTestId<HTMLButtonElement>("outcomes-apply");
  expect([apply.textContent, apply.disabled]).toEqual(["Nothing to apply", true]);
  expect(screen.getByTestId("outcomes-again").textContent).toContain("It has nothing new");
  expect(await screen.findByText("This file has no results")).toBeTruthy();
});

test("a difference that changed is shown again and applied only after that", async () => {
  let looks = 0;
  const asked = open(
    {},
    {
      preview_outcomes: () => difference({ fingerprint: `f${++looks}` }),
      apply_outcomes: () => {
        if (looks === 1) throw { code: "outcomes_changed" } satisfies AppError;
        return { payouts: 1 };
      },
    },
  );
  const user = await imported();
  const apply = await screen.findByTestId("outcomes-apply");
  screen.getByRole("dialog").scrollTop = 300;
  await user.click(apply);
  await screen.findByTestId("outcomes-renewed");
  expect(screen.getByRole("dialog").scrollTop).toBe(0);
  await user.click(screen.getByTestId("outcomes-apply"));
  await waitFor(() => expect(screen.queryByTestId("outcomes")).toBeNull());
  expect(applied(asked).map(({ input }) => (input["input"] as { fingerprint: string }).fingerprint)).toEqual([
    "f1",
    "f2",
  ]);
});

test("a file without results is explained, and nothing can be applied", async () => {
  open(
    {},
    {
      preview_outcomes: () => {
        throw { code: "no_results_in_file" } satisfies AppError;
      },
    },
  );
  await imported();
  const dialog = await screen.findByTestId("outcomes");
  await waitFor(() => expect(within(dialog).getByTestId("error-panel").dataset["code"]).toBe("no_results_in_file"));
  expect(screen.queryByTestId("outcomes-apply")).toBeNull();
});

test("without a file nothing opens", async () => {
  const asked = open({}, opens("results", null));
  await imported();
  await waitFor(() => expect(asked.some(({ command }) => command === "choose_file")).toBe(true));
  expect(screen.queryByTestId("outcomes")).toBeNull();
});

test("a statement shows batches, and payments that are not in it", async () => {
  const total = { count: 3, sum: "3003.00", currency: "NGN" as const };
  const batch = { reference: "B1", number: 1, payroll: 5, payrollName: "November salaries", total, new: 3 };
  const lines = [
    { ...line("paid", "x"), payout: null, batch, confirmKey: "B1", matchedBy: "batch_sum" as const },
    { ...line("missing", "Ada Obi"), isNew: false, says: [], problem: "not_in_file" as const },
  ];
  const asked = open(
    {
      kind: "statement",
      applicable: 0,
      counts: [
        { kind: "paid", count: 1, confirmKeys: ["B1"] },
        { kind: "missing", count: 1, confirmKeys: [] },
      ],
    },
    { outcome_lines: linesOf(lines) },
  );
  const user = await imported("statement");
  const first = await row("B1");
  for (const text of ["Batch 1", "3 people", "₦3,003.00", "Sum of the batch, no payment reference"])
    expect(first.textContent).toContain(text);
  expect((await row("Ada Obi")).textContent).toContain("No entry of the statement matches this payment");
  await user.click(screen.getByTestId("outcomes-confirm-B1"));
  await user.click(screen.getByTestId("outcomes-apply"));
  await waitFor(() =>
    expect(applied(asked)[0]?.input).toMatchObject({ kind: "statement", input: { confirmed: ["B1"] } }),
  );
});

test("400 lines are fetched in windows, all can be confirmed, and what is listed is saved", async () => {
  const many = Array.from({ length: 400 }, (_, n) => line("paid", `P${n}`, { confirmKey: `P${n}` }));
  const keys = many.map(({ confirmKey }) => confirmKey ?? "");
  const asked = open(
    { applicable: 0, toConfirm: 400, counts: [{ kind: "paid", count: 400, confirmKeys: keys }] },
    {
      outcome_lines: linesOf(many),
      ...saves("outcome_lines", "list.xlsx"),
    },
  );
  const user = await imported();
  expect((await rows()).length).toBeLessThan(60);
  expect(screen.getByText(/of 400 lines/)).toBeTruthy();
  await user.click(screen.getByTestId("outcomes-confirm-all"));
  expect(screen.getByTestId("outcomes-apply").textContent).toBe("Apply 400 changes");
  await user.click(screen.getByTestId("outcomes-paid"));
  await user.click(screen.getByTestId("outcomes-save"));
  expect((await screen.findByTestId("toast")).textContent).toContain("Saved as list.xlsx");
  const saved = asked.find(({ command }) => command === "save_file");
  expect(saved?.input).toMatchObject({
    file: { fingerprint: "f1", outcome: "paid" },
    handle: chosen("list.xlsx").handle,
  });
});

test("a match says what was compared: the day, the amount and the text of the entry, and when the payment was sent", async () => {
  const entry = { ...successful, status: "", message: "NIP TRANSFER ADA OBI", reference: "", account: "" };
  const found = line("paid", "Ada Obi", {
    confirmKey: "Ada Obi",
    matchedBy: "name",
    says: [{ ...entry, amount: "1,000.00", day: "2026-11-26" }],
  });
  const asWritten = line("paid", "Ben Eze", {
    confirmKey: "Ben Eze",
    matchedBy: "account",
    says: [{ ...entry, amount: "1,000.00", day: "05/11/2026" }],
  });
  open({ kind: "statement", toConfirm: 2 }, { outcome_lines: linesOf([found, asWritten]) });
  await imported("statement");
  const text = (await row("Ada Obi")).textContent;
  expect(text).toContain("Nov 26, 2026 · 1,000.00 · NIP TRANSFER ADA OBI");
  expect(text).toContain("Same name and amount, no payment reference · sent Nov 24, 2026");
  // An ambiguous date is shown as in the statement.
  expect((await row("Ben Eze")).textContent).toContain("05/11/2026 · 1,000.00");
});

test("a second debit says both of its days", async () => {
  const second = line("conflict", "Ada Obi", {
    confirmKey: "Ada Obi",
    problem: "second_debit",
    earlierDebits: ["2026-11-20"],
    says: [{ ...successful, reference: "", account: "", amount: "1,000.00", day: "2026-11-24" }],
  });
  open({ kind: "statement", toConfirm: 1, secondDebits: 1 }, { outcome_lines: linesOf([second]) });
  await imported("statement");
  const text = (await row("Ada Obi")).textContent;
  expect(text).toContain("Nov 24, 2026 · 1,000.00");
  expect(text).toContain("Debited before on Nov 20, 2026, in a statement imported earlier");
});

test("a second debit is explained, and confirmed alone", async () => {
  const second = line("conflict", "Ada Obi", { confirmKey: "Ada Obi", problem: "second_debit" });
  const asked = open(
    {
      kind: "statement",
      applicable: 0,
      toConfirm: 2,
      secondDebits: 1,
      counts: [
        { kind: "conflict", count: 1, confirmKeys: ["Ada Obi"] },
        { kind: "paid", count: 1, confirmKeys: ["Ben Eze"] },
      ],
    },
    { outcome_lines: linesOf([second, line("paid", "Ben Eze", { confirmKey: "Ben Eze" })]) },
  );
  const user = await imported("statement");
  expect((await screen.findByTestId("outcomes-second-debits")).textContent).toContain("the person was paid twice");
  expect((await row("Ada Obi")).textContent).toContain("Another statement has a debit of this payment on another day");
  await user.click(screen.getByTestId("outcomes-confirm-all"));
  await user.click(screen.getByTestId("outcomes-apply"));
  await waitFor(() => expect(applied(asked)[0]?.input).toMatchObject({ input: { confirmed: ["Ben Eze"] } }));
});

test("the space bar confirms the line that the keyboard is on", async () => {
  open();
  const user = await imported();
  await user.click(await screen.findByTestId("cell-Ben Eze-person"));
  await user.keyboard(" ");
  expect(screen.getByTestId("outcomes-apply").textContent).toBe("Apply 2 changes");
  await user.keyboard(" ");
  expect(screen.getByTestId("outcomes-apply").textContent).toBe("Apply 1 change");
});

test("without lines to select there is no column for it, and the table is as high as its lines", async () => {
  const lines = [line("paid", "Ada Obi")];
  open({ toConfirm: 0, counts: [{ kind: "paid", count: 1, confirmKeys: [] }] }, { outcome_lines: linesOf(lines) });
  await imported();
  const found = await row("Ada Obi");
  expect(within(found).queryByTestId("cell-Ada Obi-select")).toBeNull();
  expect(found.closest<HTMLElement>("[style*=lines-height]")?.style.getPropertyValue("--lines-height")).toBe("122px");
});

test("nothing is said about unread rows where all are read", async () => {
  open();
  await imported("results");
  await rows();
  expect(screen.queryByTestId("outcomes-unread")).toBeNull();
});

test("rows below headings that nobody knows are mentioned with their place, their money and what to do", async () => {
  const unread: UnreadRows[] = [
    { reason: "unknown_headings", sheet: "Fees", fromRow: 1204, rows: 1 },
    { reason: "unknown_headings", sheet: "October", fromRow: null, rows: 30 },
  ];
  open({ unreadRows: 40, unread, moreUnread: 2 });
  await imported("results");
  const { textContent: text } = await screen.findByTestId("outcomes-unread");
  for (const sentence of [
    "40 rows of this file were not read",
    "Payments in these rows keep their state.",
    "Fees, from row 1,204 on: 1 row",
    "October, the complete sheet: 30 rows",
    "and 2 more places",
    "put that part on a sheet of its own, with its headings, and import the file again",
    "choose it with Columns…",
  ])
    expect(text).toContain(sentence);
  expect(text).not.toContain("into a file of its own");
});

test("rows below a title and hidden sheets have reasons and ways of their own", async () => {
  const unread: UnreadRows[] = [
    { reason: "hidden_sheet", sheet: "Old", fromRow: null, rows: 3 },
    { reason: "contradicting_title", sheet: "Results", fromRow: 5, rows: 2 },
  ];
  open({ unreadRows: 5, unread });
  await imported("results");
  const { textContent: text } = await screen.findByTestId("outcomes-unread");
  for (const sentence of [
    "does not agree with their words",
    "Results, from row 5 on: 2 rows",
    "remove the title or rename the sheet in a copy",
    "These sheets are hidden.",
    "Old, the complete sheet: 3 rows",
    "unhide them",
  ])
    expect(text).toContain(sentence);
  for (const other of ["headings above these rows", "put that part"]) expect(text).not.toContain(other);
});

test("of a text file, which has no sheets, the rows go into a file of their own", async () => {
  open({ unreadRows: 2, unread: [{ reason: "unknown_headings", sheet: "", fromRow: 5, rows: 2 }] });
  await imported("results");
  const { textContent: text } = await screen.findByTestId("outcomes-unread");
  for (const sentence of ["From row 5 on: 2 rows", "put that part into a file of its own"])
    expect(text).toContain(sentence);
  expect(text).not.toContain("sheet");
});
