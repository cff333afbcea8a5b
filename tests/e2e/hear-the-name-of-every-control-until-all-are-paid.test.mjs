/** From the welcome screen to everyone paid, every control has a name for a screen reader. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshHome, story } from "./harness.mjs";
import { ACCESSIBILITY_BUS_ENV, waitForNames, isUnnamed } from "./screen-reader.mjs";
import { allArePaid, chooseAndCheck, waitUntilPayIsEnabled, review } from "./steps.mjs";
import { writePayroll } from "./payrolls.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 10;
const NAMES_WITHIN_MS = 60_000;

/** The steps of the main job, by screen. */
const WELCOME = ["Start practising", "Connect"];
const PAY = ["Pay", "Payrolls", "Top up", "Settings", "Drop your payroll file here, or choose one", "Open the sample"];
const CHECK = ["Check", "People of this payroll", "Undo", "Redo", "Search name, account or bank", "Filter rows"];
const ZERO_LOST = ["Fix all 12 the same way", "Enter another number", "Previous problem", "Next problem"];
const BANK_TAKEN_OVER = ["Use Keystone Bank", "Use the successor bank in all 2 rows", "Bank or wallet"];
const NAME_DIFFERS = ["Same person, other name confirmed", "All 3: Same person, other name confirmed", "Other reason…"];
const OTHER_REASON = ["Your reason", "Same person: keep this account", "Mark all 3 as reviewed"];
const APPROVE = ["Approve", "Back to check", "Enter the total to confirm", "Process immediately"];
const TRACK = ["Track", "Export", "New payroll", "All payrolls", "People of this payroll"];

const name = "hear-the-name-of-every-control-until-all-are-paid";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const app = await open({ home, env: ACCESSIBILITY_BUS_ENV });
    await app.see("welcome");
    await allAreNamed(WELCOME);
    await app.pressOn("welcome-practice");
    await app.see("pay-drop");
    await allAreNamed(PAY);
    await checkTheSample(app);
    await app.pressOn("sidebar-pay");
    const payroll = await writePayroll(home, "August 2026 salaries.csv", PEOPLE);
    const pay = `${PEOPLE} people ₦${payroll.total}`;
    await chooseAndCheck(app, payroll, PEOPLE);
    await allAreNamed([...CHECK, `Review and pay ${pay}`]);
    await review(app);
    await app.seeIn("approve-total", payroll.total);
    await allAreNamed([...APPROVE, `Pay ${pay}`]);
    await app.typeInto("approve-total-input", payroll.total);
    await waitUntilPayIsEnabled(app);
    await app.pressOn("approve-pay");
    await allArePaid(app, { people: PEOPLE, total: payroll.total });
    await allAreNamed(TRACK);
  }),
);

/** @param {App} app */
async function checkTheSample(app) {
  await app.pressOn("pay-sample");
  await app.see("chip-name_differs", NAMES_WITHIN_MS);
  await app.seeNo("names-progress", NAMES_WITHIN_MS);
  await allAreNamed([...CHECK, ...ZERO_LOST]);
  await app.pressOn("chip-bank_taken_over");
  await app.see("bank-picker");
  await allAreNamed([...CHECK, ...BANK_TAKEN_OVER]);
  await app.pressOn("chip-name_differs");
  await app.seeIn("panel-title", "different name");
  await allAreNamed([...CHECK, ...NAME_DIFFERS]);
  await app.pressOn("panel-reason-other");
  await allAreNamed([...CHECK, ...OTHER_REASON]);
}

/** @param {string[]} names Controls that this step needs. */
async function allAreNamed(names) {
  const controls = await waitForNames(names);
  const mute = controls.filter(isUnnamed);
  assert.equal(mute.length, 0, `nothing is read of ${JSON.stringify(mute)}`);
}
