/** Types a bank into a cell, maps an unknown name once for all rows, and selects a branch from the list. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Key } from "selenium-webdriver";
import { chooseFile, freshHome, story } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { allArePaid, reviewAndType } from "./steps.mjs";
import { startPractising } from "./top-ups.mjs";
/** @import {App} from "./harness.mjs" */
/** @import {Payroll} from "./payrolls.mjs" */

const PEOPLE = 8;
/** The name that this office uses for one of its banks. */
const OFFICE_NAME = "Marina Office Bank";
const GHANA = [
  "Name,Bank,Branch,Account number,Amount,Narration,Country",
  "Ama Mensah,GCB Bank,GCB Bank High Street,1234567890123,900.00,Salary,GH",
  "Kofi Boateng,GCB Bank,The one at the market,1234567890124,950.00,Salary,GH",
  "",
].join("\r\n");

const name = "choose-banks-by-typing-and-a-branch-from-the-list";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const october = await withOfficeName(await writePayroll(home, "October 2026 salaries.csv", PEOPLE));
    const november = await withOfficeName(await writePayroll(home, "November 2026 salaries.csv", PEOPLE));
    const ghana = join(home, "Accra November 2026.csv");
    await writeFile(ghana, GHANA);
    const app = await open({ home });
    await startPractising(app);
    await saidOnceForAll(app, october);
    await neverAskedAgain(app, november);
    await branchFromTheList(app, ghana);
  }),
);

/**
 * Gives every fourth person the bank name that only this office uses.
 * @param {Payroll} payroll
 */
async function withOfficeName(payroll) {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(payroll.path, "utf8");
  await writeFile(payroll.path, text.replaceAll("Access Bank", OFFICE_NAME));
  return payroll;
}

/**
 * @param {App} app
 * @param {Payroll} payroll
 */
async function saidOnceForAll(app, payroll) {
  await app.pressOn("pay-choose");
  await chooseFile(payroll.path);
  await app.seeIn("chip-bank_unknown", "2");
  // Typed into the cell and undone: the mapping is for all rows, not for one.
  await app.pressOn("cell-0-bank_name");
  await app.keys(Key.ENTER);
  await app.see("bank-picker");
  await app.keys("acces");
  await app.see("bank-044");
  await app.shot("check-bank-in-its-cell");
  await app.keys(Key.ENTER);
  await app.seeIn("chip-bank_unknown", "1");
  await app.pressOn("check-undo");
  await app.seeIn("chip-bank_unknown", "2");
  // Once for all rows with that name.
  await app.pressOn("chip-bank_unknown");
  await app.typeInto("bank-picker", "access");
  await app.pressOn("bank-044");
  await app.pressOn("panel-fix-all");
  await app.seeNo("chip-bank_unknown");
  await reviewAndType(app, payroll);
  await app.pressOn("approve-pay");
  await allArePaid(app, { people: PEOPLE, total: payroll.total });
}

/**
 * @param {App} app
 * @param {Payroll} payroll
 */
async function neverAskedAgain(app, payroll) {
  await app.pressOn("sidebar-pay");
  await app.pressOn("pay-choose");
  await chooseFile(payroll.path);
  await app.seeIn("check-people", `${PEOPLE} of ${PEOPLE} people can be paid`);
  await app.shot("check-bank-as-before");
}

/**
 * @param {App} app
 * @param {string} path
 */
async function branchFromTheList(app, path) {
  await app.pressOn("sidebar-pay");
  await app.pressOn("pay-choose");
  await chooseFile(path);
  await app.see("check-screen");
  await app.pressOn("chip-branch_unknown");
  await app.seeIn("panel-title", "branch is not on the list");
  await app.shot("check-branch-unknown");
  await app.pressOn("panel-branch-choose");
  await app.keys("high");
  await app.seeText("GCB Bank High Street, ");
  await app.shot("check-branch-list");
  await app.keys(Key.ARROW_DOWN, Key.ENTER);
  await app.seeNo("chip-branch_unknown");
}
