import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type {
  BatchState,
  OpenPaymentsView,
  PaymentReportView,
  PaymentView,
  PayrollStatus,
  TrackView,
} from "../../../ipc";
import { paymentQuery, queryClient } from "../../../query";
import { changed, desk, liveSession, saves, show } from "../../../test/render";
import { OpenPayments } from "../openPayments/OpenPayments";
import type { Filter } from "../status";
import { batch, outcome, track } from "../testViews";
import { PaymentDrawer } from "./PaymentDrawer";

const calls = (asked: ReturnType<typeof desk>, name: string) => asked.filter(({ command }) => command === name);

const REFERENCE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const PAYMENT: PaymentView = {
  payout: {
    reference: REFERENCE,
    batch: 1,
    position: 0,
    row: 5,
    name: "Ada Obi",
    accountNumber: "0123456789",
    bankName: "Access Bank",
    amount: "100.00",
    currency: "NGN",
    narration: "Salary",
    fileReference: null,
    state: "Conflict",
    batchState: "Settling",
    status: "Conflict",
    code: "51",
    message: "Insufficient funds",
    changedAt: "2026-11-24T10:05:00Z",
    settledBy: null,
    fee: null,
    canDecide: true,
    across: null,
  },
  payroll: 5,
  payrollName: "November salaries",
  batchReference: "BATCHREFERENCEABCDEFGHIJKL",
  batchId: "256",
  sentAt: "2026-11-24T10:00:00Z",
  acceptedAt: "2026-11-24T10:00:01Z",
  reports: [
    {
      source: "callback",
      report: "failed",
      code: "51",
      status: "",
      message: "Insufficient funds",
      providerReference: null,
      readBy: null,
      day: "",
      matchedBy: null,
      confirmedBy: null,
      at: "2026-11-24T10:05:00Z",
    },
    {
      source: "asked",
      report: "successful",
      code: "00",
      status: "completed",
      message: "",
      providerReference: "T7",
      readBy: null,
      day: "",
      matchedBy: null,
      confirmedBy: null,
      at: "2026-11-24T10:04:00Z",
    },
  ],
  decisions: [],
  evidence: 2,
  attempts: [],
  account: {
    person: { currency: "NGN", bankCode: "044", account: "0123456789" },
    earlier: [],
    later: [],
    unreadable: 0,
  },
};

function open(view: PaymentView) {
  const asked = desk({
    session: () => liveSession,
    payment: () => view,
    decide_payouts: () => null,
    change_payroll: () => null,
  });
  show(<PaymentDrawer payment={{ payroll: 5, reference: REFERENCE }} onClose={() => undefined} />, {
    name: "track",
    id: 5,
  });
  return asked;
}

test("both sides of a conflict are shown with their source, in the order of time", async () => {
  open(PAYMENT);
  const lines = (await screen.findByTestId("payment-timeline")).querySelectorAll("li");
  const texts = [...lines].map((line) => line.textContent);
  expect(texts[2]).toContain("Paid (provider’s answer when asked)");
  expect(texts[2]).toContain("code 00 · state “completed”");
  expect(texts[3]).toContain("Failed (result notification)");
  expect(screen.getByTestId("payment").textContent).toContain("T7");
});

const [anyReport] = PAYMENT.reports;
if (anyReport === undefined) throw new Error("no report");
const reportViews = (...reports: [PaymentReportView["report"], PaymentReportView["source"]][]): PaymentReportView[] =>
  reports.map(([of, source]) => ({ ...anyReport, report: of, source }));

