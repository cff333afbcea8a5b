import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { AcrossPayment, TrackView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import { desk, liveSession, show } from "../../../test/render";
import TrackScreen from "..";
import { batch, outcome, payout, track } from "../testViews";

const RETRY = 31;

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{`${at.name} ${"id" in at ? at.id : ""}`}</output>;
}

function open(view: TrackView, answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    session: () => liveSession,
    payroll: () => view,
    payouts: ({ offset }) => ({ total: 0, offset, rows: [] }),
    create_payroll: () => RETRY,
    ...answers,
  });
  show(
    <>
      <TrackScreen id={5} />
      <Where />
    </>,
    { name: "track", id: 5 },
  );
  return asked;
}

const failed = (more: Partial<TrackView> = {}): TrackView =>
  track([batch(1, "Closed")], {
    state: "closed",
    outcomes: [outcome("Paid", 7), outcome("Failed", 3)],
    payableAgain: [{ count: 3, sum: "12000.00", currency: "NGN" }],
    ...more,
  });

test("who failed is paid again by one filled button, which says how many and how much", async () => {
  const asked = open(failed());
  const user = userEvent.setup();
  const button = await screen.findByTestId("track-pay-failed");
  expect(button.textContent).toBe("Pay 3 people again");
  expect(button.getAttribute("data-variant")).toBe("filled");
  const notice = screen.getByTestId("track-payable-again").textContent;
  for (const expected of ["3 payments failed", "Reported as failed: ₦12,000.00."]) expect(notice).toContain(expected);
  await user.click(button);
  const made = asked.filter(({ command }) => command === "create_payroll").map(({ input }) => input);
  expect(made).toEqual([{ source: { kind: "failed", payroll: 5 } }]);
});

test.each([
  ["failed", [outcome("Failed", 3)], "3 payments failed"],
  ["were reversed", [outcome("Reversed", 3)], "3 payments were reversed"],
  ["did either", [outcome("Failed", 2), outcome("Reversed", 1)], "3 payments failed or were reversed"],
])("what is paid again is named by what happened: all %s", async (_, outcomes, title) => {
  const statuses = outcomes.map(({ state, total }) => ({ status: state as "Failed" | "Reversed", total }));
  open(failed({ outcomes, statuses }));
  await screen.findByTestId("track-payable-again");
  expect(screen.getByRole("heading", { level: 2, name: title })).toBeTruthy();
});

test("nobody is offered while it is being sent, or who is paid again already", async () => {
  open(failed({ sending: true }));
  await screen.findByTestId("track-screen");
  expect(screen.queryByTestId("track-pay-failed")).toBeNull();
});

test("a panel that needs the user comes first", async () => {
  open(failed({ batches: [batch(1, "Closed"), batch(2, "NotSent", "dns")], state: "not_sent" }));
  const button = await screen.findByTestId("track-pay-failed");
  expect(button.getAttribute("data-variant")).toBe("default");
});

test("the provider is asked about what is late before anyone is paid again", async () => {
  const asking = { running: false, done: 0, total: 0, notFound: 0, refused: 0, ended: null };
  const statuses = [
    { status: "Failed" as const, total: outcome("Failed", 3).total },
    { status: "Overdue" as const, total: outcome("Overdue", 7).total },
  ];
  const batches = [{ ...batch(1, "Settling"), sentAt: "2025-11-27T12:31:00Z" }];
  open(failed({ state: "being_paid", batches, statuses, asking }));
  expect((await screen.findByTestId("track-pay-failed")).getAttribute("data-variant")).toBe("default");
  expect(screen.getByTestId("track-ask").getAttribute("data-variant")).toBe("filled");
});

test("both payrolls show the link, and open the other one", async () => {
  const link = { payroll: RETRY, name: "November salaries (retry)", isDraft: false, people: 3, isCorrection: false };
  const other = { payroll: 4, name: "October salaries", isDraft: false, people: 1, isCorrection: false };
  open(failed({ payableAgain: [], paidAgainIn: [link], paysAgain: [other] }));
  const user = userEvent.setup();
  expect((await screen.findByTestId("track-paid-again-in")).textContent).toContain(
    "3 people are in November salaries (retry), to be paid again",
  );
  expect(screen.getByTestId("track-pays-again").textContent).toContain("Pays 1 person of October salaries again");
  await user.click(screen.getAllByRole("button", { name: "Open" })[1] as HTMLElement);
  expect(screen.getByTestId("where").textContent).toBe(`track ${RETRY}`);
});

test("who is in a draft is not said to be paid, and the draft opens in Check", async () => {
  const link = { payroll: RETRY, name: "November salaries (retry)", isDraft: true, people: 2, isCorrection: false };
  open(failed({ payableAgain: [], paidAgainIn: [link] }));
  const note = await screen.findByTestId("track-paid-again-in");
  expect(note.textContent).toContain("2 people are in the draft November salaries (retry), not paid yet");
  await userEvent.setup().click(screen.getByRole("button", { name: "Open" }));
  expect(screen.getByTestId("where").textContent).toBe(`check ${RETRY}`);
});

/** The sum of both payrolls, as the desk returns it. */
test("a person's line says what was paid in both payrolls together", async () => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  const link = { payroll: RETRY, name: "November salaries (retry)", isDraft: false, people: 2, isCorrection: false };
  const [failedHere, paidThere] = [
    { payroll: 5, payrollName: "November salaries", reference: "REF0", status: "Failed" },
    { payroll: RETRY, payrollName: link.name, reference: "AGAIN0", status: "Paid" },
  ].map((one) => ({ ...one, amount: "4000.00", currency: "NGN" }) as AcrossPayment);
  const payments = [failedHere, paidThere].filter((one) => one !== undefined);
  const rows = [
    payout(0, {
      state: "Failed",
      status: "Failed",
      code: "51",
      across: { paid: [{ count: 1, sum: "4000.00", currency: "NGN" }], payments },
    }),
    payout(1, { state: "Failed", status: "Failed", code: "51", across: { paid: [], payments } }),
    payout(2, { state: "Failed", status: "Failed", code: "51" }),
  ];
  open(failed({ payableAgain: [], paidAgainIn: [link] }), {
    payouts: ({ offset }) => ({ total: rows.length, offset, rows }),
  });
  const message = async (row: number) => (await screen.findByTestId(`cell-${row}-message`)).textContent;
  expect(await message(2)).toBe("2 payrolls: ₦4,000.00 paid · Failed, code 51");
  expect(await message(3)).toBe("2 payrolls: nothing paid so far · Failed, code 51");
  expect(await message(4)).toBe("Failed, code 51");
});
