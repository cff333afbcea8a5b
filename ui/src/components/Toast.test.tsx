import { MantineProvider } from "@mantine/core";
import { act, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ToastProvider, useToast } from "./Toast";

const SHOWN_MS = 6_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Renders only the toasts, and returns the function that shows one. */
function toaster() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider>
      <ToastProvider>{children}</ToastProvider>
    </MantineProvider>
  );
  return renderHook(() => useToast(), { wrapper }).result.current;
}

const shown = () => screen.queryByTestId("toast")?.textContent;

test("is shown for its time, and goes", () => {
  const show = toaster();
  act(() => show("Saved"));
  act(() => void vi.advanceTimersByTime(SHOWN_MS - 1));
  expect(shown()).toBe("Saved");
  act(() => void vi.advanceTimersByTime(1));
  expect(shown()).toBeUndefined();
});

test("the end of one does not take the next one away that came at the same moment", () => {
  const show = toaster();
  act(() => show("Saved"));
  // Before the page renders again.
  act(() => {
    show("Sent to print");
    vi.advanceTimersByTime(SHOWN_MS);
  });
  expect(shown()).toBe("Sent to print");
});

test("one that comes as the one before it ends has its own time", () => {
  const show = toaster();
  act(() => show("Saved"));
  act(() => {
    vi.advanceTimersByTime(SHOWN_MS);
    show("Sent to print");
  });
  expect(shown()).toBe("Sent to print");
  act(() => void vi.advanceTimersByTime(SHOWN_MS));
  expect(shown()).toBeUndefined();
});
