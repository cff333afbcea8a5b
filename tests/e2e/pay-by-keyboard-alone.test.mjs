/** From the welcome screen to everyone paid without the mouse; each focused element must show the focus. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshHome, Key, story, until } from "./harness.mjs";
import { allArePaid, waitUntilPayIsEnabled } from "./steps.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 300;
const CHANGED_WITHIN_MS = 20_000;
/** An upper bound for any screen. */
const STOPS_MAX = 120;
/** An upper bound for the sample. */
const DECISIONS_MAX = 40;

const name = "pay-by-keyboard-alone";

test(name, () =>
  story(name, async ({ open }) => {
    const app = await open({ home: await freshHome() });
    await app.see("welcome");
    await watchTheMouse(app);
    await goTo(app, "welcome-practice");
    await app.shot("keyboard-welcome");
    await app.keys(Key.ENTER);
    await app.see("practice-band");
    await goTo(app, "pay-sample");
    await app.shot("keyboard-pay");
    await app.keys(Key.ENTER);
    await app.see("panel");
    await decideEverything(app);
    await app.seeNo("names-progress");
    await pressByKey(app, "check-review");
    const total = (await app.text("approve-total")).replace(/^\D+/, "");
    await goTo(app, "approve-total-input");
    await app.keys(...total);
    await waitUntilPayIsEnabled(app);
    await goTo(app, "approve-pay");
    await app.shot("keyboard-approve");
    await app.keys(Key.ENTER);
    await allArePaid(app, { people: PEOPLE, total });
    await goTo(app, "track-export");
    await app.shot("keyboard-track");
    await goToAPlaceByItsShortcut(app);
    assert.equal(await app.look("return window.wasPressed === true"), false, "the mouse was not needed");
  }),
);

/**
 * Keys press buttons without a pointer.
 * @param {App} app
 */
async function watchTheMouse(app) {
  await app.look("window.addEventListener('pointerdown', () => { window.wasPressed = true; }, true)");
}

/**
 * The focused element: its `data-testid`, and whether the focus is visible. A focus ring is an outline that is not
 * transparent, or a border or shadow in the focus colour, of the element or of its field.
 */
const STOP = `
  const at = document.activeElement;
  if (at === null || at === document.body) return null;
  const hex = getComputedStyle(document.documentElement).getPropertyValue("--focus").trim();
  const focus = "rgb(" + [1, 3, 5].map((place) => parseInt(hex.slice(place, place + 2), 16)).join(", ") + ")";
  const hasRing = ([element, pseudo]) => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth, outlineColor, borderTopColor, borderTopWidth, boxShadow } =
      getComputedStyle(element, pseudo);
    const isOutlined = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && !/^rgba\\(.*, 0\\)$|transparent/.test(outlineColor);
    return isOutlined || (borderTopColor === focus && parseFloat(borderTopWidth) >= 1) || boxShadow.includes(focus);
  };
  const { top, bottom, left, right } = at.getBoundingClientRect();
  return {
    testId: at.dataset.testid ?? "",
    html: at.outerHTML.slice(0, 160),
    // A screen and a heading are focused to be read out; they are no tab stops.
    isStop: at.tabIndex >= 0,
    isRinged: [[at], [at, "::after"], [at.nextElementSibling], [at.parentElement], [at.parentElement?.parentElement ?? null]].some(hasRing),
    isInView: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
  };
`;

/**
 * Presses Tab until this `data-testid` has the focus; every stop on the way must show it.
 * @param {App} app
 * @param {string} testId
 */
async function goTo(app, testId) {
  await app.see(testId);
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    const stop = await app.look(STOP);
    if (stop !== null && stop.isStop) {
      assert.ok(stop.isRinged, `nothing shows that the keyboard is at ${stop.html}`);
      assert.ok(stop.isInView, `the keyboard is out of view at ${stop.html}`);
    }
    if (stop?.testId === testId) return;
    await app.keys(Key.TAB);
  }
  throw new Error(`Tab does not lead to ${testId}; the window shows: ${await app.pageText()}`);
}

