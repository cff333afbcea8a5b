import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { PayrollLine, PayrollStatus } from "../../ipc";
import { useNavigation } from "../../navigation";
import { segmentsOfPayroll } from "../../payroll/segments";
import { desk, octoberSalaries, show } from "../../test/render";
import { paymentView } from "../track/testViews";
import PayrollsScreen from ".";
import { byMonth, currenciesOf, matchesFilters, NO_FILTERS, screenOf, timesOf } from "./lines";

const paid = (count: number, sum: string, currency: "NGN" | "KES" = "NGN") => ({
  state: "Paid" as const,
  total: { count, sum, currency },
});
const october: PayrollLine = { ...octoberSalaries, outcomes: [paid(311, "44780150.00")] };
const nairobi: PayrollLine = {
  ...october,
  id: 8,
  name: "Nairobi office",
  period: "2026-09",
  month: "2026-09",
  paidInMonth: [{ count: 37, sum: "2318400.00", currency: "KES" }],
  approvedAt: "2026-10-02T09:00:00Z",
  outcomes: [paid(37, "2318400.00", "KES")],
};
const draft: PayrollLine = {
  ...october,
  id: 9,
  name: "Year-end bonus",
  period: "2026-12",
  month: "2026-12",
  paidInMonth: [],
  state: "draft",
  approvedAt: null,
  approvedBy: null,
  outcomes: [],
};
const all = [october, nairobi, draft];

test("payrolls stand in their months, newest first, with what was paid for each", () => {
  expect(
    byMonth(all).map(({ month, paid: sums, lines }) => [
      month,
      lines.map(({ id }) => id),
      sums.map(({ sum, currency }) => `${currency} ${sum}`),
    ]),
  ).toEqual([
    ["2026-12", [9], []],
    ["2026-10", [7], ["NGN 44780150.00"]],
    ["2026-09", [8], ["KES 2318400.00"]],
  ]);
});

test("the sum of a month is that of all its payrolls, in the currency that is shown", () => {
  const both = [...octoberSalaries.paidInMonth, { count: 1, sum: "5.00", currency: "KES" as const }];
  const lines = [october, { ...october, id: 11 }].map((line) => ({ ...line, paidInMonth: both }));
  expect(byMonth(lines).map(({ paid: sums }) => sums)).toEqual([both]);
  expect(byMonth(lines.slice(1), "KES").map(({ paid: sums }) => sums)).toEqual([both.slice(1)]);
});

test("the sum of a month says which month it was paid for", async () => {
  open([nairobi]);
  const [month] = await screen.findAllByRole("rowgroup");
  expect(month?.textContent).toMatch(/KSh\s2,318,400\.00 paid for September 2026/u);
});

const inTwoCurrencies: PayrollLine = {
  ...nairobi,
  id: 10,
  period: "2025-12",
  month: "2025-12",
  approvedAt: "2025-12-30T09:00:00Z",
  totals: [...october.totals, { count: 1, sum: "5.00", currency: "KES" }],
};

test("years are offered only where there are several, each before its months", () => {
  expect(timesOf(all)).toEqual(["2026-12", "2026-10", "2026-09"]);
  expect(timesOf([...all, inTwoCurrencies])).toEqual(["2026", "2026-12", "2026-10", "2026-09", "2025", "2025-12"]);
});

test("a payroll of two currencies is found by either", () => {
  const lines = [october, inTwoCurrencies];
  expect(currenciesOf(lines)).toEqual(["KES", "NGN"]);
  expect(lines.filter((line) => matchesFilters(line, { ...NO_FILTERS, currency: "KES" })).map(({ id }) => id)).toEqual([
    10,
  ]);
  expect(lines.filter((line) => matchesFilters(line, { ...NO_FILTERS, currency: "NGN" })).map(({ id }) => id)).toEqual([
    7, 10,
  ]);
});

test("filters by year, month, state and name", () => {
  const shown = (filters: Partial<typeof NO_FILTERS>) =>
    all.filter((line) => matchesFilters(line, { ...NO_FILTERS, ...filters })).map(({ id }) => id);
  expect(shown({ time: "2026-10" })).toEqual([7]);
  expect(shown({ time: "2026-09" })).toEqual([8]);
  expect(shown({ time: "2026" })).toEqual([7, 8, 9]);
  expect(shown({ time: "2025" })).toEqual([]);
  expect(shown({ state: "drafts" })).toEqual([9]);
  expect(shown({ text: " nairOBI" })).toEqual([8]);
  expect(shown({ text: "nobody" })).toEqual([]);
});

