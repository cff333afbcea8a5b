/** A payroll exceeds the balance: the approval shows it, offers a top-up of the missing amount, and reopens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshHome, story } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { allArePaid, chooseAndCheck, waitUntilPayIsEnabled, review } from "./steps.mjs";
import { charge, leaveCard, openCard, assertIncludesAll, seeOutcome, startPractising, typePayer } from "./top-ups.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 12;
const BASIC_NAIRA = 3_500_000;
/** The bank transfer, plus the first top-up. */
const BALANCE = "36,001,000.00";

const name = "find-the-balance-short-and-top-up-from-the-approval";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const payroll = await writePayroll(home, "October 2026 salaries.csv", PEOPLE, 0, BASIC_NAIRA);
    const missing = shortOf(payroll.total);

    const app = await open({ home });
    await startPractising(app);
    await topUpToGetTheBalance(app);
    await app.pressOn("sidebar-pay");
    await chooseAndCheck(app, payroll, PEOPLE);
    await review(app);
    const notice = await app.text("approve-short-NGN");
    assertIncludesAll(
      notice,
      `₦${missing} short`,
      `This payroll needs ₦${payroll.total}`,
      `Estimated balance: ₦${BALANCE}`,
    );
    await shotInAllSizes(app, "approve-short");

    await openCard(app, "approve-top-up");
    await app.seeText(`Top up ₦${missing}`);
    await app.shot("card-missing");
    await charge(app, "success");
    assertIncludesAll(await seeOutcome(app, "Funded"), "Added to your balance", `₦${missing}`);
    await leaveCard(app);

    await app.see("approve-screen");
    await app.seeNo("approve-short-NGN");
    await app.typeInto("approve-total-input", payroll.total);
    await waitUntilPayIsEnabled(app);
    await app.pressOn("approve-pay");
    await allArePaid(app, { people: PEOPLE, total: payroll.total });
    await app.pressOn("sidebar-topUp");
    await app.seeIn("top-up-balance-NGN", `−₦${payroll.total}`);
    await app.shot("top-up-after-paying");
  }),
);

/**
 * The service reports its balance only with a top-up.
 * @param {App} app
 */
async function topUpToGetTheBalance(app) {
  await app.pressOn("sidebar-topUp");
  await openCard(app);
  await typePayer(app);
  await charge(app, "success", "1,000");
  await seeOutcome(app, "Funded");
  await leaveCard(app);
}

/**
 * The amount by which `total` exceeds the balance.
 * @param {string} total
 */
function shortOf(total) {
  const kobo = minor(total) - minor(BALANCE);
  assert.ok(kobo > 0n);
  return `${(kobo / 100n).toLocaleString("en-US")}.${`${kobo % 100n}`.padStart(2, "0")}`;
}

/** @param {string} amount */
const minor = (amount) => BigInt(amount.replaceAll(/\D/g, ""));