test.each([
  [
    "paid and reversed",
    reportViews(["successful", "callback"], ["reversed", "asked"]),
    "reported both paid and reversed",
  ],
  ["paid and failed", reportViews(["successful", "callback"], ["failed", "callback"]), "contradict each other"],
  // A list or statement that the user imported is not the provider's own report.
  [
    "reversed by a list",
    reportViews(["successful", "callback"], ["reversed", "outcome_file"]),
    "contradict each other",
  ],
  [
    "all three",
    reportViews(["successful", "asked"], ["reversed", "asked"], ["failed", "asked"]),
    "contradict each other",
  ],
])("a conflict says no more than what was reported: %s", async (_, reports, words) => {
  open({ ...PAYMENT, reports });
  const payment = await screen.findByTestId("payment");
  expect(payment.textContent).toContain(words);
  expect(payment.textContent).toContain("It is not known where the money is.");
});

test.each([
  ["NotSent", "has not left this computer"],
  ["NotAccepted", "rejected the batch with this payment, or never received it"],
  ["Unknown", "It is not known whether your provider received"],
  ["InProgress", "has not reported a final result yet"],
  ["Overdue", "Ask your provider."],
] as const)("a payment that is %s says what that means", async (status, words) => {
  open({ ...PAYMENT, payout: { ...PAYMENT.payout, status } });
  expect((await screen.findByTestId("payment")).textContent).toContain(words);
});

test("a result that was entered names who entered it and who confirmed it", async () => {
  const entered = { reason: "By phone", by: "Ngozi", at: "2026-11-24T10:06:00Z", withdrawnAt: null };
  open({ ...PAYMENT, decisions: [{ ...entered, decision: "paid", source: "recipient" }] });
  const timeline = await screen.findByTestId("payment-timeline");
  expect(timeline.textContent).toContain("Paid, entered by Ngozi (confirmed by: recipient)");
});

test("what was entered says by whom, and not by whoever looks at it", async () => {
  const entered = { decision: "paid", source: "recipient", reason: "By phone", at: "2026-11-24T10:06:00Z" } as const;
  const decisions = [
    { ...entered, by: "Bola Ade", withdrawnAt: "2026-11-24T10:07:00Z" },
    { ...entered, by: "Ngozi", withdrawnAt: null },
  ];
  open({ ...PAYMENT, payout: { ...PAYMENT.payout, settledBy: "user" }, decisions });
  const payment = await screen.findByTestId("payment");
  expect(payment.textContent).toContain("Entered by Ngozi.");
  expect(payment.textContent).not.toContain("Entered by Bola Ade.");
  expect(screen.getByTestId("payment-take-back").textContent).toBe("Take back this entry…");
});

test("an entry is taken back only once that is confirmed", async () => {
  const entered = { decision: "failed", source: "provider", reason: "By phone", at: "2026-11-24T10:06:00Z" } as const;
  const decisions = [{ ...entered, by: "Ngozi", withdrawnAt: null }];
  const asked = open({ ...PAYMENT, decisions });
  const user = userEvent.setup();
  const taken = () => changed(asked, "change_payroll", "withdraw_decisions");
  await user.click(await screen.findByTestId("payment-take-back"));
  expect(await screen.findByText(/The state follows from the reports again/)).toBeTruthy();
  expect(taken()).toEqual([]);
  await user.click(screen.getByTestId("confirm"));
  await waitFor(() => expect(taken()).toHaveLength(1));
});

test("what a person read into a word names the word and the person, and is not said to be in the list", async () => {
  const read = {
    ...anyReport,
    source: "word_reading",
    report: "successful",
    code: "",
    status: "Réglé",
    message: "",
  } as const;
  const payout = { ...PAYMENT.payout, settledBy: "word_reading" } as const;
  open({ ...PAYMENT, payout, reports: [{ ...read, readBy: "Ada Obi" }] });
  const timeline = await screen.findByTestId("payment-timeline");
  expect(timeline.textContent).toContain("An imported list says “Réglé”, read by Ada Obi: Paid");
  expect(timeline.textContent).not.toContain("state “Réglé”");
  expect(screen.getByTestId("payment").textContent).toContain(
    "Ada Obi decided that “Réglé” in an imported list means “Paid”. The list does not say it itself.",
  );
});

