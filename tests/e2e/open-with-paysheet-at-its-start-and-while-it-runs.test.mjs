/**
 * A payroll is opened from the file manager: the first file starts Paysheet, the next ones reach the window that is
 * open, wherever the user is in it. Each is handled as if it was dropped, and no unfinished payroll is lost.
 */
import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import { freshHome, story } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
/** @import {App} from "./harness.mjs" */

const IN_NOVEMBER = 12;
const IN_DECEMBER = 7;

const name = "open-with-paysheet-at-its-start-and-while-it-runs";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const { path: november } = await writePayroll(home, "November 2026 salaries.csv", IN_NOVEMBER);
    const { path: december } = await writePayroll(home, "December 2026 salaries.csv", IN_DECEMBER, IN_NOVEMBER);

    // Nothing can be opened yet: the file waits for a profile.
    const app = await open({ home, args: [november] });
    await app.seeIn("welcome-dropped", basename(november));
    await app.shot("welcome-opened-with-paysheet");
    await app.pressOn("welcome-practice");
    await seeInCheck(app, IN_NOVEMBER);

    // A path without its folder begins where the second start was made.
    await app.pressOn("sidebar-people");
    await app.seeNo("check-screen");
    await app.startAgain(home, basename(december));
    await seeInCheck(app, IN_DECEMBER);

    await app.startAgain(home, "gone.xlsx");
    await app.seeIn("error-panel", "gone.xlsx");
    assert.equal(await app.attribute("error-panel", "data-code"), "file_unreadable");
    for (const unfinished of ["pay-open-1", "pay-open-2"]) await app.see(unfinished);

    await app.startAgain(home, december, november);
    await app.seeToast("only the first is opened");
    await seeInCheck(app, IN_DECEMBER);

    // A start with its desk open at once. It has the arguments of the first one.
    await app.restart();
    await seeInCheck(app, IN_NOVEMBER);
  }),
);

/**
 * @param {App} app
 * @param {number} people
 */
async function seeInCheck(app, people) {
  await app.see("check-screen");
  await app.seeIn("check-people", `${people} of ${people} people can be paid`);
}
