// A payment's page besides the result: attempts, references, and the account's other payments.

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { AttemptView, PaymentView, PersonPaymentView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import type { Screen } from "../../../screen";
import { copiedTexts, desk, liveSession, show } from "../../../test/render";
import { paymentView, payout } from "../testViews";
import { PaymentDrawer } from "./PaymentDrawer";

const attempt = (number: number, more: Partial<AttemptView> = {}): AttemptView => ({
  number,
  beganAt: `2026-11-24T10:0${number}:00Z`,
  endedAt: `2026-11-24T10:0${number}:01Z`,
  outcome: "accepted",
  reason: null,
  httpStatus: 200,
  message: null,
  body: null,
  error: null,
  ...more,
});

const other = (reference: string, more: Partial<PersonPaymentView> = {}): PersonPaymentView => ({
  payroll: 4,
  payrollName: "October salaries",
  period: "2026-10",
  reference,
  row: 2,
  name: "Person 0",
  amount: "185000.00",
  currency: "NGN",
  narration: "Salary",
  fileReference: null,
  status: "Paid",
  at: "2026-10-29T09:00:00Z",
  ...more,
});

const PERSON = { currency: "NGN", bankCode: "044", account: "0123456780" } as const;

const view = (more: Partial<PaymentView> = {}): PaymentView => paymentView(5, "REF0", more);

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{JSON.stringify(at)}</output>;
}

const where = () => JSON.parse(screen.getByTestId("where").textContent ?? "") as Screen;

/** Several pages by reference; the first one is opened. */
function open(views: PaymentView[], at: Screen = { name: "track", id: 5 }) {
  const [first] = views;
  if (first === undefined) throw new Error("a page to open");
  const asked = desk({
    session: () => liveSession,
    payment: ({ reference }) => views.find((one) => one.payout.reference === reference),
  });
  const shown = { payroll: first.payroll, reference: first.payout.reference };
  show(
    <>
      <PaymentDrawer payment={shown} onClose={() => undefined} />
      <Where />
    </>,
    at,
  );
  return asked;
}

test("each attempt is shown with what was answered", async () => {
  const refused = attempt(1, {
    outcome: "not_accepted",
    reason: "insufficient_balance",
    httpStatus: 400,
    message: "Wallet is empty",
  });
  open([view({ attempts: [attempt(2), refused] })]);
  const section = await screen.findByTestId("payment-attempts");
  const lines = within(section).getAllByTestId(/^attempt-\d$/);
  expect(lines.map(({ dataset }) => dataset["testid"])).toEqual(["attempt-2", "attempt-1"]);
  expect(lines[1]?.textContent).toContain("Wallet is empty");
  expect(lines[1]?.textContent).toContain("400");
});

test("a batch that was not sent has no attempts, and says so", async () => {
  open([view({ sentAt: null, acceptedAt: null })]);
  expect((await screen.findByTestId("payment-attempts")).textContent).toContain("This batch was not sent yet.");
  expect(screen.getByTestId("payment-earlier").textContent).toContain("No earlier payment to this account.");
  expect(screen.queryByTestId("payment-later")).toBeNull();
  expect(screen.queryByTestId("payment-person")).toBeNull();
});

test("every reference is copied by a button of its own name", async () => {
  const copied = copiedTexts();
  const report = {
    source: "callback",
    report: "successful",
    code: "00",
    status: "",
    message: "",
    readBy: null,
    day: "",
    matchedBy: null,
    confirmedBy: null,
    at: "2026-11-24T10:05:00Z",
  } as const;
  // A repeated reference is shown once.
  const reports = ["T7", "T7", "T8", null].map((providerReference, at) => ({
    ...report,
    at: `2026-11-24T10:05:0${at}Z`,
    providerReference,
  }));
  open([view({ reports })]);
  const user = userEvent.setup();
  await screen.findByTestId("payment");
  for (const name of ["Copy payment reference", "Copy batch reference", "Copy batch ID"])
    await user.click(screen.getByRole("button", { name }));
  const provider = screen.getAllByRole("button", { name: "Copy provider’s reference" });
  for (const button of provider) await user.click(button);
  expect(copied).toEqual(["REF0", "BATCH1", "256", "T7", "T8"]);
});

