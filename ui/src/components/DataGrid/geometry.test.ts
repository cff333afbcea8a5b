import { expect, test } from "vitest";
import { scrollToColumn, countPinned } from "./geometry";

const WIDTHS = [60, 140, 140, 110, 110, 120];

/** The scroll position of a 600 px grid, 200 of them covered, after a column is selected. */
function scrolled(column: number, scrollLeft: number, staying = 0): number {
  const scroller = { scrollLeft, clientWidth: 600 };
  scrollToColumn(scroller as HTMLElement, WIDTHS, column, 200, staying);
  return scroller.scrollLeft;
}

test("a column that lies under something scrolls beside it", () => {
  expect(scrolled(5, 0)).toBe(280);
  expect(scrolled(2, 0)).toBe(0);
  expect(scrolled(0, 280)).toBe(0);
});

test("columns that stay need no scrolling, and cover none that is chosen", () => {
  expect(scrolled(1, 280, 2)).toBe(280);
  expect(scrolled(2, 280, 2)).toBe(0);
  expect(scrolled(3, 280, 2)).toBe(140);
});

test("only the first columns stay", () => {
  expect(countPinned([{ pinned: true }, { pinned: true }, {}])).toBe(2);
  expect(countPinned([{}, { pinned: true }])).toBe(0);
});
