import { expect, test } from "vitest";

import type { BatchState, PayoutState, PayrollStatus } from "../../ipc";
import { segmentsOf } from "../../payroll/segments";
import { type DisplayedState, displayedProgressState, displayedPaymentState } from "./displayedState";
import { tiles } from "./status";
import { batch, outcome, payout, track } from "./testViews";

const textOf = ({ which, instead }: DisplayedState): string => instead ?? `${which.of} ${which.state}`;

test.each<[string, PayoutState, BatchState, PayrollStatus, string]>([
  ["the provider has it", "Sent", "Settling", "being_paid", "payout InProgress"],
  ["its batch is being sent", "Planned", "Intent", "sending", "batch Intent"],
  ["a late result is known before the batch is answered", "Sent", "Intent", "sending", "payout InProgress"],
  ["its payroll was closed without its result", "Sent", "Settling", "closed_unconfirmed", "notConfirmed"],
])("a payment is called by what is known: %s", (_, state, batchState, payroll, words) => {
  expect(textOf(displayedPaymentState(payout(0, { state, batchState }), payroll))).toBe(words);
});

const settling = { ...batch(1, "Settling"), outcomes: [outcome("Sent", 10)] };
const sending = batch(2, "Intent");

test.each([
  ["all are with the provider", track([settling]), "payout InProgress"],
  ["all are being sent", track([sending]), "batch Intent"],
  ["some are being sent", track([settling, sending]), "inProgress"],
  ["nobody waits for them any more", track([settling], { state: "closed_unconfirmed" }), "notConfirmed"],
])("the tile of payments in progress: %s", (_, view, words) => {
  expect(textOf(displayedProgressState(view))).toBe(words);
});

test("a payroll that was closed has no tile for nobody, and its bars show nothing on its way", () => {
  const statuses = [{ status: "Overdue" as const, total: outcome("Overdue", 10).total }];
  const closed = track([settling], { state: "closed_unconfirmed", statuses });
  expect(tiles(closed).map(({ filter }) => filter)).toEqual(["everyone", "Paid", "Overdue"]);
  const share = (payroll: PayrollStatus, key: string) =>
    segmentsOf([settling], payroll).find((part) => part.key === key)?.share;
  expect([share("being_paid", "progress"), share("being_paid", "Overdue")]).toEqual([10, 0]);
  expect([share("closed_unconfirmed", "progress"), share("closed_unconfirmed", "Overdue")]).toEqual([0, 10]);
});
