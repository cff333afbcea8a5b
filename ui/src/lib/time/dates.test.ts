import { expect, test } from "vitest";
import { formatPeriod } from "./dates";

test.each([
  ["2026-11", "November 2026"],
  ["2027-01", "January 2027"],
  ["2026-13", "2026-13"],
  ["last month", "last month"],
])("the period %s reads %s", (period, shown) => {
  expect(formatPeriod(period)).toBe(shown);
});
