/** Where the keyboard is. */
import assert from "node:assert/strict";
import { Key } from "./harness.mjs";
/** @import {App} from "./harness.mjs" */

/** More than any screen has. */
const STOPS_MAX = 80;

/**
 * Moves the keyboard to the next stop that fits, as Tab goes: once at least, since what a script gave the focus to has
 * no ring.
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