/**
 * @param {App} app
 * @param {string} testId
 */
async function pressByKey(app, testId) {
  await goTo(app, testId);
  await app.keys(Key.ENTER);
}

/** The first chip of a problem, with its count. */
const FIRST_PROBLEM = `
  const groups = ["all", "edited", "accepted", "excluded", "ready", "to_fix", "to_decide", "bank"];
  const chip = [...document.querySelectorAll('[data-testid^="chip-"]')].find(
    ({ dataset }) => !groups.includes(dataset.testid.slice("chip-".length)),
  );
  return chip === undefined
    ? null
    : { testId: chip.dataset.testid, text: chip.innerText, isChosen: chip.getAttribute("aria-pressed") === "true" };
`;

/** The buttons that solve a problem, those for many rows first. */
const FIXES = ["panel-fix-taken-over", "panel-fix-all", "panel-fix"];
/** Choosing a reason accepts the warning. */
const ACCEPTS = ["panel-reason-all-0", "panel-reason-0"];

/** @param {App} app */
async function decideEverything(app) {
  for (let turn = 0; turn < DECISIONS_MAX; turn += 1) {
    const problem = await app.look(FIRST_PROBLEM);
    if (problem === null) return;
    if (!problem.isChosen) await chooseChip(app, problem.testId, turn === 0);
    const accepts = (await settledPanel(app)) === "panel-accepting";
    const way = await firstSeen(app, accepts ? ACCEPTS : FIXES);
    await goTo(app, way);
    if (turn === 0) await app.shot("keyboard-check-panel");
    await app.keys(Key.ENTER);
    await until(
      CHANGED_WITHIN_MS,
      () => `${way} to change "${problem.text}"`,
      async () => (await app.look(FIRST_PROBLEM))?.text !== problem.text,
    );
  }
  throw new Error(`there is always something left to decide; the window shows: ${await app.pageText()}`);
}

/**
 * The panel's question. The panel follows the chips a moment later, so two readings must be equal.
 * @param {App} app
 */
async function settledPanel(app) {
  let before = "";
  let now = "";
  await until(
    CHANGED_WITHIN_MS,
    () => "the panel to offer something",
    async () => {
      const title = await app.look(`return document.querySelector('[data-testid="panel-title"]')?.textContent ?? ""`);
      const offered = ["panel-accepting", ...FIXES];
      const seen = await Promise.all(offered.map((testId) => app.sees(testId)));
      const first = offered[seen.indexOf(true)] ?? "";
      const isSame = first !== "" && before === `${title} ${first}`;
      before = `${title} ${first}`;
      now = first;
      return isSame;
    },
  );
  return now;
}

/**
 * @param {App} app
 * @param {string} testId
 * @param {boolean} isPictured
 */
async function chooseChip(app, testId, isPictured) {
  await goTo(app, testId);
  if (isPictured) await app.shot("keyboard-check-chip");
  await app.keys(Key.ENTER);
  const isChosen = async () => (await app.look(FIRST_PROBLEM))?.isChosen === true;
  await until(CHANGED_WITHIN_MS, () => `${testId} to be chosen`, isChosen);
}

/**
 * @param {App} app
 * @param {string[]} testIds
 */
async function firstSeen(app, testIds) {
  /** @type {string | undefined} */
  let seen;
  await until(
    CHANGED_WITHIN_MS,
    () => `one of ${testIds.join(", ")} to be there`,
    async () => {
      for (const testId of testIds) {
        if (seen === undefined && (await app.sees(testId))) seen = testId;
      }
      return seen !== undefined;
    },
  );
  assert.ok(seen);
  return seen;
}

/** @param {App} app */
async function goToAPlaceByItsShortcut(app) {
  await app.driver.actions().keyDown(Key.CONTROL).sendKeys("2").keyUp(Key.CONTROL).perform();
  await app.seeIn("payroll-line-1", "All paid");
  await goTo(app, "payroll-line-1");
  await app.shot("keyboard-payrolls");
}
