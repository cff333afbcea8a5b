/** Three batches with failed, reversed and contradictory payments: each shows its result. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Key } from "selenium-webdriver";
import { freePort, freshHome, story, until } from "./harness.mjs";
import { ENDING, writePayroll, writePayrollThatFails } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { allArePaid, chooseAndCheck, connect, listenAt, reviewAndType } from "./steps.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 24;
const BATCH_SIZE = 8;
const PACE_MS = 60;
const SETTLED_WITHIN_MS = 40_000;

const name = "see-failed-reversed-and-conflicting-payments-of-three-batches";

test(name, () =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const callbackUrl = `http://127.0.0.1:${await freePort()}/paid/88bb`;
    const journal = join(home, "journal.jsonl");
    const options = { token: "a-token-of-this-story", lock: "a-lock-of-this-story", callbackUrl, journal };
    const service = await practice({ ...options, paceMs: PACE_MS });
    const workers = await writePayrollThatFails(home, "Site workers November 2026.csv", PEOPLE, {
      3: ENDING.invalidAccount,
      10: ENDING.insufficientFunds,
      18: ENDING.reversed,
    });

    const app = await open({ home });
    await connect(app, { address: service.address, ...options });
    await listenAt(app, callbackUrl);
    await sendInBatchesOf(app, BATCH_SIZE);

    await pay(app, workers, PEOPLE);
    await app.see("batch-3");
    await app.shot("track-three-batches");
    await whatFailed(app);
    await reportAsFailed(callbackUrl, await firstPayment(journal));
    await conflict(app);
    await confirmReversal(app);
    await seeThemAmongOthers(app, home, service);
  }),
);

/**
 * @param {App} app
 * @param {number} people
 */
async function sendInBatchesOf(app, people) {
  await app.pressOn("sidebar-settings");
  await app.pressOn("settings-profile-advanced");
  await app.typeInto("settings-batchSize", `${people}`);
  await app.pressOn("settings-nav-profile");
  await app.see("settings-saved");
  await app.pressOn("sidebar-pay");
}

/**
 * @param {App} app
 * @param {import("./payrolls.mjs").Payroll} payroll
 * @param {number} people
 */
async function pay(app, payroll, people) {
  await chooseAndCheck(app, payroll, people);
  // The banks have other holder names for the three accounts.
  await app.pressOn("chip-name_differs");
  await app.pressOn("panel-reason-all-0");
  await app.seeNo("chip-name_differs");
  await reviewAndType(app, payroll);
  await app.pressOn("approve-pay");
  await app.see("track-state");
  assert.equal(await app.attribute("sidebar-pay", "aria-current"), "page", "one is still where one paid");
}

/** @param {App} app */
async function whatFailed(app) {
  await app.seeIn("tile-failed", "2", SETTLED_WITHIN_MS);
  // Anyone could send a reversal, so it waits for confirmation.
  await app.seeIn("tile-conflict", "1", SETTLED_WITHIN_MS);
  await app.seeIn("tile-paid", `${PEOPLE - 3}`, SETTLED_WITHIN_MS);
  await app.pressOn("provider-message-1");
  await shotInAllSizes(app, "track-failed");
}

/** @param {App} app */
async function conflict(app) {
  await app.seeIn("tile-conflict", "2", SETTLED_WITHIN_MS);
  await shotInAllSizes(app, "track-conflict");
  await app.pressOn("track-export");
  await app.see("track-export-copy");
  await shotInAllSizes(app, "track-export");
  await app.pressOn("track-export");
  await app.seeNo("track-export-copy");
}

/**
 * The payment that was reversed, confirmed by the bank statement.
 * @param {App} app
 */
