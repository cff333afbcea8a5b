import { expect, test } from "vitest";

import type { BatchView } from "../../../ipc";
import { batch, outcome } from "../testViews";
import { type ProviderQuestion, questionOf, unclearResults, utcOf } from "./providerMessage";

const closed = (...outcomes: BatchView["outcomes"]): BatchView => ({ ...batch(1, "Closed"), outcomes });

test.each([
  ["a lost answer", batch(1, "Unknown", "timeout"), "unknown"],
  ["a rejected batch", batch(1, "NotAccepted", "insufficient_balance"), "rejected"],
  ["a batch that the user confirmed as not received", batch(1, "NotAccepted", "timeout"), null],
  ["a batch that never left this computer", batch(1, "NotSent", "dns"), null],
  ["a batch that is being paid", batch(1, "Settling"), null],
  ["a batch that is paid", closed(outcome("Paid", 10)), null],
  ["failed payments", closed(outcome("Paid", 9), outcome("Failed", 1)), "results"],
  ["a reversed payment", closed(outcome("Reversed", 1)), "results"],
  ["conflicting results", closed(outcome("Conflict", 1)), "results"],
  ["results that do not arrive", { ...batch(1, "Settling"), outcomes: [outcome("Overdue", 10)] }, "results"],
] satisfies [string, BatchView, ProviderQuestion | null][])("%s: what there is to ask is %o", (_, about, question) => {
  expect(questionOf(about)).toBe(question);
});

test("only results that need an explanation are listed, and none of nobody", () => {
  const results = unclearResults(
    closed(outcome("Paid", 7), outcome("Reversed", 1), outcome("Failed", 2), outcome("Overdue", 0)),
  );
  expect(results.map(({ result, total }) => `${result} ${total.count}`)).toEqual(["Failed 2", "Reversed 1"]);
});

test("times are in UTC, whatever the zone they come in", () => {
  expect(utcOf("2025-11-26T15:42:07.123Z")).toBe("2025-11-26 15:42:07");
  expect(utcOf("2025-11-26T15:42:07+01:00")).toBe("2025-11-26 14:42:07");
});