test("a debit that a person matched names the person, how it was found and its day", async () => {
  const debit = {
    ...anyReport,
    source: "statement",
    report: "successful",
    code: "",
    status: "",
    message: "NIP TRANSFER ADA OBI",
    day: "2026-11-26",
    matchedBy: "name",
    confirmedBy: "Ngozi Eze",
  } as const;
  const payout = { ...PAYMENT.payout, settledBy: "statement_match" } as const;
  open({ ...PAYMENT, payout, reports: [debit] });
  const timeline = await screen.findByTestId("payment-timeline");
  expect(timeline.textContent).toContain("Paid (imported statement), confirmed by Ngozi Eze");
  expect(timeline.textContent).toContain("debited on Nov 26, 2026");
  expect(timeline.textContent).toContain("found by name, amount and date, without a payment reference");
  expect(screen.getByTestId("payment").textContent).toContain("A person confirmed that a debit");
});

test("a debit may not say how it was found, and its day is no state", async () => {
  const debit = { ...anyReport, source: "statement", report: "successful", code: "", status: "" } as const;
  open({ ...PAYMENT, reports: [{ ...debit, message: "", day: "05/11/2026" }] });
  const timeline = await screen.findByTestId("payment-timeline");
  expect(timeline.textContent).toContain("debited on 05/11/2026 · not recorded how it was found");
  expect(timeline.textContent).not.toContain("state “");
});

test("a result is entered only with what happened, who confirmed it and why", async () => {
  const asked = open(PAYMENT);
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("payment-enter"));
  const confirm = await screen.findByTestId("confirm");
  expect(confirm).toHaveProperty("disabled", true);
  // No result is preselected.
  expect(confirm.textContent).toBe("Record result · ₦100.00");
  expect(screen.getByText("Choose what happened.").id).toBe(confirm.getAttribute("aria-describedby"));
  await user.click(screen.getByTestId("decide-failed"));
  expect(screen.getByText("Choose who confirmed it.")).toBeDefined();
  expect(screen.getByTestId("decide").textContent).toContain("If this is wrong, they would be paid twice.");
  expect(confirm.dataset["danger"]).toBe("true");
  await user.click(screen.getByTestId("decide-paid"));
  expect(confirm.dataset["danger"]).toBeUndefined();
  await user.click(screen.getByTestId("decide-source-bank_statement"));
  expect(confirm).toHaveProperty("disabled", true);
  expect(screen.getByText("Enter a reason.")).toBeDefined();
  await user.type(screen.getByTestId("decide-reason"), "On the statement");
  expect(confirm.textContent).toContain("Mark 1 as paid · ₦100.00");
  await user.click(confirm);
  await waitFor(() => {
    expect(asked.find(({ command }) => command === "decide_payouts")?.input).toEqual({
      id: 5,
      choice: { kind: "one", reference: REFERENCE, evidence: 2 },
      input: { decision: "paid", source: "bank_statement", reason: "On the statement" },
    });
  });
});

test("an answer covers what was shown when its question was opened, and no result that arrived meanwhile", async () => {
  const asked = open(PAYMENT);
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("payment-enter"));
  await user.click(await screen.findByTestId("decide-failed"));
  await user.click(screen.getByTestId("decide-source-other"));
  await user.type(screen.getByTestId("decide-reason"), "By phone");
  const again = PAYMENT.reports.slice(1).map((report) => ({ ...report, at: "2026-11-24T10:06:00Z", code: "0" }));
  const paid: PaymentView = { ...PAYMENT, reports: [...PAYMENT.reports, ...again], evidence: 3 };
  act(() => queryClient.setQueryData(paymentQuery(5, REFERENCE).queryKey, paid));
  await waitFor(() => expect(screen.getByTestId("payment-timeline").querySelectorAll("li").length).toBe(5));
  await user.click(screen.getByTestId("confirm"));
  await waitFor(() => expect(calls(asked, "decide_payouts").length).toBe(1));
  expect(calls(asked, "decide_payouts")[0]?.input).toMatchObject({
    choice: { kind: "one", reference: REFERENCE, evidence: 2 },
  });
});

