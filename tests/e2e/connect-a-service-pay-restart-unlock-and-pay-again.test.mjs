/** A user connects a service, pays, returns another day, unlocks and pays again. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { bytesOf, filesBelow, freePort, freshHome, story } from "./harness.mjs";
import { accountOf, personAt, writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { allArePaid, chooseAndCheck, fillAndConnect, listenAt, review, reviewAndType } from "./steps.mjs";
/**
 * @import {App} from "./harness.mjs"
 * @import {Payroll} from "./payrolls.mjs"
 */

const TOKEN = "canary-token-5f1c09d27ab84e63";
const LOCK = "canary-lock-93e7b1d0c2";
const OCTOBER = 24;
const NOVEMBER = 18;
const GHANA = [
  "Name,Bank,Branch,Account number,Amount,Country",
  `${personAt(0)},GCB Bank,GCB Bank High Street,${accountOf(0)},900.00,GH`,
  `${personAt(1)},GCB Bank,The one at the market,${accountOf(1)},950.00,GH`,
  "",
].join("\r\n");

const name = "connect-a-service-pay-restart-unlock-and-pay-again";

test(name, () =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const journal = join(home, "journal.jsonl");
    const callbackUrl = `http://127.0.0.1:${await freePort()}/paid/4d1f`;
    const { address } = await practice({ token: TOKEN, lock: LOCK, journal, callbackUrl, paceMs: 5 });
    const october = await writePayroll(home, "October 2026 salaries.csv", OCTOBER);
    const november = await writePayroll(home, "November 2026 salaries.csv", NOVEMBER, OCTOBER);

    const app = await open({ home });
    await beRefusedWithAWrongToken(app, address);
    await fillAndConnect(app, { address, token: TOKEN, lock: LOCK });
    await app.see("pay-drop");
    await app.seeIn("lock-state", "Unlocked");
    await listenAt(app, callbackUrl);
    await pay(app, october, OCTOBER);

    await app.restart();
    await readTheHistoryWhileLocked(app, october);
    await unlock(app);
    await app.pressOn("sidebar-pay");
    await pay(app, november, NOVEMBER);
    await lookAround(app);
    await noBranchIsSent(app, home);

    await nothingKeepsTheSecrets(home, journal);
    await app.close();
    await nothingKeepsTheSecrets(home, journal);
    assert.deepEqual(await countReferences(journal), { batches: 2, references: 2 + OCTOBER + NOVEMBER, sentTwice: [] });
  }),
);

/**
 * @param {App} app
 * @param {string} address
 */
async function beRefusedWithAWrongToken(app, address) {
  await app.pressOn("welcome-connect");
  await app.see("connect-form");
  await shotInAllSizes(app, "connect");
  await fillAndConnect(app, { address, token: "not-the-token", lock: LOCK });
  await app.seeText("Your provider rejected this token.");
  await app.shot("connect-error");
  const seeValues = async (/** @type {Record<string, string>} */ values) => {
    for (const [field, value] of Object.entries(values)) {
      assert.equal(await app.attribute(`connect-${field}`, "value"), value, field);
    }
  };
  await seeValues({ token: "", lock: "" });
  await app.pressOn("connect-back");
  await seeValues({ name: "Kola Foods", sender: "KOLA FOODS LTD", approver: "Ada Obi", address });
  await app.pressOn("connect-next");
}

/**
 * @param {App} app
 * @param {Payroll} payroll
 * @param {number} people
 */
async function pay(app, payroll, people) {
  await chooseAndCheck(app, payroll, people);
  await reviewAndType(app, payroll);
  await app.doubleClickOn("approve-pay");
  await allArePaid(app, { people, total: payroll.total });
}

/**
 * @param {App} app
 * @param {{total: string}} given
 */
async function readTheHistoryWhileLocked(app, { total }) {
  await app.see("locked-bar");
  assert.equal(await app.attribute("lock-button", "data-unlocked"), null);
  await app.shot("lock");
  await app.pressOn("sidebar-payrolls");
  await app.pressOn("payroll-line-1");
  await allArePaid(app, { people: OCTOBER, total });
}

/** @param {App} app */
async function unlock(app) {
  await app.pressOn("unlock-button");
  await app.seeNo("locked-bar");
  await app.seeIn("lock-state", "Unlocked");
}

/** @param {App} app */
async function lookAround(app) {
  await app.pressOn("sidebar-payrolls");
  await app.seeIn("payroll-line-2", `${NOVEMBER}`);
  await app.pressOn("sidebar-settings");
  for (const section of ["profile", "secrets", "appearance", "about"]) {
    await app.pressOn(`settings-nav-${section}`);
    await shotInAllSizes(app, `settings-${section}`);
  }
}

/**
 * If the profile sends no details of people, no branch is requested, and Approve shows that before the payment.
 * @param {App} app
 * @param {string} home
 */
async function noBranchIsSent(app, home) {
  const path = join(home, "Accra December 2026.csv");
  await writeFile(path, GHANA);
  await app.pressOn("sidebar-pay");
  await chooseAndCheck(app, { path }, 2);
  // The banks have other holder names for both.
  await app.pressOn("chip-name_differs");
  await app.pressOn("panel-reason-0");
  await app.seeIn("chip-name_differs", "1");
  await app.pressOn("panel-reason-0");
  await app.seeNo("chip-name_differs");
  await review(app);
  await app.seeIn("approve-no-branch", "2 people");
  await shotInAllSizes(app, "approve-no-branch");
}

/**
 * Ledger, write-ahead log, web view storage, preferences, caches, and the service's journal.
 * @param {string} home
 * @param {string} journal
 */
async function nothingKeepsTheSecrets(home, journal) {
  const files = await filesBelow(home);
  const holding = async (/** @type {string} */ text) => {
    const found = [];
    for (const path of files) {
      const bytes = await bytesOf(path);
      if (
        bytes.includes(text) ||
        bytes.includes(Buffer.from(text, "utf16le")) ||
        bytes.includes(btoa(text).slice(0, -4))
      ) {
        found.push(path);
      }
    }
    return found;
  };
  // The same search must find what has to be there, otherwise it proves nothing.
  assert.ok((await holding("KOLA FOODS LTD")).some((path) => path.includes("ledger.db")));
  const [{ references }] = await sent(journal);
  assert.ok((await holding(references[1])).some((path) => path.includes("ledger.db")));
  assert.deepEqual(await holding(TOKEN), []);
  assert.deepEqual(await holding(LOCK), []);
}

/**
 * The lines of the journal that record received batches.
 * @param {string} journal
 */
async function sent(journal) {
  const lines = (await readFile(journal, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return lines.filter(({ method, references }) => method === "POST" && references.length > 1);
}

/** @param {string} journal */
async function countReferences(journal) {
  const batches = await sent(journal);
  const all = batches.flatMap(({ references }) => references);
  return {
    batches: batches.length,
    references: all.length,
    sentTwice: all.filter((one, at) => all.indexOf(one) !== at),
  };
}