test("a payroll whose sending stopped needs attention, one that is being sent does not", () => {
  const shown = (state: PayrollStatus) => matchesFilters({ ...october, state }, { ...NO_FILTERS, state: "needsYou" });
  expect([shown("partly_sent"), shown("sending")]).toEqual([true, false]);
});

test.each([
  ["draft", "check"],
  ["frozen", "approve"],
  ["approved", "track"],
  ["partly_sent", "track"],
  ["unresolved", "track"],
  ["closed", "track"],
] as const)("a payroll in %s is gone on with in %s", (state, name) => {
  expect(screenOf({ id: 1, state })).toEqual({ name, id: 1 });
});

function Where() {
  const { screen: at } = useNavigation();
  return (
    <output data-testid="where">{`${at.name} ${"id" in at ? at.id : at.name === "people" ? at.text : ""}`}</output>
  );
}

function open(lines: PayrollLine[], answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({ payrolls: () => lines, ...answers });
  show(
    <>
      <PayrollsScreen />
      <Where />
    </>,
    { name: "payrolls" },
  );
  return asked;
}

test("a line says where those who failed are now, and not that they are paid", async () => {
  const link = { payroll: 11, name: "October (again)", people: 2, isCorrection: false };
  const linked = (isDraft: boolean): PayrollLine => ({ ...october, paidAgainIn: [{ ...link, isDraft }] });
  open([linked(true), { ...linked(false), id: 12 }]);
  // The one with the higher number comes first.
  const [sentLine, draftLine] = await screen.findAllByTestId("payroll-paid-again");
  expect(draftLine?.textContent).toContain("2 people are in the draft October (again), not paid yet");
  expect(sentLine?.textContent).toContain("2 people are in October (again), to be paid again");
});

test("a line says which payroll corrects its people, or whose people it corrects", async () => {
  const link = { payroll: 11, name: "October (corrected)", people: 36, isCorrection: true };
  const linked = (isDraft: boolean): PayrollLine => ({ ...october, paidAgainIn: [{ ...link, isDraft }] });
  const corrects = { ...link, payroll: 7, name: "October salaries", people: 1, isDraft: false };
  open([linked(true), { ...linked(false), id: 12 }, { ...october, id: 13, paysAgain: [corrects] }]);
  const lines = await screen.findAllByTestId("payroll-paid-again");
  expect(lines.map(({ title }) => title)).toEqual([
    "Corrects 1 person of October salaries",
    "36 people corrected in October (corrected)",
    "36 people corrected in the draft October (corrected), not paid yet",
  ]);
});

test("arrows move, Enter opens", async () => {
  open(all);
  const user = userEvent.setup();
  (await screen.findByTestId("payroll-line-9")).focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByTestId("payroll-line-7"));
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(screen.getByTestId("where").textContent).toBe("track 8");
});

test("a draft is deleted only after the dialog that names it", async () => {
  const asked = open(all, { discard_draft: () => null });
  const user = userEvent.setup();
  await user.click(within(await screen.findByTestId("payroll-line-9")).getByTestId("payroll-more"));
  await user.click(await screen.findByTestId("payroll-delete"));
  expect(screen.getByTestId("where").textContent).toBe("payrolls ");
  await user.click(await screen.findByText("Delete Year-end bonus"));
  await waitFor(() =>
    expect(asked.some(({ command, input }) => command === "discard_draft" && input["id"] === 9)).toBe(true),
  );
});

test("one currency is nothing to choose from", async () => {
  open(all);
  await screen.findByTestId("payroll-line-9");
  expect(screen.queryByTestId("payrolls-currency")).toBeNull();
});

test("of two currencies, either can be shown alone", async () => {
  open([october, { ...nairobi, totals: [{ count: 37, sum: "2318400.00", currency: "KES" }] }]);
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("payrolls-currency"));
  await user.click(await screen.findByText("KES", { selector: ".mantine-Menu-itemLabel" }));
  expect(screen.queryByTestId("payroll-line-7")).toBeNull();
  expect(screen.getByTestId("payroll-line-8")).toBeTruthy();
});

test("a payroll that was sent is paid again from its line", async () => {
  const asked = open(all, { create_payroll: () => new Promise(() => undefined) });
  const user = userEvent.setup();
  await user.click(within(await screen.findByTestId("payroll-line-8")).getByTestId("payroll-more"));
  await user.click(await screen.findByTestId("payroll-again"));
  await waitFor(() =>
    expect(asked).toContainEqual({ command: "create_payroll", input: { source: { kind: "earlier", payroll: 8 } } }),
  );
  expect(screen.getByTestId("where").textContent).toBe("pay ");
});

