/** A card is declined and another one is used. Answers get lost, and are found by the status or settled by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshHome, Key, story } from "./harness.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import {
  charge,
  leaveCard,
  openCard,
  openTopUp,
  PAYER,
  assertIncludesAll,
  seeHistory,
  seeOutcome,
  startPractising,
  typeCode,
  typePayer,
} from "./top-ups.mjs";
/** @import {App} from "./harness.mjs" */

const CODE = "123456";

const name = "be-declined-and-lose-answers-without-paying-twice";

test(name, () =>
  story(name, async ({ open }) => {
    const app = await open({ home: await freshHome() });
    await startPractising(app);
    await app.pressOn("sidebar-topUp");
    await beDeclinedAndUseAnotherCard(app);
    await loseTheAnswer(app);
    await loseTheAnswerToTheCode(app);
    await waitForALateConfirmation(app);
    await settleWhatWasLost(app);
    await findAllOfIt(app);
  }),
);

/** @param {App} app */
async function beDeclinedAndUseAnotherCard(app) {
  await openCard(app);
  await typePayer(app);
  await charge(app, "insufficient_funds", "75,000");
  const outcome = await seeOutcome(app, "Declined");
  assertIncludesAll(
    outcome,
    "The card has insufficient funds",
    "nothing was charged",
    "Top up with a smaller amount, or use another card",
  );
  await app.shot("card-declined");
  await app.pressOn("card-again");
  assert.equal(await app.attribute("card-card-number", "value"), "", "nothing of the card that was declined is left");
  await app.seeIn("card-pay", "Top up ₦75,000.00");
  assert.equal(await app.attribute("card-email", "value"), PAYER.email);
  await charge(app, "success");
  await seeOutcome(app, "Funded");
  await leaveCard(app);
  await seeHistory(app, ["Declined", "Funded"]);
}

/**
 * No reference was returned: only the bank or the service can report the result, so nothing that could charge twice is
 * offered.
 * @param {App} app
 */
async function loseTheAnswer(app) {
  await openCard(app);
  await charge(app, "lost_answer", "90,000");
  const outcome = await seeOutcome(app, "Unknown");
  assertIncludesAll(
    outcome,
    "We do not know whether it was charged",
    "Do not charge again",
    "Look for a message from your bank",
  );
  assert.equal(await app.sees("card-again"), false);
  assert.equal(await app.sees("card-check"), false, "there is no reference to ask about");
  await app.shot("card-unknown");
  await leaveCard(app);
  await openCard(app);
  await charge(app, "success", "90000");
  assertIncludesAll(await app.text("card-already"), "You topped up the same amount earlier");
  await leaveCard(app, "card-not-again");
}

/**
 * The charge has a reference, so the status request returns its result.
 * @param {App} app
 */
async function loseTheAnswerToTheCode(app) {
  await openCard(app);
  await charge(app, "otp_lost_answer", "120,000");
  await seeOutcome(app, "NeedsOtp");
  await typeCode(app, CODE);
  assertIncludesAll(await seeOutcome(app, "Funded"), "Added to your balance", "₦120,000.00");
  await leaveCard(app);
}

/** @param {App} app */
async function waitForALateConfirmation(app) {
  await openCard(app);
  await charge(app, "settles_late", "130,000");
  assertIncludesAll(await seeOutcome(app, "Charged"), "Charged, not yet in your balance", "You can close this window");
  await app.shot("card-charged");
  await app.pressOn("card-check");
  await seeOutcome(app, "Funded");
  await leaveCard(app);
}

/** @param {App} app */
async function settleWhatWasLost(app) {
  assertIncludesAll(await openTopUp(app, 3), "may or may not have been charged");
  await app.shot("top-up-unknown");
  await app.pressOn("top-up-decide-funded");
  await app.typeInto("top-up-decide-reason", "The bank's message of today names 90,000.00.");
  await app.pressOn("top-up-decide-confirm");
  await app.seeText("Decided by you: the money arrived.");
  await app.keys(Key.ESCAPE);
  await app.seeNo("top-up-detail");
}

/** @param {App} app */
async function findAllOfIt(app) {
  await openCard(app);
  await charge(app, "refused", "16,000");
  assertIncludesAll(await seeOutcome(app, "Refused"), "nothing was charged");
  await leaveCard(app);
  await seeHistory(app, ["Declined", "Funded", "Funded", "Funded", "Funded", "Refused"]);
  await app.seeIn("top-up-line-1", "Declined");
  await app.seeIn("top-up-line-6", "Rejected");
  await shotInAllSizes(app, "top-ups");
}
