/** An error's facts: the file, the service's own message, figures. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AppError } from "../ipc";
import { ErrorPanel } from "./ErrorPanel";

const panelText = (): string => screen.getByTestId("error-panel").textContent;

test.each<{ error: AppError; facts: string[] }>([
  { error: { code: "file_moved", data: { file: "/payrolls/November.xlsx" } }, facts: ["/payrolls/November.xlsx"] },
  { error: { code: "ledger_on_network", data: { path: "//server/ledger.db" } }, facts: ["//server/ledger.db"] },
  { error: { code: "file_too_many_rows", data: { found: 200_001, limit: 200_000 } }, facts: ["200,001", "200,000"] },
  {
    error: { code: "service_refused", data: { status: 404, message: "No such payer" } },
    facts: ["404", "No such payer"],
  },
  { error: { code: "service_moved", data: { address: "old.example.com" } }, facts: ["old.example.com"] },
  { error: { code: "already_reported", data: { people: 3 } }, facts: ["for 3 of its people"] },
  { error: { code: "questions_open", data: { count: 2 } }, facts: ["2 questions"] },
  { error: { code: "unexpected", data: { id: "71-4" } }, facts: ["71-4"] },
  {
    error: {
      code: "renewal_failed",
      data: { at: "2026-11-22T10:00:00Z", cause: { code: "token_refused", data: { status: 401, message: "Expired" } } },
    },
    facts: ["401", "Expired"],
  },
])("$error.code shows its data", ({ error, facts }) => {
  render(<ErrorPanel error={error} />);
  for (const fact of facts) expect(panelText()).toContain(fact);
});

test("a file that the error does not name is named by the screen, and once", () => {
  const { rerender } = render(<ErrorPanel error={{ code: "file_empty" }} about="November.xlsx" />);
  expect(panelText()).toContain("November.xlsx");
  rerender(<ErrorPanel error={{ code: "file_in_use", data: { file: "/p/November.xlsx" } }} about="November.xlsx" />);
  expect(panelText().split("November.xlsx")).toHaveLength(2);
});
