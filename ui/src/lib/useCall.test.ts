import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useCall } from "./useCall";

test("a second call is ignored while the first is under way", async () => {
  const { result } = renderHook(useCall);
  const second = vi.fn<() => Promise<void>>();
  let end = (): void => {};
  await act(async () => {
    void result.current.run(() => new Promise<void>((done) => (end = done)));
    await result.current.run(second);
  });
  expect(second).not.toHaveBeenCalled();
  expect(result.current.isBusy).toBe(true);
  await act(async () => end());
  expect(result.current.isBusy).toBe(false);
});

test("what fails beside a call is shown, and the call stays under way", async () => {
  const { result } = renderHook(useCall);
  await act(async () => void result.current.run(() => new Promise<void>(() => {})));
  act(() => result.current.fail(new Error("no such folder")));
  expect(result.current.error).not.toBeNull();
  expect(result.current.isBusy).toBe(true);
});
