/** Steps that the top-up tests share: the card form, the outcome of a charge, and the history. */
import assert from "node:assert/strict";
import { until } from "./harness.mjs";
/** @import {App} from "./harness.mjs" */

const SEEN_WITHIN_MS = 20_000;
/** The status is requested at once, then after two seconds and after four more. */
const SETTLED_WITHIN_MS = 30_000;

export const PAYER = {
  "first-name": "Ngozi",
  "last-name": "Adeyemi",
  email: "ngozi@kolafoods.ng",
  phone: "+234 803 555 0142",
};

/**
 * From the welcome screen to the top-ups of practice mode.
 * @param {App} app
 */
export async function startPractising(app) {
  await app.pressOn("welcome-practice");
  await app.see("pay-drop");
}

/**
 * Presses the button that opens the card window, and switches to it.
 * @param {App} app
 * @param {string} [opener]
 */
export async function openCard(app, opener = "top-up-by-card") {
  await app.pressOn(opener);
  await app.goToCard();
  await app.see("card-pay");
}

/**
 * Types the payer, who is prefilled in the next form.
 * @param {App} app
 */
export async function typePayer(app) {
  for (const [field, text] of Object.entries(PAYER)) {
    await app.typeInto(`card-${field}`, text);
  }
}

/**
 * Fills the form with a practice card and presses the button.
 * @param {App} app
 * @param {string} card
 * @param {string | null} [amount]
 */
export async function charge(app, card, amount = null) {
  if (amount !== null) {
    await app.typeInto("card-amount", amount);
  }
  await app.pressOn(`card-practice-${card}`);
  await app.pressOn("card-pay");
}

/**
 * @param {App} app
 * @param {string} code
 */
export async function typeCode(app, code) {
  await app.typeInto("card-otp", code);
  await app.pressOn("card-otp-send");
}

/**
 * Waits for that state of the charge in the card window; returns its text.
 * @param {App} app
 * @param {string} state
 */
export async function seeOutcome(app, state) {
  const hasState = async () =>
    (await app.sees("card-outcome")) && (await app.attribute("card-outcome", "data-state")) === state;
  await until(
    SETTLED_WITHIN_MS,
    async () => `waited for ${state}; the card window shows: ${await app.pageText()}`,
    hasState,
  );
  return app.text("card-outcome");
}

/**
 * Closes the card window by its button, and switches to the main one.
 * @param {App} app
 * @param {string} [button]
 */
export async function leaveCard(app, button = "card-done") {
  await app.leaveCard(button);
}

/**
 * Checks the states of the top-ups in the history, the oldest first.
 * @param {App} app
 * @param {string[]} states
 */
export async function seeHistory(app, states) {
  const shown = () =>
    app.look(
      `return [...document.querySelectorAll("[data-line]")].sort((a, b) => a.dataset.line - b.dataset.line).map((line) => line.dataset.state)`,
    );
  /** @type {string[]} */
  let last = [];
  const same = async () => {
    last = await shown();
    return `${last}` === `${states}`;
  };
  await until(SEEN_WITHIN_MS, () => `waited for ${states}; the history has ${last}`, same);
}

/**
 * Opens a top-up of the history; returns its text.
 * @param {App} app
 * @param {number} id
 */
export async function openTopUp(app, id) {
  await app.pressOn(`top-up-line-${id}`);
  return app.text("top-up-meaning");
}

/**
 * @param {string} shownText
 * @param {...string} texts
 */
export function assertIncludesAll(shownText, ...texts) {
  for (const text of texts) {
    assert.ok(shownText.includes(text), `"${text}" in: ${shownText}`);
  }
}
