/** Top-ups by card: without a code, with the bank's code, after a wrong code. A repeated amount needs confirmation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshHome, Key, story, until } from "./harness.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import {
  charge,
  leaveCard,
  openCard,
  openTopUp,
  assertIncludesAll,
  seeHistory,
  seeOutcome,
  startPractising,
  typeCode,
  typePayer,
} from "./top-ups.mjs";
/** @import {App} from "./harness.mjs" */

const CODE = "123456";
const NUMBER_SHOWN_WITHIN_MS = 10_000;

const name = "top-up-at-once-and-with-a-code-sent-by-the-bank";

test(name, () =>
  story(name, async ({ open }) => {
    const app = await open({ home: await freshHome() });
    await startPractising(app);
    await app.pressOn("sidebar-topUp");
    await app.see("top-up-balance-unknown");
    await app.shot("top-up-empty");

    await topUpAtOnce(app);
    await beAskedAboutTheSameAmount(app);
    await confirmWithACode(app);
    await mistypeTheCodeFirst(app);
    await findAllOfIt(app);
    await seeWhoseBalanceItIs(app);
  }),
);

/**
 * Practice mode starts with a bank transfer of ₦36,000,000.00.
 * @param {App} app
 */
async function topUpAtOnce(app) {
  await openCard(app);
  await app.shot("card-empty");
  await app.pressOn("card-pay");
  await app.seeText("Enter an amount, such as");
  await app.shot("card-faults");
  await typePayer(app);
  await app.typeInto("card-amount", "5,000,000");
  await typeTheNumber(app);
  await app.typeInto("card-card-expiry", "1229");
  await app.typeInto("card-card-cvv", "123");
  await app.pressOn("card-pay");
  const outcome = await seeOutcome(app, "Funded");
  assertIncludesAll(
    outcome,
    "Added to your balance",
    "₦5,000,000.00",
    "The card ending 0019 was charged once",
    "Balance after",
    "₦41,000,000.00",
  );
  assert.ok(
    !(await app.look("return document.documentElement.innerHTML")).includes("4100"),
    "nothing of the card stays on the page",
  );
  await app.shot("card-funded");
  await leaveCard(app);
  await seeHistory(app, ["Funded"]);
  await app.seeIn("top-up-balance-NGN", "41,000,000");
}

/**
 * With a wrong last digit and an extra digit in the middle.
 * @param {App} app
 */
async function typeTheNumber(app) {
  await app.typeInto("card-card-number", "4100 0000 0000 0018");
  await app.keys(Key.BACK_SPACE, "9");
  await app.seeIn("card-brand", "Visa");
  await app.shot("card-number");
  await app.keys(Key.ARROW_LEFT, Key.ARROW_LEFT, Key.ARROW_LEFT, Key.ARROW_LEFT, "7");
  await seeNumber(app, "41000000000070019");
  await app.keys(Key.BACK_SPACE);
  await seeNumber(app, "4100000000000019");
  await app.keys(Key.TAB);
  await seeNumber(app, "4100 0000 0000 0019");
}

/**
 * @param {App} app
 * @param {string} value
 */
async function seeNumber(app, value) {
  const held = () => app.look(`return document.querySelector('[data-testid="card-card-number"]').value`);
  await until(
    NUMBER_SHOWN_WITHIN_MS,
    async () => `the number ${value}, not ${await held()}`,
    async () => (await held()) === value,
  );
}

/** @param {App} app */
async function beAskedAboutTheSameAmount(app) {
  await openCard(app);
  assert.equal(await app.attribute("card-first-name", "value"), "Ngozi", "the form knows the payer");
  await charge(app, "success", "5000000");
  assertIncludesAll(await app.text("card-already"), "You topped up the same amount earlier", "Nothing was charged now");
  await app.shot("card-same-amount");
  await leaveCard(app, "card-not-again");
  await seeHistory(app, ["Funded"]);

  await openCard(app);
  await charge(app, "success", "5000000");
  await app.pressOn("card-beside");
  assertIncludesAll(await seeOutcome(app, "Funded"), "Balance after", "₦46,000,000.00");
  await leaveCard(app);
  await seeHistory(app, ["Funded", "Funded"]);
}

/** @param {App} app */
async function confirmWithACode(app) {
  await openCard(app);
  await charge(app, "otp", "250,000.50");
  assertIncludesAll(
    await seeOutcome(app, "NeedsOtp"),
    "Enter the one-time password (OTP)",
    "₦250,000.50",
    "Please enter the OTP sent to your phone",
  );
  await app.shot("card-code");
  await typeCode(app, CODE);
  assertIncludesAll(await seeOutcome(app, "Funded"), "Added to your balance", "₦250,000.50");
  await leaveCard(app);
}

/** @param {App} app */
async function mistypeTheCodeFirst(app) {
  await openCard(app);
  await charge(app, "otp", "40,000");
  await seeOutcome(app, "NeedsOtp");
  await typeCode(app, "654321");
  await app.seeText("That one-time password (OTP) was wrong. Nothing was charged.");
  assert.equal(await app.attribute("card-otp", "value"), "");
  await app.shot("card-code-wrong");
  await typeCode(app, CODE);
  await seeOutcome(app, "Funded");
  await leaveCard(app);
}

/** @param {App} app */
async function findAllOfIt(app) {
  await seeHistory(app, ["Funded", "Funded", "Funded", "Funded"]);
  await app.seeIn("top-up-balance-NGN", "46,290,000");
  await app.seeIn("top-up-line-1", "Visa ending 0019");
  await app.seeIn("top-up-line-3", "Verve ending 0021");
  assertIncludesAll(await openTopUp(app, 4), "The money is in your balance");
  await shotInAllSizes(app, "top-up-detail");
  await app.keys(Key.ESCAPE);
  await app.seeNo("top-up-detail");
}

/** @param {App} app */
async function seeWhoseBalanceItIs(app) {
  await app.pressOn("sidebar-settings");
  await app.pressOn("settings-nav-profile");
  await app.pressOn("settings-profile-advanced");
  assert.equal(await app.attribute("settings-chargeRecipient", "value"), "wallet");
  assert.notEqual(await app.attribute("settings-chargeRecipientId", "value"), "");
  await app.shot("settings-practice-profile");
}
