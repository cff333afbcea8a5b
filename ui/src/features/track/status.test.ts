import { describe, expect, it, test } from "vitest";

import { batchStyles, payoutStyles, payrollStyles } from "../../components";
import { i18next } from "../../i18n";
import type { PayoutStatus, SettledBy } from "../../ipc";
import { durationParts } from "../../lib/time/times";
import states from "../../locales/en/states.json";
import { ending, isAllPaid } from "../../payroll/ending";
import { hasOneMessage, message, panels, tiles } from "./status";
import { batch, outcome, payout, track } from "./testViews";

describe("what waits for the user", () => {
  it.each([
    ["nothing while all is well", track([batch(1, "Settling"), batch(2, "Closed")]), []],
    ["nothing while sending goes on", track([batch(1, "Intent"), batch(2, "Approved")], { sending: true }), []],
    ["a lost connection", track([batch(1, "Accepted"), batch(2, "NotSent", "dns")]), ["not_sent connection"]],
    ["a lock before its turn", track([batch(1, "NotSent", "locked")]), ["not_sent locked"]],
    [
      "a computer that slept before sending",
      track([batch(1, "NotSent", "intent_expired")]),
      ["not_sent intent_expired"],
    ],
    [
      "a keychain that did not store the record",
      track([batch(1, "NotSent", "anchor_not_stored")]),
      ["not_sent anchor_not_stored"],
    ],
    ["a token refused", track([batch(1, "NotAccepted", "token_refused")]), ["refused token_refused"]],
    ["a wrong lock", track([batch(1, "NotAccepted", "wrong_lock")]), ["refused wrong_lock"]],
    [
      "references known already",
      track([batch(1, "NotAccepted", "duplicate_reference")]),
      ["refused duplicate_reference"],
    ],
    ["another refusal", track([batch(1, "NotAccepted", "invalid")]), ["refused other"]],
    ["decided not taken", track([batch(1, "NotAccepted", "timeout")]), ["refused decided"]],
    [
      "never sent before a restart",
      track([batch(1, "Closed"), batch(2, "Approved"), batch(3, "Approved")]),
      ["approved"],
    ],
    [
      "unknown, the others wait behind it",
      track([batch(1, "Unknown", "timeout"), batch(2, "Approved")]),
      ["unknown +1"],
    ],
    [
      "refused, the others wait behind it",
      track([batch(1, "NotAccepted", "forbidden"), batch(2, "Approved")]),
      ["refused forbidden"],
    ],
    ["unknown even while sending", track([batch(1, "Unknown"), batch(2, "Intent")], { sending: true }), ["unknown +0"]],
  ] as const)("%s", (_, view, expected) => {
    const shown = panels(view).map((panel) => {
      switch (panel.kind) {
        case "unknown":
          return `unknown +${panel.waiting}`;
        case "not_sent":
          return `not_sent ${panel.unsent}`;
        case "refused":
          return `refused ${panel.refusal}`;
        case "approved":
          return "approved";
      }
    });
    expect(shown).toEqual(expected);
  });
});

test("tiles: troubles only where there are some, and each says what is known", () => {
  const one = (status: PayoutStatus, count: number) => ({ status, total: outcome("Planned", count).total });
  const view = track([batch(1, "Settling")], {
    statuses: [one("Paid", 2), one("Failed", 1), one("NotSent", 3), one("Unknown", 4)],
  });
  expect(tiles(view).map(({ filter, people }) => `${filter} ${people}`)).toEqual([
    "everyone 10",
    "Paid 2",
    "InProgress 0",
    "Unknown 4",
    "NotSent 3",
    "Failed 1",
  ]);
});

describe("every line has the same message", () => {
  const of = (...statuses: PayoutStatus[]) =>
    statuses.map((status) => ({ status, total: outcome("Planned", 10).total }));
  const nobody = { status: "Failed" as const, total: outcome("Failed", 0).total };
  const corrected = { payroll: 6, name: "Corrected", isDraft: false, people: 10, isCorrection: true };
  it.each([
    ["all paid", track([batch(1, "Closed"), batch(2, "Closed")], { statuses: [...of("Paid"), nobody] }), true],
    ["one failed", track([batch(1, "Closed")], { statuses: of("Paid", "Failed") }), false],
    ["all failed: the provider says why of each", track([batch(1, "Closed")], { statuses: of("Failed") }), false],
    [
      "no result yet: the next one would bring the column",
      track([batch(1, "Settling")], { statuses: of("InProgress") }),
      false,
    ],
    ["unknown", track([batch(1, "Unknown")], { statuses: of("Unknown") }), true],
    ["unknown, in two batches", track([batch(1, "Unknown"), batch(2, "Unknown")], { statuses: of("Unknown") }), false],
    ["not sent, and being sent", track([batch(1, "Approved")], { statuses: of("NotSent"), sending: true }), false],
    [
      "withdrawn, in two batches",
      track([batch(1, "Withdrawn"), batch(2, "Withdrawn")], { statuses: of("Withdrawn") }),
      true,
    ],
    [
      "withdrawn, and corrected in another payroll",
      track([batch(1, "Withdrawn")], { statuses: of("Withdrawn"), paidAgainIn: [corrected] }),
      false,
    ],
  ] as const)("%s", (_, view, expected) => {
    expect(hasOneMessage(view)).toBe(expected);
  });
});

