/**
 * Sending is stopped after the first batch. The rest is corrected and sent in a new payroll, in so many batches that
 * only the visible ones are rendered. No result arrives: late payments are queried, and the provider gets a case file.
 * The window is closed, and the program is ended from the tray.
 *
 * Nobody can be paid twice: the remaining batches are withdrawn and never sent, the new payroll has its own references,
 * and Paysheet asks about everybody whom the provider may have accepted.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { shotOfPages, textOf } from "./documents.mjs";
import { askToCloseTheWindow, closeWithoutStartingAtLogin, programEnds, startDesktopShell } from "./desktop-shell.mjs";
import { freshHome, Key, saveFileAs, story, xdotool } from "./harness.mjs";
import { personAt, writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { chooseAndCheck, connect, review, reviewAndType } from "./steps.mjs";
/** @import {App, Service} from "./harness.mjs" */

const PEOPLE = 28;
const BATCH_SIZE = 4;
/** Each person of the rest is a batch, which is more than are rendered. */
const REST = PEOPLE - BATCH_SIZE;
const STOPPED = "November 2026 salaries";
const CORRECTED = `${STOPPED} (corrected)`;
/** No result arrives during this test. */
const PACE_MS = 3_600_000;
const LATE_AFTER_MIN = 1;
/** Late payments are searched for once a minute. */
const LATE_WITHIN_MS = (LATE_AFTER_MIN + 2) * 60_000;

const name = "stop-take-the-rest-back-and-ask-about-what-is-late";

test(name, async () => {
  const shell = await startDesktopShell();
  try {
    await story(name, async ({ open, practice }) => {
      const home = await freshHome();
      const options = { token: "a-token-of-this-story", lock: "a-lock-of-this-story" };
      const service = await practice({ ...options, paceMs: PACE_MS });
      const payroll = await writePayroll(home, "November 2026 salaries.csv", PEOPLE);

      const app = await open({ home });
      await connect(app, { address: service.address, ...options });
      await makeAnAddress(app);
      await setTheProfile(app);
      await chooseAndCheck(app, payroll, PEOPLE);
      await reviewAndType(app, payroll);
      await app.see("approve-never-arrived");
      await app.shot("approve-never-arrived");
      await stopAfterTheFirstBatch(app, service);
      await payTheRest(app);
      await askAboutWhatIsLate(app, home);
      await findAPayment(app);
      await seeTheDiagnostics(app);

      await askToCloseTheWindow();
      await closeWithoutStartingAtLogin(app);
      await shell.choose("Quit Paysheet");
      await programEnds(app);
      assert.equal(await shell.tray(), null, "the user ended it although results are missing");
    });
  } finally {
    await shell.stop();
  }
});

/**
 * The callback address is shown once, and a test notification arrives at it.
 * @param {App} app
 */
async function makeAnAddress(app) {
  await app.pressOn("sidebar-settings");
  await app.pressOn("settings-nav-callbacks");
  await app.pressOn("settings-callback-new");
  await app.see("settings-callback-shown");
  await app.pressOn("settings-callback-send-test");
  await app.see("settings-callback-local");
  await app.shot("settings-callback-shown-once");
  await app.pressOn("settings-callback-help");
  await app.shot("settings-callback-help");
}

/**
 * Stays in the settings.
 * @param {App} app
 * @param {number} people
 */
async function setBatchSize(app, people) {
  await app.pressOn("settings-nav-profile");
  await app.pressOn("settings-profile-advanced");
  await app.typeInto("settings-batchSize", `${people}`);
}

/** @param {App} app */
async function setTheProfile(app) {
  await setBatchSize(app, BATCH_SIZE);
  await app.pressOn("settings-nav-connection");
  await app.pressOn("settings-advanced");
  await app.typeInto("settings-overdueAfterMin", `${LATE_AFTER_MIN}`);
  await app.typeInto("settings-payoutStatusPath", "v1/disburse/status");
  await app.pressOn("settings-nav-profile");
  await app.see("settings-saved");
  await app.pressOn("sidebar-pay");
}

