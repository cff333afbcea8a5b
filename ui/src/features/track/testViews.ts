// Views of a payroll for tests: ten people a batch, one naira each.

import type { BatchState, BatchView, PayoutState, PayoutStatus, Reason, StateTotal, TrackView } from "../../ipc";
import { armed } from "./status";

const total = (count: number, sum = `${count}.00`) => ({ count, sum, currency: "NGN" as const });
export const outcome = (state: PayoutState, count: number): StateTotal => ({ state, total: total(count) });

export function batch(number: number, state: BatchState, reason: Reason | null = null): BatchView {
  return {
    key: number,
    number,
    reference: `R${number}`,
    state,
    batchId: null,
    total: total(10),
    outcomes: [outcome("Planned", 10)],
    attempts: 1,
    sentAt: null,
    acceptedAt: null,
    reason,
    message: null,
    httpStatus: null,
  };
}

const OF_STATE: Partial<Record<PayoutState, PayoutStatus>> = { Paid: "Paid", Failed: "Failed", Withdrawn: "Withdrawn" };

export function track(batches: BatchView[], more: Partial<TrackView> = {}): TrackView {
  const outcomes = more.outcomes ?? batches.flatMap((one) => one.outcomes);
  return {
    id: 5,
    name: "November salaries",
    period: "2025-11",
    state: "being_paid",
    fileName: "f.xlsx",
    hasFileReferences: false,
    senderName: "KOLA",
    instantQueue: true,
    approvedBy: "Ngozi",
    approvedAt: "2025-11-27T12:31:00Z",
    closedAt: null,
    lastOutcomeAt: null,
    unconfirmed: null,
    totals: [total(batches.length * 10)],
    outcomes,
    statuses: outcomes.map(({ state, total: of }) => ({ status: OF_STATE[state] ?? "InProgress", total: of })),
    batches,
    excluded: 0,
    host: "",
    canWithdraw: armed(batches).length > 0,
    sending: false,
    stopping: false,
    asking: null,
    stopped: null,
    paysAgain: [],
    paidAgainIn: [],
    takenBackTo: [],
    takenBackFrom: null,
    sentAfterAll: 0,
    payableAgain: [],
    ...more,
  };
}
