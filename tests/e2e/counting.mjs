/** Counts the user's clicks and keys, as the page receives them. */
/** @import {App} from "./harness.mjs" */

/** @typedef {{decisions: number, clicks: number, keys: number}} Effort */

/** Counts trusted events (from a person or the driver), not events that a script dispatches. */
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
 * Starts counting. A decision is not an event, so the test reports each one.
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