test("a failed payment says its code, a wait says where it stands", () => {
  const failed = payout(0, { batch: 3, code: "51", state: "Failed" });
  expect(message(failed)).toEqual({ key: "failedCode", values: { code: "51" } });
  expect(message({ ...failed, code: "" })).toEqual({ key: "failed", values: {} });
  expect(message({ ...failed, state: "Planned", batchState: "NotSent" })).toEqual({
    key: "notSent",
    values: { batch: 3 },
  });
});

/** Each source of a result has a row here: the type checker requires a complete list. */
const PAID_BY = {
  callback: "Result notification",
  asked: "Provider’s answer when asked",
  outcome_file: "In a list of results",
  word_reading: "Imported list: word read as paid",
  statement: "Found in a statement",
  statement_match: "Debit matched by a person",
  list_match: "List row matched by a person",
  user: "Entered by a person",
} as const satisfies Record<SettledBy, string>;

describe("a paid line says who said so, and no more", () => {
  const paid = (settledBy: SettledBy | null): string => {
    const { key, values } = message(payout(0, { state: "Paid", status: "Paid", code: "00", settledBy }));
    return i18next.t(`track:message.${key}`, values);
  };

  it.each(Object.entries(PAID_BY))("%s: %s", (settledBy, words) => {
    expect(paid(settledBy as SettledBy)).toBe(words);
  });

  it("and where it is not recorded, that it is not", () => {
    expect(paid(null)).toBe("Recorded as paid, not by whom");
  });

  it("nothing is called confirmed or arrived: nobody saw the account", () => {
    for (const words of Object.values(PAID_BY)) expect(words).not.toMatch(/confirm|received|credited|arrived/i);
  });
});

test("all paid is said only when everyone is and nothing is open", () => {
  const paid = [outcome("Paid", 10), outcome("Failed", 0)];
  expect(isAllPaid({ state: "closed", outcomes: paid })).toBe(true);
  expect(isAllPaid({ state: "being_paid", outcomes: paid })).toBe(false);
  expect(isAllPaid({ state: "closed", outcomes: [outcome("Paid", 9), outcome("Failed", 1)] })).toBe(false);
  expect(isAllPaid({ state: "closed", outcomes: [] })).toBe(false);
  expect(ending([outcome("Paid", 7), outcome("Failed", 2), outcome("Reversed", 1)])).toEqual({
    state: "not_paid",
    people: 3,
  });
  expect(ending([outcome("Paid", 7), outcome("Failed", 2), outcome("Conflict", 1)])).toEqual({
    state: "Conflict",
    people: 1,
  });
});

test.each([
  ["payout", payoutStyles, states.payout],
  ["batch", batchStyles, states.batch],
  ["payroll", payrollStyles, states.payroll],
])("every state of a %s has its style and its word, and no word is left over", (_, styles, words) => {
  expect(Object.keys(words).toSorted()).toEqual(Object.keys(styles).toSorted());
  for (const word of Object.values(words)) expect(word).not.toBe("");
});

test.each([
  ["2025-11-27T12:00:00Z", "2025-11-27T12:00:00Z", [["seconds", 1]]],
  [
    "2025-11-27T12:00:00Z",
    "2025-11-27T12:41:03Z",
    [
      ["minutes", 41],
      ["seconds", 3],
    ],
  ],
  ["2025-11-27T12:00:00Z", "2025-11-27T14:00:30Z", [["hours", 2]]],
  [
    "2025-11-27T12:00:00Z",
    "2025-11-29T15:10:00Z",
    [
      ["days", 2],
      ["hours", 3],
    ],
  ],
] as const)("from %s to %s", (from, to, parts) => {
  expect(durationParts(from, to).map(({ unit, count }) => [unit, count])).toEqual(parts);
});