async function confirmReversal(app) {
  await app.pressOn("tile-conflict");
  await app.pressOn(await reversedRow(app));
  await app.seeIn("payment-timeline", "Reversed (result notification)");
  await shotInAllSizes(app, "payment");
  await app.pressOn("payment-enter");
  await app.pressOn("decide-reversed");
  await app.pressOn("decide-source-bank_statement");
  await app.typeInto("decide-reason", "Back in the balance on the statement");
  await app.shot("payment-decide");
  await app.pressOn("confirm");
  await app.seeIn("payment-timeline", "Reversed, entered by");
  await app.keys(Key.ESCAPE);
  await app.seeIn("tile-reversed", "1");
  await app.seeIn("tile-conflict", "1");
  await seeTheSelected(app);
  await app.pressOn("open-close");
  await app.see("close-reason");
  await app.shot("payroll-close");
  await app.keys(Key.ESCAPE);
  await app.pressOn("tile-everyone");
}

/**
 * The dialog lists everyone by name before a result is entered; afterwards the selection is empty.
 * @param {App} app
 */
async function seeTheSelected(app) {
  await app.pressOn("select-all");
  await app.seeIn("track-selected", "selected");
  await app.pressOn("selected-decide");
  await app.seeIn("chosen-people", "Conflicting");
  await app.shot("payment-selected");
  await app.keys(Key.ESCAPE);
  await app.seeNo("chosen-people");
  await app.pressOn("selected-clear");
  await app.seeNo("track-selected");
}

/**
 * The cell of the reversed payment: its provider sent a state without a message.
 * @param {App} app
 */
async function reversedRow(app) {
  const cells = `[...document.querySelectorAll('[data-testid^="cell-"][data-testid$="-message"]')]`;
  const found = `return ${cells}.find((cell) => cell.innerText.trim() === "One report says: reversed")?.dataset.testid ?? null`;
  return until(
    SETTLED_WITHIN_MS,
    async () => "no payment is shown as reversed",
    () => app.look(found),
  );
}

/** Mobile money in another country, without name verification. */
const RIDERS = ["Name,M-Pesa Number,Amount", "Jane Wanjiku,254712345678,500", "Peter Otieno,254722345678,600", ""];

/**
 * Among payrolls that are unpaid, in another currency, or not sent at all.
 * @param {App} app
 * @param {string} home
 * @param {{kill: () => Promise<unknown>}} service
 */
async function seeThemAmongOthers(app, home, service) {
  const riders = { path: join(home, "Riders October 2026.csv"), total: "1,100.00" };
  await writeFile(riders.path, RIDERS.join("\r\n"));
  await app.pressOn("sidebar-pay");
  await chooseAndCheck(app, riders, 2);
  await reviewAndType(app, riders);
  await app.pressOn("approve-pay");
  await allArePaid(app, { people: 2, total: riders.total });
  for (const [at, month] of ["December 2026", "January 2027", "February 2027"].entries()) {
    const draft = await writePayroll(home, `${month}.csv`, 9 + at, 30, 40_000);
    await app.pressOn("sidebar-pay");
    await chooseAndCheck(app, draft, 9 + at);
  }
  const office = await writePayroll(home, "Head office September 2026.csv", 3, 50, 250_000);
  await app.pressOn("sidebar-pay");
  await chooseAndCheck(app, office, 3);
  await reviewAndType(app, office);
  await service.kill();
  await app.pressOn("approve-pay");
  await app.see("track-not-sent");
  await app.pressOn("sidebar-payrolls");
  await app.seeIn("payrolls-screen", "Not sent");
  await shotInAllSizes(app, "payrolls-many");
}

/**
 * The reference of a payment that succeeded: the journal records a batch as its own reference followed by those of its
 * payments.
 * @param {string} journal
 */
async function firstPayment(journal) {
  const lines = (await readFile(journal, "utf8")).trim().split("\n");
  const batch = lines.map((line) => JSON.parse(line)).find(({ references }) => references.length > 1);
  return batch.references[1];
}

/**
 * Sends a second, contradictory result for the same payment, which a provider must not do.
 * @param {string} callbackUrl
 * @param {string} ref
 */
async function reportAsFailed(callbackUrl, ref) {
  const body = new URLSearchParams({ responsecode: "07", responsemessage: "Invalid account", ref });
  const answer = await fetch(callbackUrl, { method: "POST", body });
  assert.ok(answer.ok, `the report was answered with ${answer.status}`);
}
