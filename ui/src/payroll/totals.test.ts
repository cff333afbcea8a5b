import { expect, it } from "vitest";

import { percentOf } from "./totals";

it("says 100 per cent only of everyone", () => {
  expect(percentOf(310, 311)).toBe(99);
  expect(percentOf(311, 311)).toBe(100);
  expect(percentOf(0, 0)).toBe(0);
});
