/**
 * Somebody has only a provider's dashboard in front of them: address, key, secret and wallet password. What the provider
 * offers is tested, its card top-ups have another path, and the tokens are requested without them. No notification reaches
 * this computer: the results come from the provider's list.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { countFromHere } from "./counting.mjs";
import { bytesOf, filesBelow, freshHome, story, until } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { allArePaid, chooseAndCheck, mayPay, review } from "./steps.mjs";
import { leaveCard, openCard, seeOutcome, typeCode, typePayer } from "./top-ups.mjs";
/** @import {App} from "./harness.mjs" */

const API_KEY = "canary-key-7b21f0c4d9";
const API_SECRET = "canary-secret-e83a55d102";
const LOCK = "canary-lock-93e7b1d0c2";
const CARD_PATH = "processor";
const CARD = { number: "5061000000000021", expiry: "1229", cvv: "913", code: "123456" };
const PEOPLE = 9;
/** Together they cost more than the balance at the provider. */
const BASIC_NAIRA = 4_500_000;
const ACCOUNT = "Kola Bank, 0123456789, quote KF-001";
const CALLS_WITHIN_MS = 30_000;

const name = "connect-with-key-and-secret-and-top-up-at-another-path";

test(name, (t) =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const journal = join(home, "journal.jsonl");
    const dashboard = { apiKey: API_KEY, apiSecret: API_SECRET, lock: LOCK };
    const { address } = await practice({ ...dashboard, cardPath: CARD_PATH, journal, paceMs: 5 });
    const payroll = await writePayroll(home, "November 2026 salaries.csv", PEOPLE, 0, BASIC_NAIRA);
    const app = await open({ home });

    await app.pressOn("welcome-connect");
    await app.see("connect-form");
    const count = await countFromHere(app);
    await testTheProvider(app, address);
    const { clicks, keys } = await count.effort();
    t.diagnostic(`connected with ${clicks} clicks and ${keys} keys`);

    await testAgain(app);
    await app.pressOn("sidebar-pay");
    await chooseAndCheck(app, payroll, PEOPLE);
    await review(app);
    await payInWhatIsMissing(app);
    await app.typeInto("approve-total-input", payroll.total);
    await mayPay(app);
    await app.doubleClickOn("approve-pay");
    await app.see("track-asking");
    await app.pressOn("track-ask");
    await allArePaid(app, { people: PEOPLE, total: payroll.total });
    await nobodyWasAskedAboutAlone(journal);
    await app.close();
    await nothingKeepsTheSecrets(home);
  }),
);

/**
 * @param {App} app
 * @param {string} address
 */
async function testTheProvider(app, address) {
  await app.typeInto("connect-name", "Kola Foods");
  await app.typeInto("connect-sender", "KOLA FOODS LTD");
  await app.typeInto("connect-approver", "Ada Obi");
  await app.typeInto("connect-address", address);
  await app.typeInto("connect-key", API_KEY);
  await app.typeInto("connect-secret", "not-the-secret");
  await app.pressOn("connect-check");
  await seeCalls(app, { token: "failed" });
  await app.shot("connect-tested-wrong");
  await app.typeInto("connect-secret", API_SECRET);
  await app.pressOn("connect-check");
  const works = { token: "works", banks: "works", account_names: "works", results: "works", results_list: "works" };
  await seeCalls(app, { ...works, balance: "works", top_up_status: "works", card_top_up: "not_known" });
  await shotInAllSizes(app, "connect-tested");
  await app.typeInto("connect-chargePath", CARD_PATH);
  await app.typeInto("connect-lock", LOCK);
  await app.pressOn("connect-submit");
  await app.see("pay-drop");
  await app.seeIn("lock-state", "Unlocked");
}

/**
 * The same test in Settings, where the path is known now.
 * @param {App} app
 */
async function testAgain(app) {
  await app.pressOn("sidebar-settings");
  await app.typeInto("settings-chargeRecipientId", "WALLET-7");
  await app.typeInto("settings-fundingInstructions", ACCOUNT);
  await app.pressOn("settings-nav-connection");
  await app.pressOn("settings-check-calls");
  await seeCalls(app, { token: "works", card_top_up: "works" });
  await shotInAllSizes(app, "settings-calls");
}

/**
 * Waits until each of these calls has its answer.
 * @param {App} app
 * @param {Record<string, string>} expected
 */
async function seeCalls(app, expected) {
  const shown = () =>
    app.look(
      `return Object.fromEntries([...document.querySelectorAll("[data-call]")].map((row) => [row.dataset.call, row.dataset.answer]))`,
    );
  await until(
    CALLS_WITHIN_MS,
    async () => `expected ${JSON.stringify(expected)}, and ${JSON.stringify(await shown())} is shown`,
    async () => {
      const calls = await shown();
      return Object.entries(expected).every(([call, answer]) => calls[call] === answer);
    },
  );
}

/**
 * The account to pay into stands first, with the exact amount. Here the card is used.
 * @param {App} app
 */
async function payInWhatIsMissing(app) {
  assert.ok((await app.text("approve-by-transfer-NGN")).includes(ACCOUNT));
  await shotInAllSizes(app, "approve-short-of-a-provider");
  await openCard(app, "approve-top-up");
  await typePayer(app);
  const fields = { "card-number": CARD.number, "card-expiry": CARD.expiry, "card-cvv": CARD.cvv };
  for (const [field, text] of Object.entries(fields)) await app.typeInto(`card-${field}`, text);
  await app.pressOn("card-pay");
  await seeOutcome(app, "NeedsOtp");
  await typeCode(app, CARD.code);
  await seeOutcome(app, "Funded");
  await leaveCard(app);
  await app.see("approve-screen");
  await app.seeNo("approve-short-NGN");
}

/** @param {string} journal */
async function nobodyWasAskedAboutAlone(journal) {
  const lines = (await readFile(journal, "utf8")).trim().split("\n");
  const requests = lines.map((line) => JSON.parse(line));
  const at = (/** @type {string} */ path) => requests.filter((request) => request.path === path);
  assert.ok(at("/v1/report/transactions").length > 0);
  const asked = at("/v1/disburse/status").flatMap(({ references }) => references);
  // The test of all requests asks about one that does not exist.
  assert.deepEqual([...new Set(asked)], ["PAYSHEET-CHECK-0000000000"]);
}

/** @param {string} home */
async function nothingKeepsTheSecrets(home) {
  const files = await filesBelow(home);
  const contents = await Promise.all(files.map(async (path) => ({ path, bytes: await bytesOf(path) })));
  const holding = (/** @type {string} */ text) =>
    contents
      .filter(
        ({ bytes }) =>
          bytes.includes(text) ||
          bytes.includes(Buffer.from(text, "utf16le")) ||
          bytes.includes(btoa(text).slice(0, -4)),
      )
      .map(({ path }) => path);
  // What must be there is found in the same way: else this would prove nothing.
  assert.ok(holding("KOLA FOODS LTD").some((path) => path.includes("ledger.db")));
  for (const secret of [API_KEY, API_SECRET, LOCK]) assert.deepEqual(holding(secret), [], secret);
}
