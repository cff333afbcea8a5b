import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterPaint } from "./afterPaint";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("waits for the frame, and what is drawn in it", async () => {
  let frame: FrameRequestCallback | undefined;
  vi.spyOn(globalThis, "requestAnimationFrame").mockImplementation((callback) => {
    frame = callback;
    return 1;
  });
  const done = vi.fn<() => void>();
  void afterPaint().then(done);
  await vi.advanceTimersByTimeAsync(20);
  expect(done).not.toHaveBeenCalled();
  frame?.(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});

test("does not wait for ever in a window that draws none", async () => {
  vi.spyOn(globalThis, "requestAnimationFrame").mockReturnValue(1);
  const done = vi.fn<() => void>();
  void afterPaint().then(done);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toHaveBeenCalledOnce();
});
