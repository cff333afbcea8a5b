import { describe, expect, it } from "vitest";

import { RowWindows } from "../../components/DataGrid";
import type { RowView } from "../../ipc";
import { problemOf, rowOf } from "./fixtures";
import { indexOfPosition, reconciled, rowAfter, type Selection } from "./useSelection";

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

async function holding(rows: RowView[], total = rows.length): Promise<RowWindows<RowView>> {
  const windows = new RowWindows<RowView>(() => Promise.resolve({ total, rows }));
  windows.want(0, 10);
  await settle();
  return windows;
}

const at = (index: number, position: number | undefined): Selection => ({ index, column: "name", position });

describe("the selected row", () => {
  it("stays where it is", async () => {
    const windows = await holding([rowOf(0), rowOf(1)]);
    const selection = at(1, 1);
    expect(reconciled(selection, windows)).toBe(selection);
  });

  it("is followed to its new place", async () => {
    expect(reconciled(at(2, 9), await holding([rowOf(4), rowOf(9)]))).toEqual(at(1, 9));
  });

  it("gives its place to the next one when it goes, at that one's problem", async () => {
    const next = rowOf(8, { problems: [problemOf({ code: "bank_unknown", field: "bank_name" })] });
    expect(reconciled(at(1, 5), await holding([rowOf(4), next]))).toEqual({ index: 1, column: "bank_name", position: 8 });
  });

  it("waits for the filter it was found under", async () => {
    const windows = await holding([rowOf(4), rowOf(9)]);
    const ahead = { ...at(2, 7), awaits: "all" };
    expect(reconciled(ahead, windows)).toBe(ahead);
    windows.ask(() => Promise.resolve({ total: 3, rows: [rowOf(4), rowOf(5), rowOf(7)] }), "all");
    await settle();
    expect(reconciled(ahead, windows)).toEqual(at(2, 7));
  });

  it("begins again at the top when the last one goes", async () => {
    const windows = await holding([rowOf(4)]);
    const again = reconciled(at(1, 5), windows);
    expect(again).toEqual(at(0, undefined));
    expect(reconciled(again, windows)).toEqual(at(0, 4));
  });
});

describe("finding rows under a filter", () => {
  const positions = [3, 8, 40, 71, 88, 102, 150, 5000];
  let calls = 0;
  const fetchOne = (offset: number) => {
    calls += 1;
    const position = positions[offset];
    return Promise.resolve({ total: positions.length, rows: position === undefined ? [] : [rowOf(position)] });
  };

  it.each(positions.map((position, index) => [position, index]))("finds position %i at %i", async (position, index) => {
    expect(await indexOfPosition(position, undefined, fetchOne)).toBe(index);
  });

  it("says so when it is not there", async () => {
    for (const position of [0, 4, 99, 4999, 9000]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await indexOfPosition(position, undefined, fetchOne)).toBeUndefined();
    }
  });

  it("needs one call where nothing is filtered", async () => {
    calls = 0;
    const all = (offset: number) => {
      calls += 1;
      return Promise.resolve({ total: 100_000, rows: [rowOf(offset)] });
    };
    expect(await indexOfPosition(77_000, undefined, all)).toBe(77_000);
    expect(calls).toBe(1);
  });

  it.each([
    [0, 3],
    [3, 8],
    [9, 40],
    [150, 5000],
    [5000, 3],
    [9000, 3],
  ])("after %i comes %i", async (position, next) => {
    expect((await rowAfter(position, fetchOne))?.position).toBe(next);
  });

  it("has nothing after anything in an empty list", async () => {
    expect(await rowAfter(3, () => Promise.resolve({ total: 0, rows: [] }))).toBeUndefined();
  });
});
