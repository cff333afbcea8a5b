/**
 * The provider refuses a payroll, which is corrected and paid in a new one. A result is entered by hand and withdrawn.
 * The failed payment is paid again to another account.
 *
 * Nobody can be paid twice: the refused batch is withdrawn and never sent, the new payroll has its own references, and
 * Paysheet asks about everybody whom the provider may have accepted.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { freePort, freshHome, Key, story, until } from "./harness.mjs";
import { accountOf, amountOf, ENDING, writePayrollThatFails } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { allArePaid, chooseAndCheck, connect, listenAt, reviewAndType } from "./steps.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 12;
/** The person whose account is invalid. */
const FAILING_PERSON = 2;
const REPEATED_AMOUNT = "90,500.00";
/** The first person's amount is raised by this, in naira. */
const RAISE_NAIRA = 100;
const REFUSED = "November 2026 salaries";
const CORRECTED = `${REFUSED} (corrected)`;
/** Longer than the test: the first result is sent at once, the others by the service that is started after this one. */
const PACE_MS = 60 * 60_000;
const SETTLED_WITHIN_MS = 40_000;

const name = "correct-a-refused-payroll-enter-a-result-and-pay-the-failed-again";

test(name, () =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const callbackUrl = `http://127.0.0.1:${await freePort()}/paid/61c4`;
    const journal = join(home, "journal.jsonl");
    const state = join(home, "practice-state.jsonl");
    const options = { token: "a-token-of-this-story", lock: "a-lock-of-this-story", callbackUrl, journal, state };
    const service = await practice({ ...options, paceMs: PACE_MS, fault: "422@read" });
    const payroll = await writePayrollThatFails(home, "Drivers November 2026.csv", PEOPLE, {
      [FAILING_PERSON]: ENDING.invalidAccount,
    });

    const app = await open({ home });
    await connect(app, { address: service.address, ...options });
    await listenAt(app, callbackUrl);
    await chooseAndCheck(app, payroll, PEOPLE);
    // The bank has another holder name for that account.
    await app.pressOn("chip-name_differs");
    await app.pressOn("panel-reason-0");
    await app.seeNo("chip-name_differs");
    await reviewAndType(app, payroll);
    await app.pressOn("approve-pay");
    await correctInCheck(app, totalWithMore(payroll));
    await reviewAndType(app, { total: totalWithMore(payroll) });
    await app.pressOn("approve-pay");
    await app.seeIn("track-corrects", `Corrects ${PEOPLE} people of ${REFUSED}`);

    await enterAResultAndTakeItBack(app);
    await service.stop();
    await practice({ ...options, port: service.port });
    await theOthersAreSettled(app);
    await payTheFailedAgain(app);
    await theRefusedOneIsWithdrawn(app);
    await eachWasPaidOnce(journal);
  }),
);

/** @param {{total: string}} payroll */
function totalWithMore({ total }) {
  const sum = Number(total.replaceAll(",", "")) + RAISE_NAIRA;
  return `${sum.toLocaleString("en-US")}.00`;
}

/**
 * A new payroll with the same people. The practice service's refusal names no row, so there is no row to decide about.
 * @param {App} app
 * @param {string} total
 */
async function correctInCheck(app, total) {
  await app.see("track-refused");
  await shotInAllSizes(app, "track-refused");
  await app.seeIn("track-correct", "Correct in Check");
  await app.pressOn("track-correct");
  await app.see("check-screen");
  await app.seeText(CORRECTED);
  await app.seeIn("check-people", `${PEOPLE} of ${PEOPLE} people can be paid`);
  await app.seeIn("check-origin-1", `Corrects ${PEOPLE} people of ${REFUSED}`);
  await app.shot("check-corrected");
  await app.doubleClickOn("cell-0-amount");
  await app.keys(`${amountOf(0) + RAISE_NAIRA}`, Key.ENTER);
  await app.seeIn("check-review", total);
}

/**
 * The provider pays only the first person, so that only the entry changes the view.
 * @param {App} app
 */