test("people whom the search finds are counted below it, and shown by People", async () => {
  const asked = open(all, { people: () => ({ total: 3, offset: 0, year: 2026, rows: [] }) });
  const user = userEvent.setup();
  const search = await screen.findByTestId("payrolls-search");
  expect(screen.queryByTestId("payrolls-people")).toBeNull();
  await user.type(search, " ada");
  const found = await screen.findByTestId("payrolls-people");
  await waitFor(() => expect(found.textContent).toBe("People: 3 match “ada”"));
  const query = { text: "ada", order: "last_paid" };
  expect(asked).toContainEqual({ command: "people", input: { query, offset: 0, limit: 1 } });
  await user.click(found);
  expect(screen.getByTestId("where").textContent).toBe("people ada");
});

test("payments that the search finds open in place", async () => {
  const found = (reference: string) => ({
    payroll: 7,
    payrollName: "October salaries",
    reference,
    name: "Ada Obi",
    accountNumber: "0123456789",
    bankName: "Access Bank",
    amount: "185000.00",
    currency: "NGN",
    status: "Paid",
    at: "2026-10-29T09:00:00Z",
  });
  const asked = open(all, {
    people: () => ({ total: 1, offset: 0, year: 2026, rows: [] }),
    search: () => ["REF1", "REF2", "REF3", "REF4"].map(found),
    payment: ({ id, reference }) => paymentView(Number(id), String(reference)),
  });
  const user = userEvent.setup();
  const search = await screen.findByTestId("payrolls-search");
  await user.type(search, "ada");
  const lines = await screen.findByTestId("payrolls-payments");
  await waitFor(() => expect(lines.querySelectorAll("li")).toHaveLength(3));
  for (const text of ["Ada Obi", "October salaries", "₦185,000.00", "Paid"]) expect(lines.textContent).toContain(text);
  const line = screen.getByTestId("payrolls-payment-REF2");
  await user.click(line);
  expect((await screen.findByTestId("payment")).textContent).toContain("REF2");
  expect(asked).toContainEqual({ command: "payment", input: { id: 7, reference: "REF2" } });
  expect(screen.getByTestId("where").textContent).toContain("payrolls");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByTestId("payment")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(line));
});

test("where the search finds nobody, nobody is spoken of", async () => {
  const asked = open(all, { people: () => ({ total: 0, offset: 0, year: 2026, rows: [] }) });
  await userEvent.setup().type(await screen.findByTestId("payrolls-search"), "nairobi");
  await waitFor(() => expect(asked.some(({ command }) => command === "people")).toBe(true));
  await screen.findByTestId("payroll-line-8");
  expect(screen.queryByTestId("payrolls-people")).toBeNull();
});

const broken: PayrollLine = {
  ...octoberSalaries,
  id: 4,
  name: "Site workers",
  state: "damaged",
  people: 0,
  totals: [],
  outcomes: [],
  createdAt: "",
  approvedAt: null,
  approvedBy: null,
  damagedAt: "batches.state",
};

test("a damaged payroll is shown as such, and the others as always", async () => {
  open([october, broken, { ...broken, id: 5, name: "", period: "" }]);
  const panel = await screen.findByTestId("payrolls-damaged");
  expect(within(panel).getByText("2 payrolls are damaged")).toBeTruthy();
  expect(panel.textContent).toContain("Nothing in it can be sent from here");
  const line = within(panel).getByTestId("payroll-damaged-4");
  expect(line.textContent).toContain("Damaged");
  expect(line.textContent).toContain("Site workers");
  expect(line.textContent).toContain("batches.state");
  expect(within(panel).getByTestId("payroll-damaged-5").textContent).toContain("Payroll 5");
  // Not among the lines with paid sums.
  expect(screen.queryByTestId("payroll-line-4")).toBeNull();
  expect(screen.getByTestId("payroll-line-7")).toBeTruthy();
  await userEvent.setup().click(within(line).getByText("Site workers"));
  expect(screen.getByTestId("where").textContent).toBe("track 4");
});

test("results for references of no payroll stand at the foot", async () => {
  const reference = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const newest = [{ reference, status: "Failed" as const, code: "51", message: "", at: "2026-11-20T08:30:00Z" }];
  open([], { unknown_reports: () => ({ total: 2, references: 1, unreadable: 0, isFull: true, newest }) });
  const foot = await screen.findByTestId("unknown-reports");
  expect(within(foot).getByText("Result for 1 payment that is in no payroll here")).toBeTruthy();
  for (const text of [reference, "Failed", "code 51", "The newest 1 of 2"]) expect(foot.textContent).toContain(text);
  expect(foot.textContent).toContain("No more results can be stored");
});

