/** "When was she last paid?": found in one step, also from Payrolls, and paid again without a file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshHome, story } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { allArePaid, chooseAndCheck, review, reviewAndType } from "./steps.mjs";
import { startPractising } from "./top-ups.mjs";

const PEOPLE = 12;
/** Only in the first payroll. */
const PERSON_NAME = "Ogechi Obi";
const ROWS = '[data-testid^="grid-row-"]';

const name = "find-a-person-paid-two-payrolls-ago-and-pay-them-without-a-file";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const september = await writePayroll(home, "September 2026 salaries.csv", PEOPLE);
    const october = await writePayroll(home, "October 2026 salaries.csv", PEOPLE, 20);
    const app = await open({ home });
    await startPractising(app);
    await app.pressOn("sidebar-people");
    await app.see("people-new-payroll");
    await app.shot("people-empty");
    for (const payroll of [september, october]) {
      await app.pressOn("sidebar-pay");
      await chooseAndCheck(app, payroll, PEOPLE);
      await reviewAndType(app, payroll);
      await app.pressOn("approve-pay");
      await allArePaid(app, { people: PEOPLE, total: payroll.total });
    }

    await app.pressOn("sidebar-people");
    await app.seeText(PERSON_NAME);
    await shotInAllSizes(app, "people");

    await app.pressOn("sidebar-payrolls");
    await app.typeInto("payrolls-search", "ogechi");
    await app.pressOn("payrolls-people");
    await app.seeText(PERSON_NAME);
    /** @type {number} */
    const found = await app.look(`return document.querySelectorAll('${ROWS}').length`);
    assert.equal(found, 1);
    await app.look(`document.querySelector('${ROWS} [data-testid$="-name"]').click()`);
    await app.see("person-payments");
    await app.seeText("September 2026 salaries");
    await shotInAllSizes(app, "person");

    await app.pressOn("person-pay");
    await app.see("pay-people");
    await app.shot("person-pay");
    await app.pressOn("pay-people-last_paid");
    await app.pressOn("confirm");
    await app.see("check-screen");
    await app.seeIn("check-people", "1 of 1 person can be paid");
    await app.shot("check-without-a-file");
    await review(app);
    const total = (await app.text("approve-total")).replaceAll(/[^0-9.,]/g, "");
    await reviewAndTypeShown(app, total);
    await app.pressOn("approve-pay");
    await app.seeIn("track-all-paid", "1 person");
  }),
);

/**
 * The other payroll paid the person this morning: that question is decided, and the total typed.
 * @param {import("./harness.mjs").App} app
 * @param {string} total
 */
async function reviewAndTypeShown(app, total) {
  await app.pressOn("approve-back");
  await reviewAndType(app, { total });
}
