/**
 * Counts the user's effort from dropping a payroll until it is paid: decisions, clicks and keys. A change that adds one
 * fails here; a change that saves one lowers the limits below.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countFromHere } from "./counting.mjs";
import { dropWithTheMouse, freshHome, story, until, writeSample } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { allArePaid, waitUntilPayIsEnabled, review } from "./steps.mjs";
import { startPractising } from "./top-ups.mjs";
/**
 * @import {App} from "./harness.mjs"
 * @import {Effort} from "./counting.mjs"
 */

const SAMPLE_PEOPLE = 300;
const PEOPLE = 10;
/** The first person number that is not in the sample. */
const FIRST = 34;
const SEEN_WITHIN_MS = 20_000;
const NAMES_WITHIN_MS = 60_000;
/** An upper bound for the sample. */
const STEPS_MAX = 40;
/** Chips that need no decision. */
const ANSWERED = ["all", "edited", "accepted", "excluded", "ready"].map((chip) => `chip-${chip}`);

/**
 * Upper limits. In the sample each error and each warning takes one press: a warning is accepted by choosing its reason.
 * @type {Record<"sample" | "known", Effort>}
 */
const LIMITS = {
  sample: { decisions: 8, clicks: 9, keys: 11 },
  known: { decisions: 1, clicks: 2, keys: 10 },
};

const name = "count-decisions-clicks-and-keys-from-drop-to-paid";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const app = await open({ home });
    await startPractising(app);
    await paySample(app, home);
    await payAFileOfAKnownLayout(app, home);
  }),
);

/**
 * 300 people, 14 errors, 3 warnings, and 3 with another holder name at the bank.
 * @param {App} app
 * @param {string} home
 */
async function paySample(app, home) {
  await dropWithTheMouse(app, await writeSample(home));
  await app.seeIn("check-people", `286 of ${SAMPLE_PEOPLE} people can be paid`);
  // The panel is redrawn when the banks have answered; a click at that moment is lost.
  await app.see("chip-name_differs", NAMES_WITHIN_MS);
  await app.seeNo("names-progress", NAMES_WITHIN_MS);
  const counter = await countFromHere(app);
  await settleAsThePanelLeads(app, counter.decide);
  // Corrected accounts are verified too; the last answers may add decisions.
  await app.seeNo("names-progress", NAMES_WITHIN_MS);
  await settleAsThePanelLeads(app, counter.decide);
  const total = await pay(app, counter.decide);
  await noMoreThan("sample", await counter.effort());
  await allArePaid(app, { people: SAMPLE_PEOPLE, total });
}

/**
 * Last month's list in another month: only the total is asked. The people differ, since both payrolls are paid on one
 * day.
 * @param {App} app
 * @param {string} home
 */
async function payAFileOfAKnownLayout(app, home) {
  for (const [month, from] of /** @type {const} */ ([
    ["August", FIRST],
    ["September", FIRST + PEOPLE],
  ])) {
    await app.pressOn("sidebar-pay");
    const { path, total } = await writePayroll(home, `${month} 2026 salaries.csv`, PEOPLE, from);
    await dropWithTheMouse(app, path);
    await app.seeIn("check-people", `${PEOPLE} of ${PEOPLE} people can be paid`);
    const counter = await countFromHere(app);
    await pay(app, counter.decide);
    if (month === "September") await noMoreThan("known", await counter.effort());
    await allArePaid(app, { people: PEOPLE, total });
  }
}

/**
 * Presses the panel's first button, or a warning's first reason, until no decision is left.
 * @param {App} app
 * @param {(what: string) => void} decide
 */
async function settleAsThePanelLeads(app, decide) {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const before = await nextQuestion(app);
    if (before === null) return;
    const button = before.accepts ?? before.fixes;
    await becomesEnabled(app, button);
    await app.pressWithoutDoubleClick(button);
    decide(`${before.title}: ${button}`);
    await until(
      SEEN_WITHIN_MS,
      () => `"${before.title}" to be settled`,
      async () => hasMovedOn(before, await shown(app)),
    );
  }
  assert.fail(`more than ${STEPS_MAX} steps, the last about ${(await shown(app)).title}`);
}

/**
 * The chips change first; the panel follows a moment later.
 * @param {Awaited<ReturnType<typeof shown>>} before
 * @param {Awaited<ReturnType<typeof shown>>} now
 */
const hasMovedOn = (before, now) => now.title !== before.title || now.place !== before.place;

/**
 * The panel's question, or null when none is left. If the panel stays on a row without a question, a chip is pressed.
 * @param {App} app
 */
async function nextQuestion(app) {
  const settledOrAsked = async () => {
    const now = await shown(app);
    return now.left.length === 0 || now.isOpen ? now : null;
  };
  const wait = () => until(SEEN_WITHIN_MS, () => "a question in the panel", settledOrAsked);
  const now = await wait().catch(async () => {
    const [chip] = (await shown(app)).left;
    await app.pressOn(chip);
    return wait();
  });
  return now.left.length === 0 ? null : now;
}

/**
 * The panel's row, the buttons that solve its problem, and the chips of all remaining problems. Similar rows are
 * decided together, but differing holder names are decided one by one.
 * @param {App} app
 * @returns {Promise<{left: string[], isOpen: boolean, title: string, place: string, fixes: string, accepts: string | null}>}
 */
async function shown(app) {
  return app.look(
    `
    const find = (id) => document.querySelector('[data-testid="' + id + '"]');
    const first = (...ids) => ids.find((id) => find(id) !== null) ?? null;
    const title = find("panel-title")?.textContent ?? "";
    const accepts = /different name/.test(title) ? first("panel-reason-0") : first("panel-reason-all-0", "panel-reason-0");
    const fixes = first("panel-fix-taken-over", "panel-fix-all", "panel-fix");
    const chips = [...document.querySelectorAll('[data-testid^="chip-"]')].map((chip) => chip.dataset.testid);
    return {
      left: chips.filter((chip) => !arguments[0].includes(chip)),
      isOpen: accepts !== null || fixes !== null,
      title,
      place: find("panel")?.dataset.position ?? "",
      fixes,
      accepts,
    };`,
    ANSWERED,
  );
}

/**
 * @returns the total, as it is written on the screen
 * @param {App} app
 * @param {(what: string) => void} decide
 */
async function pay(app, decide) {
  await review(app);
  const total = (await app.text("approve-total")).replace(/^\D+/, "");
  const field = await app.see("approve-total-input");
  if (!(await app.look("return document.activeElement === arguments[0]", field))) {
    await app.pressOn("approve-total-input");
  }
  await app.keys(total.replaceAll(",", ""));
  await waitUntilPayIsEnabled(app);
  await app.pressOn("approve-pay");
  decide(`pay ${total}`);
  return total;
}

/**
 * @param {App} app
 * @param {string} button
 */
async function becomesEnabled(app, button) {
  await until(
    SEEN_WITHIN_MS,
    () => `${button} to be ready`,
    async () => (await app.attribute(button, "disabled")) === null,
  );
}

/**
 * @param {keyof typeof LIMITS} file
 * @param {Effort & {decided: string[]}} effort
 */
async function noMoreThan(file, { decided, ...effort }) {
  const limits = LIMITS[file];
  console.log(`measured: ${JSON.stringify({ file, ...effort, limits, decided })}`);
  for (const what of /** @type {const} */ (["decisions", "clicks", "keys"])) {
    assert.ok(effort[what] <= limits[what], `${file}: ${effort[what]} ${what}, at most ${limits[what]}`);
  }
}
