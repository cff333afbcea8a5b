// Print buttons outside of the menu of Track: for a payment, and for case files.

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { OpenPaymentsView, TrackView, UnresolvedView } from "../../../../ipc";
import { desk, liveSession, show } from "../../../../test/render";
import UnresolvedScreen from "../../../unresolved";
import { OpenPayments } from "../../openPayments/OpenPayments";
import { PaymentDrawer } from "../../payment/PaymentDrawer";
import { batch, outcome, paymentView, payout, track } from "../../testViews";
import { type Progress, renderPages } from "./renderPages";

vi.mock(import("./renderPages"), async (original) => ({
  ...(await original()),
  renderPages: vi.fn<typeof renderPages>(),
}));

let progress: Progress;

// Loaded with the first document, which may take longer than a test waits.
beforeAll(() => import("./PrintDialog"));

beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  vi.stubGlobal("URL", Object.assign(URL, { revokeObjectURL: () => undefined }));
  vi.mocked(renderPages).mockImplementation((_, onProgress) => {
    progress = onProgress;
    return new Promise(() => undefined);
  });
});

const PDF = new TextEncoder().encode("%PDF-").buffer;

function answering(answers: Parameters<typeof desk>[0]) {
  const asked = desk({ session: () => liveSession, document_pdf: () => PDF, stop_documents: () => null, ...answers });
  return (name: string) => asked.filter(({ command }) => command === name).map(({ input }) => input);
}

/** Renders a document of one page. */
async function drawn() {
  await waitFor(() => expect(renderPages).toHaveBeenCalled());
  act(() => {
    progress.onCount(1);
    progress.onPage({ url: "blob:1", paper: "portrait" });
  });
}

const sheets = () => document.querySelectorAll(".print-sheet img").length;

const REFERENCE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const paid = paymentView(5, REFERENCE, { payout: payout(0, { reference: REFERENCE, status: "Paid" }) });

test.each([
  ["payment-receipt", "receipts", "Print: Receipt"],
  ["payment-advice", "payment_advice", "Print: Payment advice"],
])("%s of one person is printed from the payment", async (button, kind, title) => {
  const onClose = vi.fn<() => void>();
  const calls = answering({ payment: () => paid, print_pages: () => "handed" });
  show(<PaymentDrawer payment={{ payroll: 5, reference: REFERENCE }} onClose={onClose} />, { name: "track", id: 5 });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId(`${button}-print`));
  expect(await screen.findByText(title)).toBeTruthy();
  await drawn();
  await user.click(screen.getByTestId("print-print"));
  await waitFor(() => expect(screen.queryByTestId("print")).toBeNull());
  for (const command of ["document_pdf", "print_pages"])
    expect(calls(command)).toEqual([{ id: 5, input: expect.objectContaining({ kind, reference: REFERENCE }) }]);
  expect(onClose).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByTestId(`${button}-print`));
});

test("Escape closes the print dialog, and not the payment below it", async () => {
  const onClose = vi.fn<() => void>();
  answering({ payment: () => paid });
  show(<PaymentDrawer payment={{ payroll: 5, reference: REFERENCE }} onClose={onClose} />, { name: "track", id: 5 });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("payment-receipt-print"));
  await screen.findByTestId("print");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByTestId("print")).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByTestId("payment-receipt-print"));
});

const OPEN: OpenPaymentsView = {
  batches: [{ number: 1, reference: "R1", batchId: null, sentAt: null, payments: [] }],
  unlisted: 0,
};
const late = track([batch(1, "Settling")], { statuses: [{ status: "Overdue", total: outcome("Sent", 2).total }] });

/** A payroll whose last result arrives. */
function Arriving(): ReactNode {
  const [view, setView] = useState<TrackView>(late);
  return (
    <>
      <button type="button" onClick={() => setView({ ...late, state: "closed", statuses: [] })} data-testid="arrive">
        Arrive
      </button>
      <OpenPayments view={view} filter="everyone" onFilter={() => undefined} />
    </>
  );
}

test("a result that arrives takes no page away from the printer", async () => {
  let handed = (): void => undefined;
  const printed = new Promise((resolve) => {
    handed = () => resolve("handed");
  });
  const calls = answering({ open_payments: () => OPEN, print_pages: () => printed });
  show(<Arriving />, { name: "track", id: 5 });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("case-file-print"));
  await drawn();
  await user.click(screen.getByTestId("print-print"));
  await waitFor(() => expect(calls("print_pages")).toHaveLength(1));
  fireEvent.click(screen.getByTestId("arrive"));
  expect(screen.queryByTestId("case-file-print")).toBeNull();
  expect(sheets()).toBe(1);
  act(handed);
  await waitFor(() => expect(sheets()).toBe(0));
  expect(calls("document_pdf")).toEqual([
    { id: 5, input: expect.objectContaining({ kind: "case_file", batch: null, reference: null }) },
  ]);
});

test("the case file of a batch whose answer was lost is printed from its card", async () => {
  const lost: UnresolvedView = {
    payroll: 3,
    payrollName: "Field allowances",
    batch: batch(2, "Unknown", "timeout"),
    batches: 2,
    bodyBytes: 12_400,
    events: [],
  };
  const calls = answering({ unresolved: () => [lost] });
  show(<UnresolvedScreen />, { name: "unresolved" });
  await userEvent.setup().click(await screen.findByTestId("case-file-2-print"));
  expect(await screen.findByText("Print: Payment enquiry")).toBeTruthy();
  await waitFor(() =>
    expect(calls("document_pdf")).toEqual([{ id: 3, input: expect.objectContaining({ kind: "case_file", batch: 2 }) }]),
  );
});