test("a payment that the provider may not have cannot be decided here", async () => {
  open({ ...PAYMENT, payout: { ...PAYMENT.payout, canDecide: false } });
  await screen.findByTestId("payment");
  expect(screen.queryByTestId("payment-enter")).toBeNull();
});

const settling = (status: "Overdue" | "InProgress" | "Conflict", more: Partial<TrackView> = {}): TrackView =>
  track([batch(1, "Settling")], { statuses: [{ status, total: outcome("Sent", 3).total }], ...more });

function showOpen(view: TrackView, filter: Filter = "everyone") {
  const onFilter = vi.fn<(filter: Filter) => void>();
  show(<OpenPayments view={view} filter={filter} onFilter={onFilter} />, { name: "track", id: 5 });
  return onFilter;
}

test("nothing is asked of the user while results come in at their usual pace", () => {
  desk({ session: () => liveSession });
  showOpen(settling("InProgress"));
  expect(screen.queryByTestId("open-payments")).toBeNull();
});

test("late payments can be entered together, or the payroll closed with a reason", async () => {
  const asked = desk({ session: () => liveSession, change_payroll: () => null });
  showOpen(settling("Overdue"), "Overdue");
  const user = userEvent.setup();
  expect((await screen.findByTestId("open-payments")).textContent).toContain("3 payments without a final result");
  expect(screen.getByTestId("open-enter")).toBeDefined();
  await user.click(screen.getByTestId("open-close"));
  await user.type(await screen.findByTestId("close-reason"), "Provider does not answer");
  await user.click(screen.getByTestId("confirm"));
  await waitFor(() => expect(changed(asked, "change_payroll", "close_unconfirmed").length).toBe(1));
});

test("contradictory results are not said to be missing: the money may be anywhere", async () => {
  desk({ session: () => liveSession });
  showOpen(settling("Conflict"));
  const { textContent } = await screen.findByTestId("open-payments");
  expect(textContent).toContain("3 payments with conflicting results (₦3.00)");
  expect(textContent).toContain("it is not known where the money is. Ask your provider before you enter a result");
  expect(textContent).not.toContain("without a final result");
});

test("missing and contradictory results are counted apart, each with its sum", async () => {
  desk({ session: () => liveSession });
  const statuses = [
    { status: "Overdue" as const, total: outcome("Sent", 3).total },
    { status: "Conflict" as const, total: outcome("Conflict", 1).total },
  ];
  showOpen(settling("Overdue", { statuses }));
  expect((await screen.findByTestId("open-payments")).textContent).toContain(
    "3 payments without a final result (₦3.00), 1 payment with conflicting results (₦1.00)",
  );
});

test("what a payroll is closed without is one sum, whatever is known of each", async () => {
  desk({ session: () => liveSession });
  const late = outcome("Sent", 3).total;
  const statuses = [
    { status: "Overdue" as const, total: late },
    { status: "Conflict" as const, total: late },
  ];
  showOpen(settling("Overdue", { statuses }));
  await userEvent.setup().click(await screen.findByTestId("open-close"));
  expect(await screen.findByText(/6 payments of ₦6\.00 have no final result/)).toBeDefined();
});

test("closing a payroll waits for a reason, and says who is still without their money", async () => {
  desk({ session: () => liveSession });
  showOpen(settling("Overdue", { payableAgain: [outcome("Failed", 3).total] }));
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("open-close"));
  expect(await screen.findByText(/3 payments failed or were reversed \(₦3\.00\)/)).toBeDefined();
  expect(screen.getByText("Enter a reason.")).toBeDefined();
  await user.type(screen.getByTestId("close-reason"), "Provider does not answer");
  expect(screen.queryByText("Enter a reason.")).toBeNull();
  expect(screen.getByTestId("confirm")).toHaveProperty("disabled", false);
});