async function enterAResultAndTakeItBack(app) {
  await seePeople(app, "tile-paid", 1);
  const waiting = await firstWaiting(app);
  await app.pressOn(waiting);
  await app.seeIn("payment-timeline", "Your provider accepted");
  await app.pressOn("payment-enter");
  await app.pressOn("decide-paid");
  await app.pressOn("decide-source-recipient");
  await app.typeInto("decide-reason", "Has the money, called on the phone");
  await app.pressOn("confirm");
  await app.seeIn("payment-timeline", "Paid, entered by");
  await app.shot("payment-entered");
  await app.pressOn("payment-take-back");
  await app.seeText("Nothing is sent, and the entry stays in the history");
  await app.shot("payment-take-back");
  await app.pressOn("confirm");
  await app.seeIn("payment-timeline", "No longer used since");
  await app.shot("payment-taken-back");
  await app.keys(Key.ESCAPE);
  await app.seeNo("payment");
  await app.seeIn(waiting, "Processing");
}

/** @param {App} app */
async function theOthersAreSettled(app) {
  await seePeople(app, "tile-failed", 1);
  await seePeople(app, "tile-paid", PEOPLE - 1);
}

/**
 * Waits until a tile counts this many people; the sum below it may contain the same digits.
 * @param {App} app
 * @param {string} tile
 * @param {number} people
 */
async function seePeople(app, tile, people) {
  const read = `return document.querySelector('[data-testid="${tile}"]')?.textContent ?? ""`;
  const counts = new RegExp(`(?<!\\d)${people} (person|people),`, "u");
  let last = "";
  await until(
    SETTLED_WITHIN_MS,
    async () => `waited for ${people} in ${tile}, which says "${last}"; the window shows: ${await app.pageText()}`,
    async () => {
      last = await app.look(read);
      return counts.test(last);
    },
  );
}

/**
 * The state of a person without any report.
 * @param {App} app
 */
async function firstWaiting(app) {
  const cells = `[...document.querySelectorAll('[data-testid^="cell-"][data-testid$="-state"]')]`;
  const found = `return ${cells}.find((cell) => cell.innerText.trim() === "Processing")?.dataset.testid ?? null`;
  return until(
    SETTLED_WITHIN_MS,
    () => "nobody is waited for",
    () => app.look(found),
  );
}

/**
 * In a new payroll, to the account that the person gave.
 * @param {App} app
 */
async function payTheFailedAgain(app) {
  await shotInAllSizes(app, "track-payable-again");
  await app.pressOn("track-pay-failed");
  await app.see("check-screen");
  await app.shot("check-pay-failed-again");
  await app.doubleClickOn("cell-0-account_number");
  await app.keys(accountOf(FAILING_PERSON), Key.ENTER);
  await app.seeIn("cell-0-account_number", accountOf(FAILING_PERSON));
  await app.seeIn("check-people", "1 of 1");
  await app.seeNo("chip-name_differs");
  await reviewAndType(app, { total: REPEATED_AMOUNT });
  await app.pressOn("approve-pay");
  await allArePaid(app, { people: 1, total: REPEATED_AMOUNT });
  await app.shot("track-pays-again");
  await app.pressOn("sidebar-payrolls");
  await app.pressOn("payroll-line-2");
  await app.see("track-paid-again-in");
  await app.seeNo("track-pay-failed");
}

/**
 * Shows where the people of this payroll are paid, and offers no button that would pay them again.
 * @param {App} app
 */
async function theRefusedOneIsWithdrawn(app) {
  await app.pressOn("sidebar-payrolls");
  await app.seeIn("payroll-line-1", `${PEOPLE} people corrected in ${CORRECTED}`);
  await app.shot("payrolls-corrected");
  await app.pressOn("payroll-line-1");
  await app.seeIn("track-state", "Withdrawn");
  await app.seeIn("track-corrected-in", `${PEOPLE} people are corrected in ${CORRECTED}`);
  for (const way of ["track-send-again", "track-correct", "track-pay-again"]) await app.seeNo(way);
  await shotInAllSizes(app, "track-corrected");
}

/**
 * The refused batch, the accepted one and the repeated payment have separate references.
 * @param {string} journal
 */
async function eachWasPaidOnce(journal) {
  const lines = (await readFile(journal, "utf8")).trim().split("\n");
  const batches = lines
    .map((line) => JSON.parse(line))
    .filter(({ method, references }) => method === "POST" && references.length > 1)
    .map(({ references }) => references.slice(1));
  assert.deepEqual(
    batches.map((references) => references.length),
    [PEOPLE, PEOPLE, 1],
  );
  const references = batches.flat();
  assert.equal(new Set(references).size, references.length);
}
