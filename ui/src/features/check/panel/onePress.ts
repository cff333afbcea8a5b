/**
 * For the buttons of one row: each press counts once. The next row appears in the same place a moment later, and the
 * user has not seen it yet.
 */
import type { KeyboardEvent, MouseEvent } from "react";

/** While Enter is held down, browsers press a button, and submit a form, with each repetition. */
function stopHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

/** The second press of a double click. Presses by key have no click count. */
function stopSecondClick(event: MouseEvent): void {
  if (event.detail <= 1) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Handlers for the element around the buttons. */
export const onePress = { onKeyDown: stopHeldEnter, onClickCapture: stopSecondClick } as const;
