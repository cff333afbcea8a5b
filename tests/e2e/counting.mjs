/** Counts what a person does in the page: presses of the mouse and of keys, as the page itself receives them. */
/** @import {App} from "./harness.mjs" */

/** @typedef {{decisions: number, clicks: number, keys: number}} Effort */

/** A driver's own events count as a person's do; what a program makes up does not. */
const COUNT = `
  window.paysheetEffort = { clicks: 0, keys: 0 };
  if (window.paysheetCounts !== true) {
    window.paysheetCounts = true;
    const counts = (type, what) =>
      addEventListener(type, (event) => { if (event.isTrusted) window.paysheetEffort[what] += 1; }, { capture: true });
    counts("mousedown", "clicks");
    counts("keydown", "keys");
  }`;

/**
 * Counts from now on. A decision is not an event: the story says where one is made.
 * @param {App} app
 */
export async function countFromHere(app) {
  /** @type {string[]} */
  const decided = [];
  await app.look(COUNT);
  return {
    /** @param {string} what */
    decide: (what) => decided.push(what),
    /** @returns {Promise<Effort & {decided: string[]}>} */
    effort: async () => ({
      decisions: decided.length,
      ...(await app.look("return window.paysheetEffort")),
      decided,
    }),
  };
}
