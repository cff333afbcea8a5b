/**
 * For the buttons of one row: what is pressed once counts once. The next row stands in the same place a moment later, and
 * nobody has seen it yet.
 */
import type { KeyboardEvent, MouseEvent } from "react";

/** Browsers press a button, and submit a form, once more with each repetition of an Enter that is held down. */
function stopHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

/** The second press of a double click. A key that presses a button counts none. */
function stopSecondClick(event: MouseEvent): void {
  if (event.detail <= 1) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Handlers for the element around the buttons. */
export const onePress = { onKeyDown: stopHeldEnter, onClickCapture: stopSecondClick } as const;
