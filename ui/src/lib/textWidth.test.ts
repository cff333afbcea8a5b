import { expect, test } from "vitest";
import { textPx } from "./textWidth";

/** Widths of Inter at 13 px, measured in the window. */
test.each([
  ["November 2026 salary", 134],
  ["First City Monument Bank", 160],
  ["Matches", 52],
  ["361,547.09", 70],
])("%s is estimated no narrower than it is, and not much wider", (text, drawn) => {
  expect(textPx(text)).toBeGreaterThanOrEqual(drawn - 2);
  expect(textPx(text)).toBeLessThanOrEqual(drawn * 1.25);
});