test("the history can be selected, and is copied with the payment that it is of", async () => {
  const copied = copiedTexts();
  open([
    view({
      acceptedAt: null,
      reports: [
        {
          source: "callback",
          report: "successful",
          code: "00",
          status: "",
          message: "Approved",
          at: "2026-11-24T10:05:00Z",
          providerReference: null,
          readBy: null,
          day: "",
          matchedBy: null,
          confirmedBy: null,
        },
      ],
    }),
  ]);
  const timeline = await screen.findByTestId("payment-timeline");
  expect(timeline.classList.contains("selectable")).toBe(true);
  await userEvent.setup().click(screen.getByRole("button", { name: "Copy history" }));
  const whens = [...timeline.querySelectorAll("li > :first-child")].map((when) => when.textContent);
  expect(copied).toEqual([
    [
      "Payment reference: REF0",
      `${whens[0]}  Sent in batch 1`,
      `${whens[1]}  Paid (result notification) · code 00 · Approved`,
    ].join("\n"),
  ]);
});

test("what is not known has no button to copy it", async () => {
  open([view({ batchId: null })]);
  await screen.findByTestId("payment");
  expect(screen.queryByTestId("payment-copy-batch-id")).toBeNull();
  expect(screen.queryByTestId("payment-copy-provider-reference-0")).toBeNull();
});

test("earlier payments to the account open in place, and lead back", async () => {
  const october = view({
    payout: payout(0, { reference: "OCTOBER", name: "Person 0 in October" }),
    payroll: 4,
    payrollName: "October salaries",
  });
  const november = view({ account: { person: PERSON, earlier: [other("OCTOBER")], later: [], unreadable: 0 } });
  const asked = open([november, october]);
  const user = userEvent.setup();
  const earlier = await screen.findByTestId("payment-earlier");
  for (const text of ["October salaries", "₦185,000.00", "Paid", "2026"]) expect(earlier.textContent).toContain(text);
  await user.click(screen.getByTestId("payment-other-OCTOBER"));
  const name = await screen.findByText("Person 0 in October");
  expect(asked).toContainEqual({ command: "payment", input: { id: 4, reference: "OCTOBER" } });
  // The pressed button is gone: the page's header takes the focus.
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.click(screen.getByTestId("payment-back"));
  expect(await screen.findByTestId("payment-other-OCTOBER")).toBeTruthy();
  expect(screen.queryByTestId("payment-back")).toBeNull();
  expect(where()).toEqual({ name: "track", id: 5 });
});

test("later payments and those that cannot be read are told apart; the person has all of them", async () => {
  const later = [other("DECEMBER", { payroll: 6, payrollName: "December salaries", status: "InProgress" })];
  open([view({ account: { person: PERSON, earlier: [], later, unreadable: 2 } })]);
  const user = userEvent.setup();
  expect((await screen.findByTestId("payment-later")).textContent).toContain("December salaries");
  const earlier = screen.getByTestId("payment-earlier");
  expect(earlier.textContent).not.toContain("December salaries");
  expect(earlier.textContent).toContain("2 payments cannot be shown");
  await user.click(screen.getByTestId("payment-person"));
  expect(where()).toEqual({ name: "person", person: PERSON });
});

test("the payroll is opened at the payment from elsewhere, and its own page does not lead to itself", async () => {
  open([view()], { name: "payrolls" });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("payment-open-payroll"));
  expect(where()).toEqual({ name: "track", id: 5, payment: "REF0" });
  expect(screen.queryByTestId("payment-open-payroll")).toBeNull();
});
