// Entering the result of several selected people at once: of these people only.

import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type {
  AppError,
  ChosenPayoutsView,
  PayoutFilter,
  PayoutView,
  PayoutWindow,
  SelectedPayout,
  TrackView,
} from "../../../ipc";
import { CHOSEN_PAYOUTS_MAX } from "../../../ipc";
import { changed, desk, liveSession, show } from "../../../test/render";
import TrackScreen from "..";
import { batch, outcome, payout, track } from "../testViews";

const settling = (people: number): TrackView =>
  track([{ ...batch(1, "Settling"), outcomes: [outcome("Sent", people)] }]);

const calls = (asked: ReturnType<typeof desk>, name: string) => asked.filter(({ command }) => command === name);
const box = (position: number) => screen.getByTestId<HTMLInputElement>(`select-REF${position}`);
const cell = (position: number, column = "select") => screen.getByTestId(`cell-${position + 2}-${column}`);

/** The current state of the payments. */
let now: PayoutView[] = [];
beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  now = Array.from({ length: 6 }, (_, at) => payout(at));
});

const windowOf = (input: Record<string, unknown>): PayoutWindow => {
  const { status } = input["query"] as PayoutFilter;
  const [offset, limit] = [Number(input["offset"]), Number(input["limit"])];
  const shown = now.filter((row) => status === null || status === undefined || row.status === status);
  return { total: shown.length, offset, rows: shown.slice(offset, offset + limit) };
};

/** Like the desk: a payment has changed if its state differs from the selected one. */
const chosenOf = ({ selected }: Record<string, unknown>): ChosenPayoutsView => {
  const wanted = new Map((selected as SelectedPayout[]).map(({ reference, state }) => [reference, state]));
  const payouts = now
    .filter(({ reference }) => wanted.has(reference))
    .map(({ reference, name, accountNumber, bankName, amount, currency, status, state }) => ({
      reference,
      name,
      accountNumber,
      bankName,
      amount,
      currency,
      status,
      evidence: 0,
      hasChanged: wanted.get(reference) !== state,
    }));
  return { payouts, totals: [{ count: payouts.length, sum: `${payouts.length}.00`, currency: "NGN" }] };
};

function open(view: TrackView = settling(6), answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    session: () => liveSession,
    payroll: () => view,
    payouts: windowOf,
    chosen_payouts: chosenOf,
    decide_payouts: () => null,
    ...answers,
  });
  show(<TrackScreen id={5} />, { name: "track", id: 5 });
  return asked;
}

async function enterPaid(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByTestId("decide-paid"));
  await user.click(screen.getByTestId("decide-source-bank_statement"));
  await user.type(screen.getByTestId("decide-reason"), "On the statement");
}

test("the result is entered for exactly those who are selected and named", async () => {
  const asked = open();
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("select-REF1"));
  await user.click(box(4));
  expect(screen.getByTestId("track-selected").textContent).toContain("2 people selected");
  expect(calls(asked, "payment")).toEqual([]);
  await user.click(screen.getByTestId("selected-decide"));
  const people = await screen.findByTestId("chosen-people");
  expect([...people.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Person 1"),
    expect.stringContaining("Person 4"),
  ]);
  await enterPaid(user);
  const confirm = screen.getByTestId("confirm");
  expect(confirm.textContent).toContain("Mark 2 as paid · ₦2.00");
  await user.click(confirm);
  await waitFor(() => expect(calls(asked, "decide_payouts")).toHaveLength(1));
  expect(calls(asked, "decide_payouts")[0]?.input).toEqual({
    id: 5,
    choice: {
      kind: "chosen",
      payouts: [
        { reference: "REF1", state: "Sent", evidence: 0 },
        { reference: "REF4", state: "Sent", evidence: 0 },
      ],
    },
    input: { decision: "paid", source: "bank_statement", reason: "On the statement" },
  });
  await waitFor(() => expect(screen.queryByTestId("track-selected")).toBeNull());
});

test("the keyboard selects one, as far as Shift says, all, and none; a click on the name opens it", async () => {
  const asked = open(settling(6), {
    payment: () => {
      throw { code: "not_found" } satisfies AppError;
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("cell-3-select"));
  expect(box(1).checked).toBe(true);
  await user.keyboard("{ArrowDown}{ArrowDown}");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: " ", shiftKey: true });
  await screen.findByText("3 people selected");
  expect([0, 1, 2, 3, 4].map((at) => box(at).checked)).toEqual([false, true, true, true, false]);
  // Only the rows between them are fetched.
  expect(calls(asked, "payouts").at(-1)?.input).toMatchObject({ offset: 1, limit: 3 });
  await user.keyboard("{Escape}");
  expect(screen.queryByTestId("track-selected")).toBeNull();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "a", ctrlKey: true });
  await screen.findByText("6 people selected");
  await user.click(cell(0, "name"));
  await waitFor(() => expect(calls(asked, "payment")[0]?.input).toEqual({ id: 5, reference: "REF0" }));
});

test("whoever the provider does not have cannot be selected", async () => {
  now = now.map((row, at) => (at === 2 ? payout(2, { canDecide: false, batchState: "Approved" }) : row));
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("select-all"));
  await screen.findByText("5 people selected");
  expect(screen.queryByTestId("select-REF2")).toBeNull();
  await user.click(cell(2));
  await user.keyboard(" ");
  expect(screen.getByText("5 people selected")).toBeTruthy();
  // Nor as part of a range.
  await user.click(screen.getByTestId("selected-clear"));
  await user.click(box(1));
  fireEvent.click(box(3), { shiftKey: true });
  await screen.findByText("2 people selected");
});

