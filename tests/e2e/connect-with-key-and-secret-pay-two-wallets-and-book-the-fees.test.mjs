/**
 * The user has only a provider's dashboard: address, key, secret and wallet passwords. The provider's features are
 * tested, its card top-ups use another path and 3-D Secure, and tokens are requested automatically. Banks and wallets
 * are paid in two currencies. No notification reaches this computer: results and fees come from the provider's list,
 * and are booked.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { clickInBankPage, FIELD, seeBankPage, seeNoBankPage, typeIntoBankPage } from "./bank-page.mjs";
import { countFromHere } from "./counting.mjs";
import { bytesOf, filesBelow, freshHome, saveFileAs, story, until } from "./harness.mjs";
import { accountOf, personAt } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { chooseAndCheck, waitUntilPayIsEnabled, review } from "./steps.mjs";
import { leaveCard, openCard, seeOutcome, typePayer } from "./top-ups.mjs";
/** @import {App} from "./harness.mjs" */

const API_KEY = "canary-key-7b21f0c4d9";
const API_SECRET = "canary-secret-e83a55d102";
const NAIRA_LOCK = "canary-lock-93e7b1d0c2";
const SHILLINGS_LOCK = "canary-shillings-55a0c1ee7d";
const SECRETS = [API_KEY, API_SECRET, NAIRA_LOCK, SHILLINGS_LOCK];
const CARD_PATH = "processor";
/** Its bank asks for a password on a page of its own. */
const CARD = { number: "4100000000000035", expiry: "1229", cvv: "913", password: "123456" };
/** Amount for each of the three in Nigeria; the sum exceeds the balance at the provider. */
const EACH_NAIRA = "14000000.00";
const EACH_SHILLINGS = "700.00";
/** Bank codes of the first accounts. */
const CODES = ["044", "058", "057"];
const PEOPLE = 6;
/** The provider's fee for each payment, and for three of them. */
const FEE = "10.75";
const FEES = "32.25";
const ACCOUNT = "Kola Bank, 0123456789, quote KF-001";
const CALLS_WITHIN_MS = 30_000;
const SETTLED_WITHIN_MS = 40_000;

const name = "connect-with-key-and-secret-pay-two-wallets-and-book-the-fees";

test(name, (t) =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const journal = join(home, "journal.jsonl");
    const wallets = [`NGN:WALLET-7:${NAIRA_LOCK}:500.00`, `KES:WALLET-8:${SHILLINGS_LOCK}:9000.00`];
    const dashboard = { apiKey: API_KEY, apiSecret: API_SECRET, lock: NAIRA_LOCK, wallets };
    const { address } = await practice({ ...dashboard, cardPath: CARD_PATH, payoutFee: FEE, journal, paceMs: 5 });
    const payroll = { path: await writeTwoCountries(home) };
    const app = await open({ home });

    await app.pressOn("welcome-connect");
    await app.see("connect-form");
    const count = await countFromHere(app);
    await testTheProvider(app, address);
    const { clicks, keys } = await count.effort();
    t.diagnostic(`connected with ${clicks} clicks and ${keys} keys`);

    await answerTheQuestions(app);
    await testAgain(app);
    await app.pressOn("sidebar-pay");
    await chooseAndCheck(app, payroll, PEOPLE);
    await review(app);
    await enterTheOtherPassword(app);
    await payInWhatIsMissing(app);
    await payAndAsk(app);
    await bookTheFees(app, home);
    await nobodyWasAskedAboutAlone(journal);
    await app.close();
    await nothingKeepsTheSecrets(home);
  }),
);

