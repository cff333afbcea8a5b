import { describe, expect, it } from "vitest";

import { RowSlots } from "./slots";

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe("elements of rows", () => {
  it("are lent to the rows that come", () => {
    const slots = new RowSlots();
    slots.assign(range(0, 24));
    const after = slots.assign(range(500, 524));
    expect([...after.values()].toSorted((a, b) => a - b)).toEqual(range(0, 24));
  });

  it("stay with the rows that stay, also with the one kept for the keyboard", () => {
    const slots = new RowSlots();
    const before = slots.assign(range(0, 24)).get(7);
    expect(slots.assign([7, ...range(300, 324)]).get(7)).toBe(before);
    expect(slots.assign(range(0, 24)).get(7)).toBe(before);
  });

  it("are one a row", () => {
    const slots = new RowSlots();
    for (const top of [0, 3, 90, 91, 40, 0, 1000]) {
      const taken = [...slots.assign([5, ...range(top + 6, top + 30)]).values()];
      expect(new Set(taken).size).toBe(taken.length);
      expect(Math.max(...taken)).toBeLessThan(60);
    }
  });
});
