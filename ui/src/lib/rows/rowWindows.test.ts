import { describe, expect, it, vi } from "vitest";

import {
  CALLS_MAX,
  FAST_SCROLL_PAUSE_MS,
  FAST_SCROLL_ROWS,
  RowWindows,
  WINDOW_ROWS,
  WINDOWS_KEPT_MAX,
  type RowWindow,
} from "./rowWindows";

interface Call {
  offset: number;
  answer: (total: number, mark?: string) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

const afterFastScroll = () => new Promise<void>((resolve) => setTimeout(resolve, 2 * FAST_SCROLL_PAUSE_MS));
const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** A desk that answers when the test requests it. */
function desk() {
  const calls: Call[] = [];
  const fetch = (offset: number, limit: number) =>
    new Promise<RowWindow<string>>((resolve, reject) => {
      calls.push({
        offset,
        answer: (total, mark = "") => {
          const count = Math.max(0, Math.min(limit, total - offset));
          resolve({ total, rows: Array.from({ length: count }, (_, at) => `${mark}${offset + at}`) });
          return settle();
        },
        fail: (error) => {
          reject(error);
          return settle();
        },
      });
    });
  return { calls, fetch };
}

const call = (calls: Call[], at: number): Call => {
  const found = calls[at];
  if (found === undefined) throw new Error(`no call ${at}`);
  return found;
};

describe("windows of rows", () => {
  it("fetches the window in view once", async () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows(fetch);
    windows.setVisibleRange(0, 20);
    windows.setVisibleRange(3, 23);
    expect(calls.map((c) => c.offset)).toEqual([0]);
    await call(calls, 0).answer(312);
    expect(windows.total).toBe(312);
    expect(windows.row(7)).toBe("7");
    expect(windows.row(250)).toBeUndefined();
    windows.setVisibleRange(190, 210);
    expect(calls.map((c) => c.offset)).toEqual([0, WINDOW_ROWS]);
  });

  it("has two calls under way at most", () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows(fetch);
    windows.setVisibleRange(0, 5 * WINDOW_ROWS);
    expect(calls.length).toBe(CALLS_MAX);
  });