/** @param {string} home */
async function writeTwoCountries(home) {
  const path = join(home, "Both offices November 2026.csv");
  const nigerians = CODES.map((code, at) => `${personAt(at)},${accountOf(at)},${code},${EACH_NAIRA},NG`);
  const kenyans = ["Wanjiru Kamau", "Otieno Odhiambo", "Achieng Ouma"].map(
    (person, at) => `${person},25471234567${at},MPESA,${EACH_SHILLINGS},KE`,
  );
  const head = "Name,Account number,Bank code,Amount,Country";
  await writeFile(path, [head, ...nigerians, ...kenyans, ""].join("\r\n"));
  return path;
}

/**
 * The first two of the five steps.
 * @param {App} app
 * @param {string} address
 */
async function testTheProvider(app, address) {
  await app.typeInto("connect-address", address);
  await app.typeInto("connect-name", "Kola Foods");
  await app.typeInto("connect-sender", "KOLA FOODS LTD");
  await app.typeInto("connect-approver", "Ada Obi");
  await shotInAllSizes(app, "connect-provider");
  await app.pressOn("connect-next");
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
  await app.typeInto("connect-lock", NAIRA_LOCK);
  await app.pressOn("connect-submit");
  await app.see("pay-drop");
  await app.seeIn("lock-state", "Unlocked");
}

/**
 * The other three: results are requested already, the funding instructions are entered, and the trial payment is
 * skipped.
 * @param {App} app
 */
async function answerTheQuestions(app) {
  await app.seeIn("setup-line", "3 of 5");
  await shotInAllSizes(app, "setup-line");
  await app.pressOn("setup-continue");
  await app.see("setup-money_in");
  await app.pressOn("setup-step-results");
  await app.see("setup-results");
  await app.pressOn("setup-try");
  await seeCalls(app, { results: "works", results_list: "works", balance: "works" });
  await shotInAllSizes(app, "setup-results");
  await app.pressOn("setup-results-done");
  await app.typeInto("settings-fundingInstructions", ACCOUNT);
  await app.typeInto("settings-chargeRecipientId", "WALLET-7");
  await shotInAllSizes(app, "setup-money-in");
  await app.pressOn("setup-money-done");
  await app.see("setup-trial_payment");
  await shotInAllSizes(app, "setup-trial-payment");
  await app.pressOn("setup-pay-yourself");
  await app.see("check-screen");
  await app.pressOn("sidebar-pay");
  await app.seeIn("setup-line", "4 of 5");
}

/**
 * The same test in Settings, where the path is set now. The fee of a payment is entered there too.
 * @param {App} app
 */
async function testAgain(app) {
  await app.pressOn("sidebar-settings");
  await app.chooseIn("settings-walletCurrency", "NGN");
  await app.see("settings-saved");
  await app.pressOn("payout-fee-add");
  await app.typeInto("payout-fee-amount", FEE);
  await app.pressOn("payout-fee-save");
  await app.see("payout-fee-NGN");
  await shotInAllSizes(app, "settings-fees");
  await app.pressOn("settings-nav-connection");
  await app.pressOn("settings-check-calls");
  await seeCalls(app, { token: "works", card_top_up: "works" });
  await shotInAllSizes(app, "settings-calls");
  await addAnExtraField(app);
}

/**
 * Adds a column that the provider requires, and removes it again.
 * @param {App} app
 */
async function addAnExtraField(app) {
  await app.pressOn("extra-field-add");
  await app.typeInto("extra-field-name", "x_person_id");
  await app.chooseIn("extra-field-column", "employee_id");
  await app.see("extra-field-required");
  await shotInAllSizes(app, "settings-extra-fields");
  await app.pressOn("extra-field-save");
  await app.seeIn("extra-field", "Staff number from the file, required");
  await app.shot("settings-extra-field-added");
  await app.pressOn("extra-field-remove-x_person_id");
  await app.seeNo("extra-field");
}

/**
 * Waits until each of these calls has been answered.
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

/** @param {App} app */
async function enterTheOtherPassword(app) {
  await app.seeIn("approve-wallet-KES", "3 people are paid in KES");
  await app.typeInto("wallet-reference", "WALLET-8");
  await app.typeInto("wallet-password", SHILLINGS_LOCK);
  await app.pressOn("wallet-save");
  await app.seeNo("approve-wallets");
}

