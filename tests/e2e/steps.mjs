/** Steps that several tests share. */
import assert from "node:assert/strict";
import { chooseFile, until } from "./harness.mjs";
import { LAPTOP, resize, SMALLEST } from "./sizes.mjs";
/** @import {App} from "./harness.mjs" */

const SEEN_WITHIN_MS = 20_000;
/** Polls without an effect of Review, before it is pressed again. */
const POLLS_BEFORE_RETRY = 20;
export const PAID_WITHIN_MS = 60_000;

/** @typedef {{address: string, token: string, lock: string}} Credentials What is typed to connect a service. */

/**
 * Fills and sends the form that connects a service; filled fields are left.
 * @param {App} app
 * @param {Credentials} service
 */
export async function fillAndConnect(app, { address, token, lock }) {
  if (await app.sees("connect-next")) {
    await app.typeInto("connect-address", address);
    await app.pressText("Access token");
    await app.typeInto("connect-name", "Kola Foods");
    await app.typeInto("connect-sender", "KOLA FOODS LTD");
    await app.typeInto("connect-approver", "Ada Obi");
    await app.pressOn("connect-next");
  }
  await app.typeInto("connect-token", token);
  await app.typeInto("connect-lock", lock);
  await app.pressOn("connect-submit");
}

/**
 * Connects a separately started service, from the welcome screen to the first usable one.
 * @param {App} app
 * @param {Credentials} service
 */
export async function connect(app, service) {
  await app.pressOn("welcome-connect");
  await app.see("connect-form");
  await fillAndConnect(app, service);
  await app.see("pay-drop");
}

/**
 * Sets the address for the service's callbacks.
 * @param {App} app
 * @param {string} address
 */
export async function listenAt(app, address) {
  await app.pressOn("sidebar-settings");
  await app.pressOn("settings-nav-callbacks");
  await app.pressOn("settings-callback-own");
  await app.typeInto("settings-callbackListen", address);
  await app.pressOn("settings-callback-use");
  await app.see("settings-callback-test");
  await app.pressOn("sidebar-pay");
}

/**
 * From the Pay screen through the real file chooser to Check, where everyone can be paid.
 * @param {App} app
 * @param {{path: string}} given
 * @param {number} people
 */
export async function chooseAndCheck(app, { path }, people) {
  await app.pressOn("pay-choose");
  await chooseFile(path);
  await app.see("check-screen");
  await app.seeIn("check-people", `${people} of ${people} people can be paid`);
}

/**
 * Leaves Check once all account names are verified. Until then, Review asks whether to continue without them, and
 * continues by itself once all are; if the verification ends otherwise, Review is pressed again.
 * @param {App} app
 */
export async function review(app) {
  await app.seeNo("names-progress");
  await app.pressOn("check-review");
  let looks = 0;
  await until(
    SEEN_WITHIN_MS,
    async () => `neither the review nor a question about it is shown; the window shows: ${await app.pageText()}`,
    async () => {
      if (await app.sees("approve-screen")) return true;
      looks = (await app.sees("review-early")) ? 0 : looks + 1;
      if (looks < POLLS_BEFORE_RETRY || !(await app.sees("check-review"))) return false;
      looks = 0;
      await app.pressOn("check-review");
      return false;
    },
  );
}

/**
 * From Check up to the Pay button.
 * @param {App} app
 * @param {{total: string}} given
 */
export async function reviewAndType(app, { total }) {
  await review(app);
  await app.seeIn("approve-total", total);
  await decideQuestions(app);
  await app.typeInto("approve-total-input", total);
  await waitUntilPayIsEnabled(app);
}

/**
 * Another payroll paid the same people this morning: each question is decided, with a reason.
 * @param {App} app
 */
async function decideQuestions(app) {
  const open = `return [...document.querySelectorAll('[data-testid^="question-decide-"]')].map((button) => button.dataset.testid)`;
  for (let [decide] = await app.look(open); decide !== undefined; [decide] = await app.look(open)) {
    await app.typeInto(decide.replace("decide", "reason"), "Two months are paid on one day in this story.");
    await app.shot(decide);
    await app.pressOn(decide);
    await app.seeNo(decide);
  }
}

/**
 * The Pay button is visible without scrolling on a common laptop and in the smallest window.
 * @param {App} app
 */
export async function assertPayIsInView(app) {
  await assertPayIsInViewAt(app, LAPTOP, "approve-on-a-laptop");
  await assertPayIsInViewAt(app, SMALLEST, "approve-in-the-smallest-window");
}

/**
 * @param {App} app
 * @param {{width: number, height: number}} size
 * @param {string} picture
 */
async function assertPayIsInViewAt(app, size, picture) {
  const [width, height] = await app.look("return [innerWidth, innerHeight]");
  await resize(app, size);
  const foot = `return document.querySelector('[data-testid="approve-pay"]').getBoundingClientRect().bottom`;
  const bottom = await app.look(foot);
  assert.ok(bottom <= size.height, `the button that pays ends at ${bottom} of ${size.height}`);
  await app.shot(picture);
  await resize(app, { width, height });
}

/** @param {App} app */
export async function waitUntilPayIsEnabled(app) {
  const enabled = async () => (await app.attribute("approve-pay", "disabled")) === null;
  await until(SEEN_WITHIN_MS, () => "the button that pays to be ready", enabled);
}

/**
 * Track shows that all are paid, and so does every visible row.
 * @param {App} app
 * @param {{people: number, total: string}} given
 * @param {number} [withinMs]
 */
export async function allArePaid(app, { people, total }, withinMs = PAID_WITHIN_MS) {
  const text = await app.seeIn(
    "track-all-paid",
    `${people} ${people === 1 ? "person" : "people"} in 1 batch`,
    withinMs,
  );
  assert.ok(text.includes(total), `${text} names ${total}`);
  await app.seeText(`of ${people}`);
  const rows = `return [...document.querySelectorAll('[data-testid^="cell-"][data-testid$="-state"]')].map((cell) => cell.innerText.trim())`;
  /** @type {string[]} */
  let states = [];
  // The list is refetched after the last result: until then it shows older states.
  await until(
    SEEN_WITHIN_MS,
    () => `everybody to be paid; they are: ${states}`,
    async () => {
      states = await app.look(rows);
      return states.length > 0 && states.every((state) => state === "Paid");
    },
  );
}
