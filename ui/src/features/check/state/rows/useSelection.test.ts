import { describe, expect, it } from "vitest";

import { RowWindows } from "../../../../components/DataGrid";
import type { RowView } from "../../../../ipc";
import { problemOf, rowOf } from "../../fixtures";
import { indexOfPosition, reconcileSelection, type Selection } from "./useSelection";

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

async function holding(rows: RowView[], total = rows.length): Promise<RowWindows<RowView>> {
  const windows = new RowWindows<RowView>(() => Promise.resolve({ total, rows }));
  windows.setVisibleRange(0, 10);
  await settle();
  return windows;
}

const at = (index: number, position: number | undefined): Selection => ({ index, column: "name", position });

describe("the selected row", () => {
  it("stays where it is", async () => {
    const windows = await holding([rowOf(0), rowOf(1)]);
    const selection = at(1, 1);
    expect(reconcileSelection(selection, windows)).toBe(selection);
  });

  it("is followed to its new place", async () => {
    expect(reconcileSelection(at(2, 9), await holding([rowOf(4), rowOf(9)]))).toEqual(at(1, 9));
  });

  it("gives its place to the next one when it goes, at that one's problem", async () => {
    const next = rowOf(8, { problems: [problemOf({ code: "bank_unknown", field: "bank_name" })] });
    expect(reconcileSelection(at(1, 5), await holding([rowOf(4), next]))).toEqual({
      index: 1,
      column: "bank_name",
      position: 8,
    });
  });

  it("waits for the filter it was found under", async () => {
    const windows = await holding([rowOf(4), rowOf(9)]);
    const ahead = { ...at(2, 7), pendingFilter: "all" };
    expect(reconcileSelection(ahead, windows)).toBe(ahead);
    windows.ask(() => Promise.resolve({ total: 3, rows: [rowOf(4), rowOf(5), rowOf(7)] }), "all");
    await settle();
    expect(reconcileSelection(ahead, windows)).toEqual(at(2, 7));
  });

  it("begins again at the top when the last one goes", async () => {
    const windows = await holding([rowOf(4)]);
    const again = reconcileSelection(at(1, 5), windows);
    expect(again).toEqual(at(0, undefined));
    expect(reconcileSelection(again, windows)).toEqual(at(0, 4));
  });
});

describe("finding a row under a filter", () => {
  const refuse = () => Promise.reject(new Error("asked for what is held"));

  it("looks at the rows held first", async () => {
    expect(await indexOfPosition(9, await holding([rowOf(4), rowOf(9)]), refuse)).toBe(1);
  });

  it("asks the desk for others, and says where none is", async () => {
    expect(await indexOfPosition(70, await holding([rowOf(4)]), () => Promise.resolve(31))).toBe(31);
    expect(await indexOfPosition(70, undefined, () => Promise.resolve(null))).toBeUndefined();
  });
});
