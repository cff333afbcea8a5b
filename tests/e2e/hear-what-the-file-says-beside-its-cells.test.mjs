/**
 * A title above a list, a column of payment modes, amounts in thousands, a net amount in parts, and an amount over a
 * wallet's limit: each is a question before payment. So is a file that was saved again after it was read.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { chooseFile, freshHome, story } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { review } from "./steps.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 12;
/** Line of the first person below the title. */
const HELD_FROM = 10;

const HEADINGS = "Name,Account number,Bank,Amount,Country";
const wanjiru = (/** @type {string} */ amount) => `Wanjiru Kamau,254712345678,M-PESA,${amount},KE`;
const ACHIENG = "Achieng Were,254733345678,M-PESA,30000,KE";
const OTIENO = "Otieno Odhiambo,254722345678,M-PESA,48000,KE";

const name = "hear-what-the-file-says-beside-its-cells";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const held = await changed(home, "Held.csv", (line, at) => (at === HELD_FROM ? `PAID IN CASH\r\n${line}` : line));
    const modes = await changed(home, "Modes.csv", (line, at) => `${line},${at === 0 ? "Payment Mode" : modeOf(at)}`);
    const thousands = await changed(home, "Thousands.csv", (line, at) =>
      at === 0 ? `ALL AMOUNTS IN THOUSANDS (N'000)\r\n${line}` : line.replace(/,9\d{4}\.00,/, `,${90 + at},`),
    );
    const split = await changed(
      home,
      "Split.csv",
      (line, at) => `${line},${at === 0 ? "Bank part,Cash" : partsOf(line)}`,
    );

    const app = await open({ home });
    await app.pressOn("welcome-practice");
    await app.see("pay-drop");

    await choose(app, held);
    await app.seeIn("check-screen", `${PEOPLE - HELD_FROM + 1} rows to review first`);
    await app.seeIn("panel", "The file says “PAID IN CASH”");
    await shotInAllSizes(app, "check-below-a-title");
    await app.pressOn("panel-exclude-all");
    await app.seeIn("check-people", `${HELD_FROM - 1} of ${PEOPLE} people can be paid`);

    await app.pressOn("sidebar-pay");
    await choose(app, modes);
    await app.seeIn("panel", "The file says “Payment Mode: Cash”");
    await shotInAllSizes(app, "check-mode-of-payment");
    await app.pressOn("panel-exclude-all");
    await app.seeIn("panel", "The file says “Payment Mode: Cheque”");
    await app.pressOn("panel-exclude");
    await app.seeIn("check-people", `${PEOPLE - 3} of ${PEOPLE} people can be paid`);

    await app.pressOn("sidebar-pay");
    await choose(app, thousands);
    await app.seeIn("panel", "Is this amount in thousands?");
    await shotInAllSizes(app, "check-thousands");
    await app.pressOn("panel-fix-all");
    await app.seeIn("check-people", `${PEOPLE} of ${PEOPLE} people can be paid`);
    await app.seeIn("check-screen", "91,000.00");

    await app.pressOn("sidebar-pay");
    await choose(app, split);
    await app.see("map-columns");
    await shotInAllSizes(app, "map-split-amount");

    await app.pressOn("map-back");
    await app.pressOn("sidebar-pay");
    await choose(app, await aboveTheLimit(home));
    await app.seeIn("panel", "More than this wallet takes in one payment");
    await shotInAllSizes(app, "check-above-limit");
    await app.pressOn("panel-split");
    await app.seeIn("check-people", "4 of 4 people can be paid");
    await app.shot("check-split-payment");
    await saveAgainAndRead(app, join(home, "Staff November 2026.csv"));
  }),
);

/**
 * The office corrects the file while Paysheet is open: Check and Approve show it, and the file is read again.
 * @param {App} app
 * @param {string} path
 */
async function saveAgainAndRead(app, path) {
  await writeFile(path, [HEADINGS, wanjiru("60000"), OTIENO, ""].join("\r\n"));
  await app.pressOn("sidebar-pay");
  await choose(app, path);
  await app.seeIn("check-people", "2 of 2 people can be paid");
  assert.equal(await app.sees("file-changed"), false);
  await writeFile(path, [HEADINGS, wanjiru("65000"), OTIENO, ACHIENG, ""].join("\r\n"));
  await review(app);
  await app.see("approve-file-changed");
  await shotInAllSizes(app, "approve-file-changed");
  await app.pressOn("approve-back");
  await app.seeIn("file-changed", "was saved again after Paysheet read it");
  await shotInAllSizes(app, "check-file-changed");
  await app.pressOn("file-changed-read");
  await app.press("Read Staff November 2026.csv again");
  await app.seeIn("check-people", "3 of 3 people can be paid");
  assert.equal(await app.sees("file-changed"), false);
}

/** @param {string} home */
async function aboveTheLimit(home) {
  const path = join(home, "Wallets.csv");
  await writeFile(path, [HEADINGS, wanjiru("600000"), OTIENO, ""].join("\r\n"));
  return path;
}

/** @param {number} at */
const modeOf = (at) => (at === 4 || at === 7 ? "Cash" : at === 9 ? "Cheque" : "Bank");

/** @param {string} line */
function partsOf(line) {
  const amount = Number(line.split(",")[3]);
  return `${amount - 15_000}.00,15000.00`;
}

/**
 * Writes a payroll and changes each line; the headings are line 0.
 * @param {string} home
 * @param {string} file
 * @param {(line: string, at: number) => string} change
 */
async function changed(home, file, change) {
  const { path } = await writePayroll(home, file, PEOPLE);
  const lines = (await readFile(path, "utf8")).trimEnd().split("\r\n");
  await writeFile(path, [...lines.map(change), ""].join("\r\n"));
  return path;
}

/**
 * @param {App} app
 * @param {string} path
 */
async function choose(app, path) {
  await app.pressOn("pay-choose");
  await chooseFile(path);
}
