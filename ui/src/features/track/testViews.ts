// Views of a payroll for tests: ten people a batch, one naira each.

import type {
  BatchState,
  BatchTotals,
  BatchView,
  PaymentView,
  PayoutState,
  PayoutStatus,
  PayoutView,
  Reason,
  StateTotal,
  Total,
  TrackView,
} from "../../ipc";
import { peopleOf } from "../../payroll/totals";
import { byCurrency } from "../../test/sums";
import { sendableBatches } from "./status";

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
    wasUnknown: false,
  };
}

/** The page of a payment; the account has no other payments. */
export function paymentView(payroll: number, reference: string, more: Partial<PaymentView> = {}): PaymentView {
  return {
    payout: payout(0, { reference }),
    payroll,
    payrollName: "November salaries",
    batchReference: "BATCH1",
    batchId: "256",
    sentAt: "2026-11-24T10:00:00Z",
    acceptedAt: "2026-11-24T10:00:01Z",
    attempts: [],
    reports: [],
    decisions: [],
    evidence: 0,
    account: {
      person: { currency: "NGN", bankCode: "044", account: "0123456780" },
      earlier: [],
      later: [],
      unreadable: 0,
    },
    ...more,
  };
}

const OF_STATE: Partial<Record<PayoutState, PayoutStatus>> = { Paid: "Paid", Failed: "Failed", Withdrawn: "Withdrawn" };

const DECIDABLE: readonly BatchState[] = ["Settling", "Closed"];

/** A person of the first batch, which the provider has, without a result. */
export function payout(position: number, more: Partial<PayoutView> = {}): PayoutView {
  return {
    reference: `REF${position}`,
    batch: 1,
    position,
    row: position + 2,
    name: `Person ${position}`,
    accountNumber: `012345678${position}`,
    bankName: "Access Bank",
    amount: "1.00",
    currency: "NGN",
    narration: "Salary",
    fileReference: null,
    state: "Sent",
    batchState: "Settling",
    status: "InProgress",
    code: null,
    message: null,
    changedAt: null,
    settledBy: null,
    fee: null,
    canDecide: true,
    across: null,
    ...more,
  };
}

/** One total per state, as the desk returns them. */
function addedUp(outcomes: readonly StateTotal[]): StateTotal[] {
  const states = [...new Set(outcomes.map(({ state }) => state))];
  const sumsIn = (state: PayoutState) =>
    byCurrency(outcomes.filter((one) => one.state === state).map((one) => one.total));
  return states.flatMap((state) => sumsIn(state).map((sum) => ({ state, total: sum })));
}

/** Everyone whom the provider never had, or who is only in withdrawn batches, as the desk counts them. */
function correctableOf(batches: readonly BatchView[]): number {
  if (batches.some(({ state }) => state === "Intent")) return 0;
  const open = sendableBatches(batches);
  const withdrawn = batches.filter(({ state }) => state === "Withdrawn");
  return peopleOf((open.length > 0 ? open : withdrawn).map((one) => one.total));
}

const totalsOf = (batches: readonly BatchView[]): Total[] => byCurrency(batches.map((one) => one.total));

function batchTotalsOf(batches: readonly BatchView[]): BatchTotals[] {
  return [...new Set(batches.map(({ state }) => state))].map((state) => {
    const those = batches.filter((one) => one.state === state);
    return {
      state,
      totals: totalsOf(those),
      certain: totalsOf(those.filter(({ wasUnknown }) => !wasUnknown)),
      doubtful: totalsOf(those.filter(({ wasUnknown }) => wasUnknown)),
    };
  });
}

/** Summed as the desk does. */
function sumsOf({ state, statuses }: Pick<TrackView, "state" | "statuses">): Pick<TrackView, "payees" | "unsettled"> {
  const sum = (...some: PayoutStatus[]): Total[] =>
    byCurrency(statuses.filter(({ status }) => some.includes(status)).map((one) => one.total));
  const missing: PayoutStatus[] =
    state === "being_paid" || state === "closed_unconfirmed" ? ["Overdue", "InProgress"] : ["Overdue"];
  return {
    payees: byCurrency(statuses.map((one) => one.total)),
    unsettled: {
      askable: sum("Overdue", "Conflict", "Unknown", "InProgress"),
      open: sum("Conflict", ...missing),
      missing: sum(...missing),
    },
  };
}

export function track(batches: BatchView[], more: Partial<TrackView> = {}): TrackView {
  const outcomes = more.outcomes ?? addedUp(batches.flatMap((one) => one.outcomes));
  const statuses =
    more.statuses ?? outcomes.map(({ state, total: of }) => ({ status: OF_STATE[state] ?? "InProgress", total: of }));
  return {
    id: 5,
    name: "November salaries",
    period: "2025-11",
    state: "being_paid",
    fileName: "f.xlsx",
    fees: [],
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
    statuses,
    ...sumsOf({ state: more.state ?? "being_paid", statuses }),
    batches,
    batchTotals: batchTotalsOf(more.batches ?? batches),
    excluded: 0,
    host: "",
    withdrawable: totalsOf(sendableBatches(batches)),
    canDecide: batches.some(({ state }) => DECIDABLE.includes(state)),
    sending: false,
    stopping: false,
    asking: null,
    stopped: null,
    paysAgain: [],
    paidAgainIn: [],
    correctable: more.sending === true ? 0 : correctableOf(batches),
    payableAgain: [],
    ...more,
  };
}