test("results that nobody can read are counted where everybody sees them", async () => {
  const unknown_reports = () => ({ total: 0, references: 0, unreadable: 2, isFull: false, newest: [] });
  open([], { unknown_reports });
  const foot = await screen.findByTestId("unreadable-reports");
  expect(foot.textContent).toContain("2 results that arrived could not be read");
  expect(screen.queryByTestId("unknown-reports")).toBeNull();
});

test("who comes for these results finds them open", async () => {
  desk({
    payrolls: () => [],
    unknown_reports: () => ({ total: 1, references: 1, unreadable: 0, isFull: false, newest: [] }),
  });
  show(<PayrollsScreen at="reports" />, { name: "payrolls", at: "reports" });
  const foot = await screen.findByTestId<HTMLDetailsElement>("unknown-reports");
  expect(foot.open).toBe(true);
  expect(document.activeElement).toBe(foot.querySelector("summary"));
});

test("without such results nothing stands at the foot", async () => {
  open(all);
  await screen.findByTestId("payroll-line-9");
  expect(screen.queryByTestId("unknown-reports")).toBeNull();
  expect(screen.queryByTestId("payrolls-damaged")).toBeNull();
});

test("people without a result in a closed payroll are late, not on their way", () => {
  const outcomes = [
    paid(5, "5.00"),
    { state: "Sent" as const, total: { count: 1, sum: "1.00", currency: "NGN" as const } },
  ];
  const share = (state: "being_paid" | "closed_unconfirmed", key: string) =>
    segmentsOfPayroll({ state, people: 6, outcomes }).find((part) => part.key === key)?.share;
  expect([share("being_paid", "progress"), share("being_paid", "Overdue")]).toEqual([1, 0]);
  expect([share("closed_unconfirmed", "progress"), share("closed_unconfirmed", "Overdue")]).toEqual([0, 1]);
});

test("a payroll that was closed without results says of how many people they are missing", async () => {
  const outcomes = [
    paid(5, "5.00"),
    ...(["Sent", "Overdue", "Conflict"] as const).map((state) => ({ ...paid(1, "1.00"), state })),
  ];
  open([{ ...october, state: "closed_unconfirmed", outcomes }]);
  expect((await screen.findByTestId("payroll-line-7")).textContent).toContain("Closed, 3 not confirmed");
});

test("a payroll that waits for no result needs attention, and is found by that", async () => {
  const of = (state: "Failed" | "Conflict" | "Sent", count: number) => ({ ...paid(count, "1.00"), state });
  const open4 = {
    ...october,
    state: "being_paid" as const,
    outcomes: [paid(20, "2.00"), of("Failed", 3), of("Conflict", 1)],
  };
  const waiting = { ...open4, id: 8, outcomes: [...open4.outcomes, of("Sent", 1)] };
  expect(matchesFilters(open4, { ...NO_FILTERS, state: "needsYou" })).toBe(true);
  expect(matchesFilters(waiting, { ...NO_FILTERS, state: "needsYou" })).toBe(false);
  open([open4, waiting]);
  expect((await screen.findByTestId("payroll-line-7")).textContent).toContain("4 need attention");
  expect(screen.getByTestId("payroll-line-8").textContent).toContain("Processing");
});

test("a payroll with late results only is not called Processing, and needs attention", async () => {
  const of = (state: "Overdue" | "Failed" | "Sent", count: number) => ({ ...paid(count, "1.00"), state });
  const late = { ...october, state: "being_paid" as const, outcomes: [paid(20, "2.00"), of("Overdue", 3)] };
  const waiting = { ...late, id: 8, outcomes: [...late.outcomes, of("Sent", 1)] };
  expect(matchesFilters(late, { ...NO_FILTERS, state: "needsYou" })).toBe(true);
  expect(matchesFilters(waiting, { ...NO_FILTERS, state: "needsYou" })).toBe(false);
  open([late, waiting]);
  expect((await screen.findByTestId("payroll-line-7")).textContent).toContain("3 without a result");
  expect(screen.getByTestId("payroll-line-8").textContent).toContain("Processing");
});

test("nothing yet says how to begin", async () => {
  open([]);
  expect(await screen.findByText("No payrolls yet")).toBeTruthy();
});