/**
 * The service is suspended while it processes the first batch.
 * @param {App} app
 * @param {Service} service
 */
async function stopAfterTheFirstBatch(app, service) {
  service.freeze();
  await app.pressOn("approve-pay");
  await app.see("track-stop");
  await app.shot("track-sending");
  await app.pressOn("track-stop");
  await app.shot("track-stopping");
  service.thaw();
  await app.seeText(`${REST / BATCH_SIZE} batches are not sent yet`);
  await shotInAllSizes(app, "track-stopped");
}

/** @param {App} app */
async function payTheRest(app) {
  await app.seeIn("track-correct", "Correct the rest in Check");
  await app.pressOn("track-correct");
  await app.see("check-screen");
  await app.seeText(CORRECTED);
  await app.seeIn("check-people", `${REST} of ${REST} people can be paid`);
  await app.seeIn("check-origin-1", `Corrects ${REST} people of ${STOPPED}`);
  await app.shot("check-rest");
  await openTheFirst(app);
  await app.seeIn("track-corrected-in", `${REST} people are corrected in ${CORRECTED} and are not paid yet`);
  await app.seeNo("track-send-again");
  await shotInAllSizes(app, "track-rest-in-check");
  await app.pressOn("sidebar-settings");
  await setBatchSize(app, 1);
  await app.pressOn("settings-nav-profile");
  await app.see("settings-saved");
  await openTheFirst(app);
  await app.pressText("Open");
  await app.see("check-screen");
  await review(app);
  const total = /[\d,]+\.\d\d/u.exec(await app.text("approve-total"))?.[0] ?? "";
  await app.typeInto("approve-total-input", total);
  await app.pressOn("approve-pay");
  await app.seeIn("track-corrects", `Corrects ${REST} people of ${STOPPED}`);
  await app.seeIn("batch-count", `${REST} batches`);
  await app.seeIn("batch-1", "Accepted");
  await shotInAllSizes(app, "track-rest");
  await app.look("document.querySelector('ul:has([data-testid=batch-1])').focus()");
  await app.keys(Key.END);
  await app.seeIn(`batch-${REST}`, "Accepted");
  await app.seeNo("batch-1");
  await app.shot("track-rest-last-batch");
}

/** @param {App} app */
async function openTheFirst(app) {
  await app.pressOn("sidebar-payrolls");
  await app.pressOn("payroll-line-1");
  await app.see("track-screen");
}

/**
 * @param {App} app
 * @param {string} home
 */
async function askAboutWhatIsLate(app, home) {
  await openTheFirst(app);
  await app.seeIn("tile-overdue", `${BATCH_SIZE}`, LATE_WITHIN_MS);
  await shotInAllSizes(app, "track-overdue");
  await app.pressOn("track-ask");
  await app.seeIn("open-payments", "Asked about");
  await app.shot("track-asking");
  const path = join(home, "case file.pdf");
  await app.pressOn("case-file");
  await saveFileAs(path);
  await app.seeToast("case file.pdf");
  await shotOfPages(path, "case-file");
  const text = await textOf(path);
  assert.ok(text.includes("November 2026 salaries") || text.includes(`${BATCH_SIZE}`), text);
}

/** @param {App} app */
async function findAPayment(app) {
  await xdotool("key", "ctrl+k");
  await app.see("palette-input");
  await app.keys(personAt(1));
  await app.seeText("November 2026 salaries");
  await app.shot("palette-payment");
  await app.keys(Key.ENTER);
  await app.see("payment");
  await app.shot("payment-from-the-palette");
  await app.keys(Key.ESCAPE);
}

/** @param {App} app */
async function seeTheDiagnostics(app) {
  await app.pressOn("sidebar-settings");
  await app.pressOn("settings-nav-about");
  await app.see("settings-diagnostics");
  await app.shot("settings-about");
}
