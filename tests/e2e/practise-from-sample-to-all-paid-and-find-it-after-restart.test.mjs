/** A new user chooses Practice and pays the sample payroll, from the first start to the end. */
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { dropWithTheMouse, freshHome, Key, saveFileAs, story, until, writeSample } from "./harness.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { allArePaid, waitUntilPayIsEnabled, assertPayIsInView, review } from "./steps.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 300;
const SEEN_WITHIN_MS = 20_000;
const NAMES_WITHIN_MS = 60_000;
const SAVED_WITHIN_MS = 20_000;
const KEYSTONE = "082";
/** Two have another name at their bank, and a mistyped account belongs to another person. */
const NAME_MISMATCHES = 3;

const name = "practise-from-sample-to-all-paid-and-find-it-after-restart";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const app = await open({ home });
    await startPractising(app);
    await dropTheSample(app, home);
    await typeALostZeroIntoItsCell(app);
    await addTheOtherLostZerosAtOnce(app);
    await chooseKeystoneForBankPhb(app);
    await leaveSomebodyOutAndBackIn(app);
    await selectRowsAndLetThemBe(app);
    await undoAndRedo(app);
    await seeWhatTheBanksSay(app);
    await decideTheRest(app);
    const total = await approve(app);
    await seeEveryonePaid(app, total);
    await saveTheResults(app);
    await findItAfterARestart(app, total);
    await readWhatTheFileCallsBanks(app);
    await chooseTheDarkAppearance(app);
  }),
);

/** @param {App} app */
async function startPractising(app) {
  await app.see("welcome");
  await app.shot("welcome");
  await app.pressOn("welcome-practice");
  await app.see("practice-band");
  await app.see("pay-drop");
  await app.shot("pay");
}

/**
 * @param {App} app
 * @param {string} home
 */
async function dropTheSample(app, home) {
  await dropWithTheMouse(app, await writeSample(home));
  await app.see("check-screen");
  await app.seeIn("check-people", `286 of ${PEOPLE} people can be paid`);
  await app.seeIn("chip-account_number_zero_lost", "12");
  await app.seeIn("chip-bank_taken_over", "2");
  await app.see("panel");
  assert.equal(await app.attribute("check-review", "disabled"), "true");
  await app.shot("check");
}

/**
 * In the grid cell: Esc restores the text, Enter applies the typed one.
 * @param {App} app
 */
async function typeALostZeroIntoItsCell(app) {
  const cell = await accountCellOfThePanel(app);
  const lost = digits(await app.text(cell));
  assert.equal(lost.length, 9, "the sample's account lost its zero");

  await app.doubleClickOn(cell);
  await app.keys("77");
  await app.keys(Key.ESCAPE);
  assert.equal(digits(await app.text(cell)), lost);

  await app.doubleClickOn(cell);
  await app.keys(`0${lost}`, Key.ENTER);
  await until(
    SEEN_WITHIN_MS,
    () => "the cell to hold the whole account",
    async () => digits(await app.text(cell)) === `0${lost}`,
  );
  await app.seeIn("chip-account_number_zero_lost", "11");
  await app.seeIn("check-people", `287 of ${PEOPLE}`);
}

/** @param {App} app */
async function addTheOtherLostZerosAtOnce(app) {
  await app.pressOn("chip-account_number_zero_lost");
  await app.seeIn("panel-fix-all", "11");
  await app.pressOn("panel-fix-all");
  await app.seeNo("chip-account_number_zero_lost");
  await app.seeIn("check-people", `298 of ${PEOPLE}`);
}

/** @param {App} app */
async function chooseKeystoneForBankPhb(app) {
  await app.pressOn("chip-bank_taken_over");
  await app.seeIn("panel", "Bank PHB");
  await app.typeInto("bank-picker", "keyst");
  await app.see(`bank-${KEYSTONE}`);
  await shotInAllSizes(app, "check-panel-bank");
  await app.pressOn(`bank-${KEYSTONE}`);
  await app.seeIn("panel-fix", "Keystone");
  await app.seeIn("panel-fix-all", "2 rows with “Bank PHB”");
  await app.pressWithoutDoubleClick("panel-fix-all");
  await app.seeNo("chip-bank_taken_over");
  await everyoneCanBePaid(app);
}

/** @param {App} app */
async function leaveSomebodyOutAndBackIn(app) {
  await app.pressOn("chip-edited");
  await app.see("panel-exclude");
  await app.pressOn("panel-exclude");
  await app.seeIn("chip-excluded", "1");
  await app.seeIn("check-people", `299 of ${PEOPLE}`);
  await app.pressOn("chip-excluded");
  await app.pressWithoutDoubleClick("panel-restore");
  await app.seeNo("chip-excluded");
  await everyoneCanBePaid(app);
}

/** @param {App} app */
async function selectRowsAndLetThemBe(app) {
  await app.pressOn("chip-all");
  await app.pressOn("select-0");
  await app.pressOn("select-2");
  await app.seeIn("selected-rows", "2 selected");
  await shotInAllSizes(app, "check-selected");
  await app.pressOn("selected-none");
  await app.seeNo("selected-rows");
}

/** @param {App} app */
async function undoAndRedo(app) {
  await app.pressOn("check-undo");
  await app.seeIn("check-people", `299 of ${PEOPLE}`);
  await app.pressOn("check-redo");
  await everyoneCanBePaid(app);
}

/**
 * Automatic: the accounts were verified when the payroll was opened, and again after each fix.
 * @param {App} app
 */
async function seeWhatTheBanksSay(app) {
  await app.seeNo("names-progress", NAMES_WITHIN_MS);
  await app.seeIn("chip-name_differs", `${NAME_MISMATCHES}`);
  await app.seeNo("check-names");
  await shotInAllSizes(app, "check-warnings");
}

