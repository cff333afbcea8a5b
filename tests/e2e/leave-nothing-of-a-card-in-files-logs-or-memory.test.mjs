/** A card, its codes, a token and a wallet lock are used, then searched for in all places that could contain them. */
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import * as timers from "node:timers/promises";
import { bytesOf, filesBelow, freshHome, story, typeKeys, until } from "./harness.mjs";
import { encodingsOf, findInMemory, programsOf } from "./memory.mjs";
import { connect } from "./steps.mjs";
import { leaveCard, openCard, seeOutcome, typePayer } from "./top-ups.mjs";
/**
 * @import {TestContext} from "node:test"
 * @import {App} from "./harness.mjs"
 */

const TOKEN = "canary-token-7c02be95a1d4";
const LOCK = "canary-lock-e81f6b3d07";
/** An unassigned number: the service declines it. */
const CARD = "4716058233904171";
const CARD_WITH_CODE = "5061000000000021";
const CARD_WITH_LOST_ANSWER = "4100000000000068";
const CVV = "9173";
const PIN = "820461937750";
const WRONG_CODES = ["739182", "canaryCODE7391"];
const CODE = "123456";
const TYPED_WITHIN_MS = 10_000;
/** How long memory may contain a typed text after its window closed. */
const FORGOTTEN_WITHIN_MS = 2_000;

/** @param {string} number */
const grouped = (number) => number.match(/.{4}/g)?.join(" ") ?? "";
/** @param {string[]} texts */
const needlesOf = (texts) => Object.assign({}, ...texts.map(encodingsOf));
/** WebKitGTK passes the text around the cursor to the input method, so numbers in memory are only reported. */
const NUMBERS = needlesOf([CARD, CARD_WITH_CODE, CARD_WITH_LOST_ANSWER].flatMap((number) => [number, grouped(number)]));
/** Codes are too short to be distinguished from chance: they are searched for as part of their message. */
const SECRETS = needlesOf([PIN, `"cvv":"${CVV}"`, ...WRONG_CODES.map((code) => `"otp":"${code}"`), WRONG_CODES[1]]);
const CREDENTIALS = needlesOf([TOKEN, LOCK]);

const name = "leave-nothing-of-a-card-in-files-logs-or-memory";

test(name, (t) =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const [log, temporary] = [join(home, "app.log"), join(home, "tmp")];
    await mkdir(temporary);
    const service = { token: TOKEN, lock: LOCK };
    const { address } = await practice(service);
    const app = await open({ home, log, env: { PAYSHEET_LOG: "trace", TMPDIR: temporary } });
    await connect(app, { address, ...service });
    await nameTheWallet(app);

    await beDeclined(app);
    await nothingIsRemembered(app, t);
    await mistypeTheCode(app);
    await loseTheAnswer(app);
    await nothingIsRemembered(app, t);

    const folders = [home, process.env.HOME ?? "", process.env.XDG_RUNTIME_DIR ?? ""];
    await nothingIsWritten(folders, log);
    await app.close();
    await nothingIsWritten(folders, log);
  }),
);

/** @param {App} app */
async function nameTheWallet(app) {
  await app.pressOn("sidebar-settings");
  await app.typeInto("settings-chargeRecipientId", "WALLET-7");
  await app.pressOn("settings-nav-profile");
  await app.see("settings-saved");
  await app.pressOn("sidebar-topUp");
}

/** @param {App} app */
async function beDeclined(app) {
  await openCard(app);
  await typePayer(app);
  await typeCard(app, CARD, "21,000");
  // The same search must find what has to be there, otherwise it proves nothing.
  const pages = (await programsOf(app.group)).filter(({ name: program }) => program === "WebKitWebProcess");
  const held = await Promise.all(pages.map(({ pid }) => findInMemory(pid, NUMBERS)));
  assert.ok(
    held.flat().some(({ needle }) => [CARD, grouped(CARD)].includes(needle)),
    "the page itself holds the number",
  );
  await app.pressOn("card-pay");
  await seeOutcome(app, "Declined");
  await leaveCard(app);
}

