/** The user chooses the wrong file: Paysheet shows which, why and what to do, and the right one can follow. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { chooseFile, freshHome, story } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { chooseAndCheck } from "./steps.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 12;
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const MINUTES = "Minutes of the meeting\r\n\r\nPresent: everyone.\r\nNothing was decided.\r\n";

const name = "say-what-is-wrong-with-a-file-that-is-none";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const picture = join(home, "payroll.xlsx");
    const minutes = join(home, "minutes.csv");
    await writeFile(picture, PICTURE);
    await writeFile(minutes, MINUTES);
    const payroll = await writePayroll(home, "November 2026 salaries.csv", PEOPLE);

    const app = await open({ home });
    await app.pressOn("welcome-practice");
    await app.see("pay-drop");

    await app.pressOn("pay-choose");
    await chooseFile(picture);
    await seeWhatIsWrong(app, {
      code: "file_not_a_spreadsheet",
      title: "This is a picture, not a spreadsheet",
      file: "payroll.xlsx",
    });
    await app.shot("pay-error");

    await app.pressOn("pay-choose");
    await chooseFile(minutes);
    await seeWhatIsWrong(app, {
      code: "no_table_found",
      title: "No payroll was found in this file",
      file: "minutes.csv",
    });

    await chooseAndCheck(app, payroll, PEOPLE);
    await app.pressOn("sidebar-pay");
    await app.see("pay-drop");
    assert.equal(await app.sees("error-panel"), false, "what was wrong is over");
  }),
);

/**
 * @param {App} app
 * @param {{code: string, title: string, file: string}} given
 */
async function seeWhatIsWrong(app, { code, title, file }) {
  const message = await app.seeIn("error-panel", title);
  assert.equal(await app.attribute("error-panel", "data-code"), code);
  assert.match(message, /nobody was paid/i);
  assert.ok(message.includes(file), `${message} names ${file}`);
}