const enquiry: OpenPaymentsView = {
  batches: [{ number: 1, reference: "BATCH1", batchId: "256", sentAt: null, payments: [] }],
  unlisted: 0,
};

/** The first batch is overdue; the second was not sent, was refused, or its answer was lost. */
const beside = (state: PayrollStatus, second: BatchState, more: Partial<TrackView> = {}): TrackView =>
  settling("Overdue", { state, batches: [batch(1, "Settling"), batch(2, second)], ...more });

test.each([
  ["sending was stopped", beside("sending", "Approved")],
  ["another batch is being sent", beside("sending", "Intent", { sending: true })],
  ["another batch was refused", beside("refused", "NotAccepted")],
  ["another batch is unresolved", beside("unresolved", "Unknown")],
  ["another batch was not sent", beside("not_sent", "NotSent")],
])("late payments can be asked about and entered where %s, and the payroll not closed", async (_, view) => {
  desk({ session: () => liveSession, open_payments: () => enquiry });
  showOpen(view, "Overdue");
  for (const way of ["open-copy-list", "open-save-list", "case-file", "open-enter"])
    expect(await screen.findByTestId(way)).toBeDefined();
  expect(screen.queryByTestId("open-close")).toBeNull();
});

test("conflicting results can be asked about in a payroll that is closed", async () => {
  desk({ session: () => liveSession, open_payments: () => enquiry });
  const view = settling("Conflict", { state: "closed", batches: [batch(1, "Closed")] });
  showOpen(view);
  expect(await screen.findByTestId("open-copy-list")).toBeDefined();
  expect(screen.queryByTestId("open-close")).toBeNull();
});

test("while a batch goes out, those on their way are not entered together: some are not at the provider", async () => {
  desk({ session: () => liveSession, open_payments: () => enquiry });
  const statuses = [
    { status: "Overdue" as const, total: outcome("Overdue", 3).total },
    { status: "InProgress" as const, total: outcome("Planned", 10).total },
  ];
  const onFilter = showOpen(beside("sending", "Intent", { sending: true, statuses }), "InProgress");
  const panel = await screen.findByTestId("open-payments");
  expect(panel.textContent).toContain("3 payments without a final result");
  await userEvent.setup().click(screen.getByTestId("open-enter"));
  expect(onFilter).toHaveBeenCalledWith("Overdue");
  expect(await screen.findByText("Enter the result for 3 people")).toBeDefined();
});

test("results are entered for the first state that is open, which is then shown", async () => {
  const asked = desk({ session: () => liveSession, decide_payouts: () => null });
  const statuses = [
    { status: "Conflict" as const, total: outcome("Conflict", 2).total },
    { status: "Overdue" as const, total: outcome("Overdue", 3).total },
  ];
  const onFilter = showOpen(settling("Overdue", { statuses }));
  const user = userEvent.setup();
  expect((await screen.findByTestId("open-payments")).textContent).toContain("3 payments without a final result");
  expect(screen.getByTestId("open-enter").textContent).toMatch(/^Enter results for \d “.*”…$/);
  await user.click(screen.getByTestId("open-enter"));
  expect(onFilter).toHaveBeenCalledWith("Overdue");
  await user.click(await screen.findByTestId("decide-paid"));
  await user.click(screen.getByTestId("decide-source-other"));
  await user.type(screen.getByTestId("decide-reason"), "By phone");
  expect(screen.getByTestId("confirm").textContent).toContain("Mark 3 as paid · ₦3.00");
  await user.click(screen.getByTestId("confirm"));
  await waitFor(() =>
    expect(calls(asked, "decide_payouts")[0]?.input).toMatchObject({
      choice: { kind: "shown", query: { status: "Overdue", text: null }, count: 3 },
    }),
  );
});