/** @param {App} app */
async function mistypeTheCode(app) {
  await openCard(app);
  await typeCard(app, CARD_WITH_CODE, "22,000");
  await app.pressOn("card-pay");
  await seeOutcome(app, "NeedsOtp");
  for (const [index, code] of [...WRONG_CODES, CODE].entries()) {
    await typeInto(app, "card-otp", code);
    await app.pressOn("card-otp-send");
    if (code !== CODE) {
      await app.seeText(
        index === 0 ? "That one-time password (OTP) was wrong." : "2 one-time passwords (OTP) were wrong so far.",
      );
    }
  }
  await seeOutcome(app, "Funded");
  await leaveCard(app);
}

/** @param {App} app */
async function loseTheAnswer(app) {
  await openCard(app);
  await typeCard(app, CARD_WITH_LOST_ANSWER, "23,000");
  await app.pressOn("card-pay");
  await seeOutcome(app, "Unknown");
  await leaveCard(app);
}

/**
 * @param {App} app
 * @param {string} number
 * @param {string} amount
 */
async function typeCard(app, number, amount) {
  const fields = { amount, "card-number": number, "card-expiry": "1229", "card-cvv": CVV, "card-pin": PIN };
  for (const [field, keys] of Object.entries(fields)) {
    await typeInto(app, `card-${field}`, keys);
  }
}

/**
 * Typed on the keyboard. Only the number of digits is read back, not the digits.
 * @param {App} app
 * @param {string} field
 * @param {string} keys
 */
async function typeInto(app, field, keys) {
  await app.pressOn(field);
  await typeKeys(keys);
  const typed = () =>
    app.look(`return document.querySelector('[data-testid="${field}"]').value.replaceAll(/[ /]/g, "").length`);
  await until(
    TYPED_WITHIN_MS,
    () => `the keys to reach ${field}`,
    async () => (await typed()) === keys.length,
  );
}

/**
 * The paying program contains no code, and writes no core dump. Numbers in it, and anything in web processes, are only
 * reported.
 * @param {App} app
 * @param {TestContext} t
 */
async function nothingIsRemembered(app, t) {
  await timers.setTimeout(FORGOTTEN_WITHIN_MS);
  const programs = (await programsOf(app.group)).filter(({ name: program }) =>
    /^(paysheet|WebKit(Web|Network)Process)$/.test(program),
  );
  assert.equal(programs.filter(({ name: program }) => program === "paysheet").length, 1);
  for (const { name: program, pid } of programs) {
    const limits = await readFile(`/proc/${pid}/limits`, "utf8");
    assert.match(limits, /^Max core file size +0 +0 /m, program);
    const secrets = await findInMemory(pid, SECRETS);
    if (program === "paysheet") {
      assert.deepEqual(secrets, []);
    }
    const numbers = await findInMemory(pid, NUMBERS);
    t.diagnostic(`${program} ${pid} holds ${secrets.length} codes and ${numbers.length} card numbers`);
    for (const { needle, mapping, around } of numbers) {
      t.diagnostic(`  ${needle} in ${mapping}: ${around}`);
    }
  }
}

/**
 * Ledger, write-ahead log, web view storage, temporary files, caches, settings, and the whole log.
 * @param {string[]} folders
 * @param {string} log
 */
async function nothingIsWritten(folders, log) {
  const needles = { ...NUMBERS, ...SECRETS, ...CREDENTIALS };
  const found = [];
  const holding = async (/** @type {string} */ text) =>
    (await Promise.all(files.map(async (path) => ((await bytesOf(path)).includes(text) ? [path] : [])))).flat();
  const files = (await Promise.all(folders.map(filesBelow))).flat();
  for (const path of files) {
    const bytes = await bytesOf(path);
    found.push(
      ...Object.entries(needles).flatMap(([needle, text]) => (bytes.includes(text) ? [`${needle} in ${path}`] : [])),
    );
  }
  assert.ok((await holding("WALLET-7")).some((path) => path.includes("ledger.db")));
  assert.ok((await holding("charge answered")).includes(log));
  assert.deepEqual(found, []);
}
