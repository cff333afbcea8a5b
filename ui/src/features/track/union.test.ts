import { describe, expect, it } from "vitest";

import { followedBy } from "./union";

describe("two lists as one", () => {
  const list =
    (names: string[]) =>
    (offset: number, limit: number): Promise<{ total: number; offset: number; rows: string[] }> =>
      Promise.resolve({ total: names.length, offset, rows: names.slice(offset, offset + limit) });
  const both = followedBy(list(["a", "b", "c"]), list(["d", "e"]));

  it.each([
    [0, 2, ["a", "b"]],
    [0, 10, ["a", "b", "c", "d", "e"]],
    [2, 2, ["c", "d"]],
    [3, 2, ["d", "e"]],
    [4, 2, ["e"]],
    [9, 2, []],
  ])("from %i, %i rows", async (offset, limit, rows) => {
    expect(await both(offset, limit)).toEqual({ total: 5, offset, rows });
  });
});