/**
 * Warnings are decided one by one: choosing the reason removes one row from the list, and an extra press affects no
 * other row.
 * @param {App} app
 */
async function decideTheRest(app) {
  await app.pressOn("chip-account_number_check_digit");
  await app.seeIn("panel-title", "mistyped");
  await app.shot("check-reason");
  await app.pressOn("panel-reason-0");
  await app.seeNo("chip-account_number_check_digit");
  await app.pressOn("chip-name_differs");
  await app.seeIn("panel-title", "different name");
  await app.doubleClickOn("panel-reason-0");
  for (let left = NAME_MISMATCHES - 1; left > 1; left -= 1) {
    await app.seeIn("chip-name_differs", `${left}`);
    await app.seeIn("panel-title", "different name");
    await app.pressWithoutDoubleClick("panel-reason-0");
  }
  await app.seeIn("chip-name_differs", "1");
  await app.pressOn("panel-reason-other");
  await app.shot("check-other-reason");
  await app.keys("Called her", Key.ENTER);
  await app.seeNo("chip-name_differs");
  await app.pressOn("chip-duplicate_account");
  await app.shot("check-reason-for-all");
  await app.pressOn("panel-reason-all-0");
  await app.seeNo("chip-duplicate_account");
  await app.seeText("Nothing left to fix.");
  assert.equal(await app.attribute("check-review", "disabled"), null);
}

/**
 * @returns the total, as it is written on the screen
 * @param {App} app
 */
async function approve(app) {
  await app.shot("check-ready");
  await review(app);
  const total = (await app.text("approve-total")).replace(/^\D+/, "");
  await app.shot("approve");
  await assertPayIsInView(app);
  await nameThePeople(app);
  assert.equal(await app.attribute("approve-pay", "disabled"), "true");
  await app.typeInto("approve-total-input", mistyped(total));
  assert.equal(await app.attribute("approve-pay", "disabled"), "true");
  await app.typeInto("approve-total-input", total);
  await waitUntilPayIsEnabled(app);
  await app.seeIn("approve-pay", `Pay ${PEOPLE} people`);
  await app.doubleClickOn("approve-pay");
  return total;
}

/**
 * A line about a single row names the person.
 * @param {App} app
 */
async function nameThePeople(app) {
  for (const [line, ...text] of [
    ["Lost zero added to account numbers", "→ 0"],
    ["Account name that differs", "Account name (bank):"],
  ]) {
    await app.pressText(line);
    const people = await app.text("approve-people");
    await app.look(`document.querySelector('[data-testid="approve-people"]').scrollIntoView({ block: "end" })`);
    for (const part of text) {
      assert.ok(people.includes(part), `${people} contains ${part}`);
    }
    await app.shot(`approve-people-${line.split(" ")[0]}`.toLowerCase());
    await app.pressText(line);
  }
}

/**
 * @param {App} app
 * @param {string} total
 */
async function seeEveryonePaid(app, total) {
  await app.see("track-state");
  await app.shot("track");
  await allArePaid(app, { people: PEOPLE, total });
  await app.shot("track-all-paid");
}

/** @param {App} app */
async function saveTheResults(app) {
  const file = join(app.home, "results.xlsx");
  await app.pressOn("track-export");
  await app.pressOn("track-export-results");
  await saveFileAs(file);
  await until(
    SAVED_WITHIN_MS,
    () => `${file} to be written`,
    async () => ((await stat(file).catch(() => null))?.size ?? 0) > 0,
  );
  await app.seeToast("results.xlsx");
}

/**
 * @param {App} app
 * @param {string} total
 */
async function findItAfterARestart(app, total) {
  await app.restart();
  await app.see("practice-band");
  await app.pressOn("sidebar-payrolls");
  await app.seeIn("payroll-line-1", `${PEOPLE}`);
  await app.seeIn("payroll-line-1", "All paid");
  assert.equal(await app.sees("payroll-line-2"), false, "a double click pays once");
  await app.shot("payrolls");
  await app.pressOn("payroll-line-1");
  await allArePaid(app, { people: PEOPLE, total });
}

/** @param {App} app */
async function readWhatTheFileCallsBanks(app) {
  await app.pressOn("sidebar-settings");
  await app.pressOn("settings-nav-spellings");
  await app.seeIn("settings-spellings", "“Bank PHB” is Keystone Bank");
  await shotInAllSizes(app, "settings-spellings");
}

/**
 * Changed in the settings; the pictures only render the result.
 * @param {App} app
 */
async function chooseTheDarkAppearance(app) {
  const scheme = "return document.documentElement.getAttribute('data-mantine-color-scheme')";
  await app.pressOn("sidebar-settings");
  await app.pressOn("settings-nav-appearance");
  for (const wanted of ["Dark", "Light"]) {
    await app.pressText(wanted);
    await until(
      SEEN_WITHIN_MS,
      () => `the ${wanted} appearance`,
      async () => (await app.look(scheme)) === wanted.toLowerCase(),
    );
  }
}

/** @param {App} app */
async function everyoneCanBePaid(app) {
  await app.seeIn("check-people", `${PEOPLE} of ${PEOPLE} people can be paid`);
  assert.equal(await app.attribute("check-review", "disabled"), "true", "there is something left to decide");
}

/** @param {App} app */
async function accountCellOfThePanel(app) {
  return `cell-${await app.attribute("panel", "data-position")}-account_number`;
}

/** @param {string} text */
const digits = (text) => /\d[\d\s]*/.exec(text)?.[0].replace(/\s/g, "") ?? "";

/**
 * The same length with another first digit.
 * @param {string} total
 */
const mistyped = (total) => total.replace(/\d/, (digit) => `${(Number(digit) % 9) + 1}`);
