/** Unknown headings are mapped once; next month's file with the same layout opens directly in Check. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { chooseFile, freshHome, story, until } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { chooseAndCheck } from "./steps.mjs";
/**
 * @import {App} from "./harness.mjs"
 * @import {Payroll} from "./payrolls.mjs"
 */

const PEOPLE = 12;
const HEADINGS = "Who,House,Where,Before,Reason";

const SEEN_WITHIN_MS = 20_000;

const name = "say-once-what-the-columns-mean-and-never-again";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const november = await withHeadings(await writePayroll(home, "November 2026.csv", PEOPLE), HEADINGS);
    const december = await withHeadings(await writePayroll(home, "December 2026.csv", PEOPLE, 0, 95_000), HEADINGS);

    const app = await open({ home });
    await app.pressOn("welcome-practice");
    await app.see("pay-drop");
    await app.pressOn("pay-choose");
    await chooseFile(november.path);
    await app.see("map-columns");
    await app.shot("map-unknown-headings");
    for (const [column, field] of [
      ["A", "Name"],
      ["B", "Bank, by name"],
      ["C", "Account number"],
      ["D", "Amount"],
    ]) {
      await say(app, column, field);
    }
    await app.seeIn("map-people", "Amaka Okeke");
    await say(app, "E", "Not used");
    await app.seeIn("map-lead", "Check the first people on the right");
    await until(
      SEEN_WITHIN_MS,
      () => "the first people to be read anew",
      async () => (await app.attribute("map-people", "data-stale")) === null,
    );
    await app.shot("map-said");
    await app.pressOn("map-confirm");
    await app.see("check-screen");
    await app.seeIn("check-people", `${PEOPLE} of ${PEOPLE} people can be paid`);

    await app.pressOn("sidebar-pay");
    await chooseAndCheck(app, december, PEOPLE);
    assert.equal(await app.sees("map-columns"), false, "nothing is asked twice");
    await app.pressOn("sidebar-settings");
    await app.pressOn("settings-nav-layouts");
    await app.seeIn("settings-layouts", "November");
    await shotInAllSizes(app, "settings-layouts");
  }),
);

/**
 * Sets a column's field, unless it is set already.
 * @param {App} app
 * @param {string} column
 * @param {string} field
 */
async function say(app, column, field) {
  if ((await app.attribute(`map-field-${column}`, "value")) === field) {
    return;
  }
  await app.pressOn(`map-field-${column}`);
  await app.pressText(field);
}

/**
 * @param {Payroll} payroll
 * @param {string} headings
 */
async function withHeadings(payroll, headings) {
  const [, ...rows] = (await readFile(payroll.path, "utf8")).split("\r\n");
  await writeFile(payroll.path, [headings, ...rows].join("\r\n"));
  return payroll;
}