  it("asks for little while rows fly past, and then for what is still in view", async () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows(fetch);
    windows.setVisibleRange(0, 20);
    await call(calls, 0).answer(100_000);
    for (let top = 1_000; top <= 90_000; top += 1_000) windows.setVisibleRange(top, top + 20);
    expect(calls.map((c) => c.offset)).toEqual([0, 1_000]);
    await call(calls, 1).answer(100_000);
    expect(calls.length).toBe(2);
    await afterFastScroll();
    expect(call(calls, 2).offset).toBe(90_000);
    await call(calls, 2).answer(100_000);
    expect(calls.length).toBe(3);
    expect(windows.row(90_005)).toBe("90005");
  });

  it("asks for nothing while rows go by too fast to be read, and says so until they stand still", async () => {
    vi.useFakeTimers();
    try {
      const { calls, fetch } = desk();
      const windows = new RowWindows(fetch);
      windows.setVisibleRange(0, 20);
      for (let top = 1_000; top <= 60_000; top += 2 * FAST_SCROLL_ROWS) {
        windows.setVisibleRange(top, top + 20);
        vi.advanceTimersByTime(FAST_SCROLL_PAUSE_MS / 4);
      }
      expect(calls.map((c) => c.offset)).toEqual([0, 1_000]);
      expect(windows.isScrollingFast).toBe(true);
      const version = windows.version();
      vi.advanceTimersByTime(FAST_SCROLL_PAUSE_MS);
      expect(windows.isScrollingFast).toBe(false);
      expect(windows.version()).toBeGreaterThan(version);
    } finally {
      vi.useRealTimers();
    }
  });

  it("goes on asking now and then while rows go by that can be glimpsed", () => {
    vi.useFakeTimers();
    try {
      const windows = new RowWindows(() => new Promise<RowWindow<string>>(() => undefined));
      windows.setVisibleRange(0, 20);
      for (let at = 1; at <= 4; at += 1) {
        windows.setVisibleRange(at * 30, at * 30 + 20);
        vi.advanceTimersByTime(FAST_SCROLL_PAUSE_MS / 4);
      }
      expect(windows.isScrollingFast).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is not drawn again for rows that were scrolled away", async () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows(fetch);
    windows.setVisibleRange(0, 20);
    await call(calls, 0).answer(100_000);
    windows.setVisibleRange(1_000, 1_020);
    windows.setVisibleRange(50_000, 50_020);
    const version = windows.version();
    await call(calls, 1).answer(100_000);
    expect(windows.version()).toBe(version);
    expect(windows.row(1_005)).toBe("1005");
    await afterFastScroll();
    await call(calls, 2).answer(100_000);
    expect(windows.version()).toBeGreaterThan(version);
  });

  it("does not ask past the end", async () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows(fetch);
    windows.setVisibleRange(0, 500);
    expect(calls.length).toBe(2);
    await call(calls, 0).answer(150);
    await call(calls, 1).answer(150);
    expect(calls.length).toBe(2);
  });

  it("says which refresh the rows around one are from, once they are here", async () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows<string>(fetch);
    windows.setVisibleRange(0, 20);
    expect(windows.generationAt(5)).toBeUndefined();
    await calls[0]?.answer(40);
    const before = windows.generationAt(5) ?? Number.NaN;
    windows.refresh();
    expect(windows.generationAt(5)).toBe(before);
    await calls[1]?.answer(40);
    expect(windows.generationAt(5)).toBeGreaterThan(before);
  });

  it("keeps the rows on screen while they are fetched again after an edit", async () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows(fetch);
    windows.setVisibleRange(0, 20);
    await call(calls, 0).answer(312, "old ");
    windows.refresh();
    expect(windows.row(4)).toBe("old 4");
    expect(windows.isStale).toBe(false);
    await call(calls, 1).answer(312, "new ");
    expect(windows.row(4)).toBe("new 4");
  });

  it("drops an answer that an edit has overtaken", async () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows(fetch);
    windows.setVisibleRange(0, 20);
    windows.refresh();
    await call(calls, 1).answer(312, "new ");
    await call(calls, 0).answer(312, "old ");
    expect(windows.row(4)).toBe("new 4");
  });

  it("shows a row that was changed before any is asked for, and no older answer after it", async () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows(fetch);
    const isSame = (one: string, other: string) => one.split(" ").at(-1) === other.split(" ").at(-1);
    windows.setVisibleRange(0, 20);
    await call(calls, 0).answer(312, "old ");
    windows.refresh();
    const version = windows.version();
    windows.put(["typed 4"], isSame);
    expect(windows.version()).toBeGreaterThan(version);
    expect([windows.row(3), windows.row(4)]).toEqual(["old 3", "typed 4"]);
    await call(calls, 1).answer(312, "old ");
    expect(windows.row(4)).toBe("typed 4");
    await call(calls, 2).answer(312, "new ");
    expect([windows.row(3), windows.row(4)]).toEqual(["new 3", "new 4"]);
  });

  it("is not drawn again for rows that are what they were", async () => {
    const people = [{ name: "Ada" }, { name: "Bola" }];
    const windows = new RowWindows(() => Promise.resolve({ total: 2, rows: structuredClone(people) }));
    windows.setVisibleRange(0, 1);
    await settle();
    const [version, ada, bola] = [windows.version(), windows.row(0), windows.row(1)];
    windows.refresh();
    await settle();
    expect(windows.version()).toBe(version);
    people[1] = { name: "Bola Ige" };
    windows.refresh();
    await settle();
    expect(windows.version()).toBeGreaterThan(version);
    expect(windows.row(0)).toBe(ada);
    expect(windows.row(1)).not.toBe(bola);
  });

  it("begins with the rows that somebody asked for before", () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows(fetch, "", {
      total: 312,
      offset: 0,
      rows: Array.from({ length: WINDOW_ROWS }, (_, at) => `${at}`),
    });
    expect([windows.total, windows.row(7), windows.isStale]).toEqual([312, "7", false]);
    windows.setVisibleRange(0, 20);
    expect(calls.length).toBe(0);
    windows.setVisibleRange(190, 210);
    expect(calls.map((c) => c.offset)).toEqual([WINDOW_ROWS]);
  });

  it("replaces everything at once when the filter changes", async () => {
    const { calls, fetch } = desk();
    const filtered = desk();
    const windows = new RowWindows(fetch);
    windows.setVisibleRange(0, 220);
    await call(calls, 0).answer(312);
    await call(calls, 1).answer(312);
    windows.ask(filtered.fetch);
    expect(windows.isStale).toBe(true);
    expect(windows.row(210)).toBe("210");
    await call(filtered.calls, 0).answer(2, "twice ");
    expect(windows.isStale).toBe(false);
    expect(windows.total).toBe(2);
    expect(windows.row(1)).toBe("twice 1");
    expect(windows.row(210)).toBeUndefined();
  });

  it("stops at an error until it is told to try again", async () => {
    const { calls, fetch } = desk();
    const windows = new RowWindows(fetch);
    windows.setVisibleRange(0, 20);
    await call(calls, 0).fail("ledger_unavailable");
    windows.setVisibleRange(0, 30);
    expect(windows.error).toBe("ledger_unavailable");
    expect(calls.length).toBe(1);
    windows.retry();
    await call(calls, 1).answer(10);
    expect(windows.error).toBeUndefined();
    expect(windows.total).toBe(10);
  });

  it("does not keep everything it has ever seen", async () => {
    const fetch = (offset: number, limit: number) =>
      Promise.resolve({ total: 100_000, rows: Array.from({ length: limit }, (_, at) => offset + at) });
    const windows = new RowWindows(fetch);
    for (let top = 0; top < 90_000; top += WINDOW_ROWS) {
      windows.setVisibleRange(top, top + WINDOW_ROWS);
      await Promise.resolve();
    }
    await settle();
    const held = Array.from({ length: 500 }, (_, window) => windows.row(window * WINDOW_ROWS));
    expect(held.filter((row) => row !== undefined).length).toBeLessThanOrEqual(WINDOWS_KEPT_MAX);
    expect(windows.row(89_900)).toBe(89_900);
  });
});
