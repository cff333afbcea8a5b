/** The keyboard focus. */
import assert from "node:assert/strict";
import { Key } from "./harness.mjs";
/** @import {App} from "./harness.mjs" */

/** An upper bound for any screen. */
const STOPS_MAX = 80;

/**
 * Moves the focus with Tab to the next element that matches. Presses Tab at least once, since an element focused by a
 * script shows no focus ring.
 * @param {App} app
 * @param {string} selector
 */
export async function tabTo(app, selector) {
  const isThere = () => app.look("return document.activeElement?.matches(arguments[0]) ?? false", selector);
  let stops = 0;
  do {
    assert.ok(stops < STOPS_MAX, `Tab comes to ${selector}`);
    await app.keys(Key.TAB);
    stops += 1;
  } while (!(await isThere()));
}
