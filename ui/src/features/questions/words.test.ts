import { expect, test } from "vitest";

import type { PayrollStatus } from "../../ipc";
import { armed, questionOf } from "./fixtures";
import { decidedTotals, usualReasons } from "./words";

test.each<[PayrollStatus, boolean]>([
  ["draft", true],
  ["frozen", true],
  ["approved", true],
  ["not_sent", true],
  ["refused", true],
  ["sending", false],
  ["unresolved", false],
  ["being_paid", false],
  ["closed", false],
  ["closed_unconfirmed", false],
])("that the other payroll will be withdrawn is a reason while it is %s: %s", (state, isOffered) => {
  const same = questionOf("same_payroll");
  const reasons = usualReasons({ ...same, other: { ...same.other, state } });
  expect(reasons.includes("withdrawn")).toBe(isOffered);
  expect(reasons).toContain("separate");
});

const nobody = new Set<string>();

test("a decision names the sum of everyone, or of the one person", () => {
  expect(decidedTotals(armed, nobody)).toEqual([{ count: 2, sum: "200.00", currency: "NGN" }]);
  const one = [{ count: 1, sum: "100.00", currency: "NGN" }];
  expect(decidedTotals(armed, new Set(["k2"]))).toEqual(one);
  const [ada, bola] = armed.people;
  if (ada === undefined || bola === undefined) throw new Error("no people");
  const people = [ada, { ...bola, reason: "Bonus" }];
  expect(decidedTotals({ ...armed, open: 1, people }, nobody)).toEqual(one);
});

test("a decision names no sum that is not known: of some, of a list cut short, of a person who is listed twice", () => {
  const three = questionOf("armed", { totals: [{ count: 3, sum: "300.00", currency: "NGN" }], open: 3 });
  expect(decidedTotals(three, new Set(["k1", "k2"]))).toEqual([]);
  expect(decidedTotals({ ...armed, open: 700 }, nobody)).toEqual([]);
  const twice = [{ count: 1, sum: "100.00", currency: "NGN" }] as const;
  expect(decidedTotals({ ...armed, totals: [...twice] }, nobody)).toEqual([]);
});
