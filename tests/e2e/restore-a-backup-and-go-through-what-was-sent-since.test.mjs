/** An older backup is restored: nothing is sent until its user has reviewed the payrolls sent since. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort, freshHome, story } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { allArePaid, chooseAndCheck, connect, listenAt, review, reviewAndType } from "./steps.mjs";
/**
 * @import {App} from "./harness.mjs"
 * @import {Payroll} from "./payrolls.mjs"
 */

const PEOPLE = 14;
const RESTORED_WITHIN_MS = 30_000;
const name = "restore-a-backup-and-go-through-what-was-sent-since";

test(name, () =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const callbackUrl = `http://127.0.0.1:${await freePort()}/paid/77aa`;
    const options = { token: "a-token-of-this-story", lock: "a-lock-of-this-story", callbackUrl };
    const { address } = await practice(options);
    const october = await writePayroll(home, "October 2026 salaries.csv", PEOPLE);
    const app = await open({ home });
    await connect(app, { address, ...options });
    await listenAt(app, callbackUrl);

    await app.pressOn("sidebar-settings");
    await app.pressOn("settings-nav-backups");
    await app.pressOn("backups-now");
    await app.see("backups-list");
    await shotInAllSizes(app, "settings-backups");

    await app.pressOn("sidebar-pay");
    await chooseAndCheck(app, october, PEOPLE);
    await reviewAndType(app, october);
    await app.pressOn("approve-pay");
    await allArePaid(app, { people: PEOPLE, total: october.total });

    await restoreTheBackup(app);
    await goThrough(app);
    await beAskedAboutOctober(app, october);
    await app.restart();
    await app.see("sidebar-payrolls");
    await app.seeNo("blocked-bar");
  }),
);

/**
 * Replaces the ledger by the backup from before October.
 * @param {App} app
 */
async function restoreTheBackup(app) {
  await app.pressOn("sidebar-settings");
  await app.pressOn("settings-nav-backups");
  await app.pressOn(await firstOf(app, "backup-restore-"));
  await app.see("restore-preview");
  assert.match(await app.text("restore-replaces"), /not deleted/);
  await app.shot("restore-preview");
  await app.pressOn("restore-confirm");
  await app.see("blocked-bar", RESTORED_WITHIN_MS);
  await app.shot("blocked-bar");
}

/**
 * Sending stays blocked until the payroll that is missing in the backup is reviewed, with a reason.
 * @param {App} app
 */
async function goThrough(app) {
  await app.pressOn("blocked-go-through");
  await app.see("blocked-noticed");
  await app.seeText("October 2026");
  assert.notEqual(await app.attribute("blocked-confirm", "disabled"), null);
  await app.shot("blocked-go-through");
  await app.pressOn(await firstOf(app, "blocked-checked-"));
  await app.typeInto("blocked-reason", "October is on my provider's list, all paid.");
  await app.shot("blocked-ready");
  await app.pressOn("blocked-confirm");
  await app.seeNo("blocked-allow");
  await app.see("payrolls-screen");
  await app.seeNo("blocked-bar");
}

/**
 * The backup does not contain October: when its file is read again, approval asks whether to pay it again.
 * @param {App} app
 * @param {Payroll} october
 */
async function beAskedAboutOctober(app, october) {
  await app.pressOn("sidebar-pay");
  await chooseAndCheck(app, october, PEOPLE);
  await review(app);
  await app.seeText("may have been sent already");
  assert.notEqual(await app.attribute("approve-pay", "disabled"), null);
  await app.shot("approve-may-have-been-sent");
  await app.pressOn("question-back");
  await app.see("check-review");
}

/**
 * @param {App} app
 * @param {string} prefix
 */
async function firstOf(app, prefix) {
  const found = await app.look(`return document.querySelector('[data-testid^="${prefix}"]')?.dataset.testid ?? null`);
  assert.notEqual(found, null, `something begins with ${prefix}`);
  return found;
}