test("the provider is asked about what is late from the same panel", async () => {
  const asking = { running: false, done: 2, total: 2, notFound: 0, refused: 0, ended: null };
  desk({ session: () => liveSession });
  showOpen(settling("Overdue", { asking, batches: [{ ...batch(1, "Settling"), sentAt: "2026-11-24T10:00:00Z" }] }));
  const panel = await screen.findByTestId("open-payments");
  expect(panel.textContent).toContain("Asked about 2 people.");
  expect(within(panel).getByTestId("track-ask").getAttribute("data-variant")).toBe("filled");
  expect(screen.queryByTestId("track-asking")).toBeNull();
});

test("closed without all results, the provider can still be asked", async () => {
  desk({ session: () => liveSession, open_payments: () => enquiry });
  const unconfirmed = { by: "Ngozi", at: "2026-11-24T10:05:00Z", reason: "No answer" };
  const view = settling("Overdue", { state: "closed_unconfirmed", unconfirmed });
  showOpen(view);
  for (const way of ["open-copy-list", "open-save-list", "case-file", "closed-reopen"])
    expect(await screen.findByTestId(way)).toBeDefined();
});

test("a payroll that was closed without all results says so, and who closed it", async () => {
  desk({ session: () => liveSession });
  const unconfirmed = { by: "Ngozi", at: "2026-11-24T10:05:00Z", reason: "No answer" };
  const view = settling("Overdue", { state: "closed_unconfirmed", unconfirmed });
  showOpen(view);
  const notice = await screen.findByTestId("closed-unconfirmed");
  expect(notice.textContent).toContain("Closed with 3 payments not confirmed");
  expect(notice.textContent).toContain("Ngozi");
});

test("the next dialog begins empty: an earlier answer is not ready for other people", async () => {
  desk({ session: () => liveSession, decide_payouts: () => null });
  showOpen(settling("Overdue"), "Overdue");
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("open-enter"));
  await user.click(await screen.findByTestId("decide-failed"));
  await user.click(screen.getByTestId("decide-source-other"));
  await user.type(screen.getByTestId("decide-reason"), "By phone");
  await user.click(screen.getByTestId("confirm"));
  await waitFor(() => expect(screen.queryByTestId("decide")).toBeNull());
  await user.click(screen.getByTestId("open-enter"));
  await screen.findByTestId("decide");
  expect(screen.getByTestId("confirm")).toHaveProperty("disabled", true);
});

test("Escape closes the dialog, and the payment stays open", async () => {
  const onClose = vi.fn<() => void>();
  desk({ session: () => liveSession, payment: () => PAYMENT });
  show(<PaymentDrawer payment={{ payroll: 5, reference: REFERENCE }} onClose={onClose} />, { name: "track", id: 5 });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("payment-enter"));
  await screen.findByTestId("decide");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByTestId("decide")).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  ["Paid", true, true],
  ["InProgress", true, false],
  ["Failed", false, false],
  ["Reversed", false, false],
  ["Conflict", false, false],
] as const)("of a payment that is %s: advice %s, receipt %s", async (status, advice, receipt) => {
  open({ ...PAYMENT, payout: { ...PAYMENT.payout, status } });
  await screen.findByTestId("payment");
  expect(screen.queryByTestId("payment-advice") !== null).toBe(advice);
  expect(screen.queryByTestId("payment-receipt") !== null).toBe(receipt);
});

test("the receipt is of this payment alone", async () => {
  const asked = desk({
    session: () => liveSession,
    payment: () => ({ ...PAYMENT, payout: { ...PAYMENT.payout, status: "Paid" } }),
    ...saves("document", "receipt.pdf"),
  });
  show(<PaymentDrawer payment={{ payroll: 5, reference: REFERENCE }} onClose={() => undefined} />, {
    name: "track",
    id: 5,
  });
  await userEvent.setup().click(await screen.findByTestId("payment-receipt"));
  await waitFor(() =>
    expect(calls(asked, "save_file")[0]?.input).toMatchObject({
      file: { payroll: 5, input: { kind: "receipts", reference: REFERENCE } },
    }),
  );
});