/**
 * The account to pay into is shown first, with the exact amount including fees. The card is used instead, and its bank
 * opens a challenge.
 * @param {App} app
 */
async function payInWhatIsMissing(app) {
  await app.seeIn("approve-fees", FEES);
  assert.ok((await app.text("approve-by-transfer-NGN")).includes(ACCOUNT));
  assert.match(await app.text("approve-short-NGN"), /with estimated fees of ₦32\.25/u);
  await shotInAllSizes(app, "approve-short-of-a-provider");
  await openCard(app, "approve-top-up");
  await typePayer(app);
  const fields = { "card-number": CARD.number, "card-expiry": CARD.expiry, "card-cvv": CARD.cvv };
  for (const [field, text] of Object.entries(fields)) await app.typeInto(`card-${field}`, text);
  await app.pressOn("card-pay");
  const bank = await seeBankPage("bank-page-of-a-provider");
  await clickInBankPage(bank, FIELD);
  await typeIntoBankPage(bank, CARD.password, "Return");
  await seeNoBankPage();
  await seeOutcome(app, "Funded");
  await leaveCard(app);
  await app.see("approve-screen");
  await app.seeNo("approve-short-NGN");
}

/** @param {App} app */
async function payAndAsk(app) {
  await app.typeInto("approve-total-input-NGN", "42,000,000.00");
  await app.typeInto("approve-total-input-KES", "2,100.00");
  await waitUntilPayIsEnabled(app);
  await app.doubleClickOn("approve-pay");
  // Only accepted payments are queried; the second batch may be accepted later.
  await until(
    SETTLED_WITHIN_MS,
    async () => `not all are paid: ${await app.pageText()}`,
    async () => {
      if (await app.sees("track-all-paid")) return true;
      if (await app.sees("track-ask")) await app.pressOn("track-ask").catch(() => undefined);
      return false;
    },
  );
  assert.match(await app.text("track-fees"), /Fees of 6 payments: .*₦32\.25/u);
  assert.match(await app.text("track-fees"), /KSh.?32\.25/u);
  await shotInAllSizes(app, "track-fees");
}

/**
 * @param {App} app
 * @param {string} home
 */
async function bookTheFees(app, home) {
  await app.pressOn("journal-open");
  await app.chooseIn("journal-currency", "NGN");
  await app.seeIn("journal-fees", FEES);
  await app.shot("journal-with-fees");
  await app.pressOn("journal-save");
  const path = join(home, "journal.csv");
  await saveFileAs(path);
  await app.seeNo("journal");
  const lines = (await readFile(path, "utf8")).split("\r\n");
  const of = (/** @type {string} */ ending) => lines.filter((line) => line.split(",")[0]?.endsWith(ending));
  assert.ok(
    of("-P").some((line) => line.includes("Wages payable,42000000.00")),
    lines.join("\n"),
  );
  assert.ok(
    of("-F").some((line) => line.includes(`Bank charges,${FEES}`)),
    lines.join("\n"),
  );
}

/** @param {string} journal */
async function nobodyWasAskedAboutAlone(journal) {
  const lines = (await readFile(journal, "utf8")).trim().split("\n");
  const requests = lines.map((line) => JSON.parse(line));
  const at = (/** @type {string} */ path) => requests.filter((request) => request.path === path);
  assert.ok(at("/v1/report/transactions").length > 0);
  const asked = at("/v1/disburse/status").flatMap(({ references }) => references);
  // The test of all requests queries one that does not exist.
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
  // The same search must find what has to be there, otherwise it proves nothing.
  assert.ok(holding("KOLA FOODS LTD").some((path) => path.includes("ledger.db")));
  for (const secret of SECRETS) assert.deepEqual(holding(secret), [], secret);
}
