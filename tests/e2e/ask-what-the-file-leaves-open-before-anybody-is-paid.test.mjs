/**
 * The file marks people as not to be paid, has a second table, a column computed from others, and sums that differ.
 * Each must be answered before Pay.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { chooseFile, freshHome, Key, story } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 12;

const name = "ask-what-the-file-leaves-open-before-anybody-is-paid";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const { path: suspended } = await writePayroll(home, "Suspended November 2026.csv", PEOPLE);
    await changeLines(suspended, (line, at) => `${line},${STATUS_BY_LINE.get(at) ?? ""}`);
    const { path: twoTables } = await writePayroll(home, "Two branches November 2026.csv", PEOPLE);
    await changeLines(twoTables, (line, at) => (at === 7 ? `${OTHER_HEADINGS}\r\n${line}` : line));
    const { path: arrears } = await writePayroll(home, "Arrears November 2026.csv", PEOPLE, 0, 95_000);
    await changeLines(arrears, withArrears);
    const { path: total } = await writePayroll(home, "Total November 2026.csv", PEOPLE, 0, 95_000);
    await changeLines(total, (line, at) => (at === PEOPLE ? `${line}\r\nTOTAL,,,1234500.00` : line));
    const { path: wide } = await writePayroll(home, "Payroll register November 2026.csv", PEOPLE);
    await changeLines(wide, (line, at) =>
      at === 0 ? `${UNKNOWN_HEADINGS},${REGISTER.headings}` : `${line},${REGISTER.cells}`,
    );
    const { path: count } = await writePayroll(home, "Count November 2026.csv", PEOPLE, 0, 95_000);
    await changeLines(count, (line, at) => (at === 0 ? `Number of staff: ${PEOPLE + 1}\r\n${line}` : line));

    const app = await open({ home });
    await app.pressOn("welcome-practice");
    await app.see("pay-drop");

    await choose(app, suspended);
    await app.see("check-screen");
    await app.seeIn("check-screen", `${STATUS_BY_LINE.size} rows to review first`);
    await app.see("panel-exclude-all");
    await shotInAllSizes(app, "check-not-to-pay");
    await app.pressOn("panel-exclude-all");
    await app.seeIn("panel", "Resigned 31/10");
    await app.pressOn("panel-exclude");
    await app.seeIn("check-people", `${PEOPLE - STATUS_BY_LINE.size} of ${PEOPLE} people can be paid`);
    await app.shot("check-not-to-pay-excluded");

    await app.pressOn("sidebar-pay");
    await choose(app, twoTables);
    await app.seeIn("map-lead", "another table, with its headings in row 8");
    await app.shot("map-other-table");
    await app.pressOn("map-confirm");
    await app.see("check-screen");
    await app.pressOn("skipped-look");
    await app.seeIn("skipped-list", "Row of another table");
    await shotInAllSizes(app, "check-other-table-listed");
    await app.keys(Key.ESCAPE);

    await app.pressOn("sidebar-pay");
    await choose(app, arrears);
    await app.seeIn("map-mark-G", "= Amount + Arrears, in 12 of 12 rows");
    await app.shot("map-sum-of-others");
    await app.pressOn("map-confirm");
    await app.see("check-screen");
    const sum = Array.from({ length: PEOPLE }, (_, at) => 95_000 + 250 * at + 1_000 * (at % 3)).reduce((a, b) => a + b);
    await app.seeIn("check-screen", sum.toLocaleString("en-US"));
    assert.equal(await app.sees("map-columns"), false);

    await app.pressOn("sidebar-pay");
    await choose(app, total);
    await app.seeIn("map-lead", `The total in row ${PEOPLE + 2} is`);
    await shotInAllSizes(app, "map-differing-total");

    await app.pressOn("map-back");
    await app.pressOn("sidebar-pay");
    await choose(app, count);
    await app.seeIn(
      "map-lead",
      `Row 1 of the file gives the number of people as ${PEOPLE + 1}, but ${PEOPLE} were found below it`,
    );
    await app.shot("map-differing-count");
    await app.pressOn("map-confirm");
    await app.see("check-screen");

    await app.pressOn("sidebar-pay");
    await choose(app, wide);
    await app.seeIn("map-strip", "Hazard");
    await shotInAllSizes(app, "map-wide");
  }),
);

/** Status texts in the file, by the line of the person. */
const STATUS_BY_LINE = new Map([
  [3, "SUSPENDED"],
  [5, "SUSPENDED"],
  [9, "Resigned 31/10"],
]);
/** A column without a known heading: its meaning is detected from the contents. */
const UNKNOWN_HEADINGS = "Who,House,Where,Before,Reason";
/** Further columns of a payroll register. */
const REGISTER = {
  headings: "Grade,Location,Unit,Housing,Transport,Hazard,Union dues,Pension,Shift",
  cells: "GL 08,Ikeja,Works,20000.00,15000.00,5000.00,500.00,7200.00,Night",
};
const OTHER_HEADINGS = "Staff,Banque,Compte,Montant,Motif";

/**
 * @param {string} line
 * @param {number} at
 */
function withArrears(line, at) {
  if (at === 0) return `${line},Arrears,Total Payable`;
  const amount = Number(line.split(",")[3]);
  const extra = 1_000 * ((at - 1) % 3);
  return `${line},${extra}.00,${amount + extra}.00`;
}

/**
 * Changes each line of a file; the headings are line 0.
 * @param {string} path
 * @param {(line: string, at: number) => string} change
 */
async function changeLines(path, change) {
  const lines = (await readFile(path, "utf8")).trimEnd().split("\r\n");
  await writeFile(path, [...lines.map(change), ""].join("\r\n"));
}

/**
 * @param {App} app
 * @param {string} path
 */
async function choose(app, path) {
  await app.pressOn("pay-choose");
  await chooseFile(path);
}