test("there are no boxes while the provider has nothing of it", async () => {
  now = now.map((row) => ({ ...row, canDecide: false }));
  open(track([batch(1, "Approved")], { state: "approved" }));
  await screen.findByTestId("cell-2-name");
  expect(screen.queryByTestId("select-all")).toBeNull();
});

test("all who are listed are those of the chosen state", async () => {
  now = now.map((row, at) => (at < 2 ? payout(at, { state: "Overdue", status: "Overdue" }) : row));
  const view = settling(6);
  open({ ...view, statuses: [...view.statuses, { status: "Overdue", total: outcome("Overdue", 2).total }] });
  const user = userEvent.setup();
  await screen.findByTestId("select-REF5");
  await user.click(screen.getByTestId("tile-overdue"));
  await waitFor(() => expect(screen.queryByTestId("select-REF5")).toBeNull());
  await user.click(screen.getByTestId("select-all"));
  await screen.findByText("2 people selected");
});

test("whoever changed since blocks the entry until taken out of it", async () => {
  const asked = open();
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("select-REF0"));
  await user.click(box(1));
  now = now.map((row, at) => (at === 1 ? payout(1, { state: "Paid", status: "Paid" }) : row));
  await user.click(screen.getByTestId("selected-decide"));
  expect((await screen.findByTestId("chosen-changed")).textContent).toContain("1 selected payment changed");
  await enterPaid(user);
  expect(screen.getByTestId("confirm")).toHaveProperty("disabled", true);
  await user.click(screen.getByTestId("chosen-take-out"));
  await waitFor(() => expect(screen.queryByTestId("chosen-changed")).toBeNull());
  await enterPaid(user);
  await user.click(screen.getByTestId("confirm"));
  await waitFor(() => expect(calls(asked, "decide_payouts")).toHaveLength(1));
  expect(calls(asked, "decide_payouts")[0]?.input["choice"]).toEqual({
    kind: "chosen",
    payouts: [{ reference: "REF0", state: "Sent", evidence: 0 }],
  });
});

test("when all of them changed the question ends, and is not asked again with the next selection", async () => {
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("select-REF0"));
  now = now.map((row, at) => (at === 0 ? payout(0, { state: "Paid", status: "Paid" }) : row));
  await user.click(screen.getByTestId("selected-decide"));
  await user.click(await screen.findByTestId("chosen-take-out"));
  await waitFor(() => expect(screen.queryByTestId("decide")).toBeNull());
  await user.click(box(1));
  expect(screen.getByTestId("track-selected").textContent).toContain("1 person selected");
  expect(screen.queryByTestId("chosen-people")).toBeNull();
  expect(screen.queryByText("Opening the payments…")).toBeNull();
});

test("a result that arrives while the question is open is said, and they stay selected", async () => {
  open(settling(6), {
    decide_payouts: () => {
      throw { code: "payouts_changed" } satisfies AppError;
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("select-REF0"));
  await user.click(screen.getByTestId("selected-decide"));
  await enterPaid(user);
  await user.click(screen.getByTestId("confirm"));
  const panel = await screen.findByTestId("error-panel");
  expect(panel.dataset["code"]).toBe("payouts_changed");
  expect(panel.textContent).toContain("Nothing was recorded for anybody");
  expect(screen.getByTestId("track-selected")).toBeTruthy();
});

test("more people than can be read before are not selected at once", async () => {
  now = Array.from({ length: CHOSEN_PAYOUTS_MAX + 1 }, (_, at) => payout(at, { accountNumber: "0123456789" }));
  const asked = open(settling(now.length));
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("select-all"));
  const panel = await screen.findByTestId("error-panel");
  expect(panel.dataset["code"]).toBe("too_many_chosen");
  expect(panel.textContent).toContain("at most 1,000 people");
  expect(screen.queryByTestId("track-selected")).toBeNull();
  expect(calls(asked, "payouts").some(({ input }) => Number(input["limit"]) > 200)).toBe(false);
});

test("entries are taken back together, where everyone selected has one", async () => {
  const entered = (at: number) => payout(at, { state: "Paid", status: "Paid", settledBy: "user" });
  now = now.map((row, at) => (at < 2 ? entered(at) : row));
  const asked = open(settling(6), { change_payroll: () => null });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("select-REF0"));
  await user.click(box(2));
  expect(screen.queryByTestId("selected-take-back")).toBeNull();
  await user.click(box(2));
  await user.click(box(1));
  await user.click(screen.getByTestId("selected-take-back"));
  await screen.findByTestId("take-back-chosen");
  expect(changed(asked, "change_payroll", "withdraw_decisions")).toEqual([]);
  await user.click(screen.getByTestId("confirm"));
  await waitFor(() => expect(changed(asked, "change_payroll", "withdraw_decisions")).toHaveLength(1));
  const payouts = ["REF0", "REF1"].map((reference) => ({ reference, state: "Paid", evidence: 0 }));
  expect(changed(asked, "change_payroll", "withdraw_decisions")[0]).toEqual({
    id: 5,
    change: { kind: "withdraw_decisions", choice: { kind: "chosen", payouts } },
  });
  await waitFor(() => expect(screen.queryByTestId("track-selected")).toBeNull());
});
