import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { OpenPaymentsView } from "../../../ipc";
import { desk, liveSession, saves, show } from "../../../test/render";
import { batch, outcome, track } from "../testViews";
import { OpenPayments } from "./OpenPayments";

const OPEN: OpenPaymentsView = {
  batches: [
    {
      number: 1,
      reference: "BATCHREFERENCEABCDEFGHIJKL",
      batchId: "256",
      sentAt: "2026-11-24T10:00:00Z",
      payments: [
        { reference: "PAYMENTAAAAAAAAAAAAAAAAAAA", amount: "4000.00", currency: "NGN", status: "Overdue" },
        { reference: "PAYMENTBBBBBBBBBBBBBBBBBBB", amount: "350.50", currency: "NGN", status: "Conflict" },
        { reference: "PAYMENTCCCCCCCCCCCCCCCCCCC", amount: "20.00", currency: "NGN", status: "InProgress" },
      ],
    },
  ],
  unlisted: 3,
};

const late = track([batch(1, "Settling")], { statuses: [{ status: "Overdue", total: outcome("Sent", 2).total }] });

test("the list for the provider names batch, payments and amounts, and nobody", async () => {
  desk({ session: () => liveSession, open_payments: () => OPEN });
  let copied = "";
  document.execCommand = () => {
    copied = document.querySelector<HTMLTextAreaElement>("textarea[aria-hidden]")?.value ?? "";
    return true;
  };
  show(<OpenPayments view={late} filter="everyone" onFilter={() => undefined} />, { name: "track", id: 5 });
  await userEvent.click(await screen.findByTestId("open-copy-list"));
  const lines = copied.split("\n");
  expect(lines).toContain("Batch reference: BATCHREFERENCEABCDEFGHIJKL");
  expect(lines).toContain("Your batch ID: 256");
  expect(lines).toContain("Sent: 2026-11-24 10:00:00 UTC");
  expect(lines).toContain("PAYMENTAAAAAAAAAAAAAAAAAAA  NGN 4,000.00  No result yet");
  expect(lines).toContain("PAYMENTBBBBBBBBBBBBBBBBBBB  NGN 350.50  Conflicting results");
  // Its payroll was closed without its result.
  expect(lines).toContain("PAYMENTCCCCCCCCCCCCCCCCCCC  NGN 20.00  Not confirmed");
  expect(copied).toContain("3 more payments are in the attached list.");
  expect(screen.getByTestId("open-copy-list").textContent).toBe("Copied");
});

test("the list is saved where the user says", async () => {
  const asked = desk({
    session: () => liveSession,
    open_payments: () => OPEN,
    ...saves("open_payments", "list.xlsx"),
  });
  show(<OpenPayments view={late} filter="everyone" onFilter={() => undefined} />, { name: "track", id: 5 });
  await userEvent.click(await screen.findByTestId("open-save-list"));
  expect(await screen.findByText(/list\.xlsx/)).toBeTruthy();
  expect(asked.some(({ command }) => command === "save_file")).toBe(true);
});

test("the case file is a page for each batch with payments in question", async () => {
  const asked = desk({
    session: () => liveSession,
    open_payments: () => OPEN,
    ...saves("document", "enquiry.pdf"),
  });
  show(<OpenPayments view={late} filter="everyone" onFilter={() => undefined} />, { name: "track", id: 5 });
  await userEvent.click(await screen.findByTestId("case-file"));
  expect(await screen.findByText("Saved as enquiry.pdf")).toBeTruthy();
  const input = asked.find(({ command }) => command === "save_file")?.input;
  expect(input).toMatchObject({ file: { payroll: 5, input: { kind: "case_file", batch: null, reference: null } } });
});
