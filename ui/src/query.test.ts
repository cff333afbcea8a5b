import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesced, REFRESH_INTERVAL_MS } from "./query";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("callbacks that pour in refresh a payroll at most four times a second, the last one included", () => {
  const refreshed: string[] = [];
  const refresh = coalesced(REFRESH_INTERVAL_MS, (name) => refreshed.push(name));
  for (let ms = 0; ms < 900; ms += 1) {
    refresh("payroll 7");
    vi.advanceTimersByTime(1);
  }
  expect(refreshed.length).toBeLessThanOrEqual(4);
  const during = refreshed.length;
  vi.advanceTimersByTime(10 * REFRESH_INTERVAL_MS);
  expect(refreshed.length).toBe(during + 1);
});

test("one change is shown at once, and things do not wait for each other", () => {
  const refreshed: string[] = [];
  const refresh = coalesced(REFRESH_INTERVAL_MS, (name) => refreshed.push(name));
  refresh("a");
  refresh("b");
  expect(refreshed).toEqual(["a", "b"]);
});
