/**
 * The next month's file has another account for one of the people: a warning is shown before approval. One person
 * joined, one left and the others get more: Approve explains the difference between the two totals.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { chooseFile, freshHome, story } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { allArePaid, chooseAndCheck, reviewAndType } from "./steps.mjs";
import { startPractising } from "./top-ups.mjs";

const PEOPLE = 12;
/** Not in the list. */
const SOMEBODY_ELSE = 40;
const ACCOUNT_COLUMN = 2;
/** The first person left, and the person after the last one joined; the others get this instead of 90,000. */
const FROM_NOVEMBER = 1;
const BASIC_IN_NOVEMBER = 90_300;

const name = "notice-that-an-account-changed-since-last-month";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const october = await writePayroll(home, "October 2026 salaries.csv", PEOPLE);
    const november = await writePayroll(home, "November 2026 salaries.csv", PEOPLE, FROM_NOVEMBER, BASIC_IN_NOVEMBER);
    const other = await writePayroll(home, "Somebody else November 2026.csv", 1, SOMEBODY_ELSE);
    const before = await accountOfTheFirst(november.path);
    const now = await accountOfTheFirst(other.path);
    await writeFile(november.path, (await readFile(november.path, "utf8")).replace(before, now));

    const app = await open({ home });
    await startPractising(app);
    await chooseAndCheck(app, october, PEOPLE);
    await reviewAndType(app, october);
    await app.pressOn("approve-pay");
    await allArePaid(app, { people: PEOPLE, total: october.total });

    await app.pressOn("sidebar-pay");
    await app.pressOn("pay-choose");
    await chooseFile(november.path);
    await app.seeIn("chip-account_changed", "1");
    const panelText = (await app.text("panel")).replaceAll(/\s/g, "");
    assert.ok(panelText.includes(before), `${panelText} has the account of last month, ${before}`);
    await shotInAllSizes(app, "check-account-changed");

    // The account belongs to another person, and its check digit fits another bank.
    for (const warning of ["account_changed", "name_differs", "account_number_check_digit"]) {
      await app.see(`chip-${warning}`);
      await app.pressWithoutDoubleClick("panel-reason-0");
      await app.seeNo(`chip-${warning}`);
    }
    await app.seeNoText("1 row to review first");
    await reviewAndType(app, november);
    await app.seeIn("approve-bridge-NGN-joiners", "+₦93,300.00");
    await app.seeIn("approve-bridge-NGN-leavers", "−₦90,000.00");
    await app.seeIn("approve-bridge-NGN-increases", "+₦3,300.00");
    const bridge = await app.text("approve-bridge-NGN");
    for (const { total } of [october, november]) assert.ok(bridge.includes(total), `${bridge} has ${total}`);
    await app.pressOn("approve-bridge-NGN-joiners-open");
    await app.see("approve-bridge-people");
    await shotInAllSizes(app, "approve-bridge");
  }),
);

/** @param {string} path */
async function accountOfTheFirst(path) {
  const [, first] = (await readFile(path, "utf8")).split("\r\n");
  return first.split(",")[ACCOUNT_COLUMN];
}
