/** Menus, lists and dialogs outside the main job, and the keyboard focus in them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { tabTo } from "./focus.mjs";
import { freshHome, Key, story, until, xdotool } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { allArePaid, chooseAndCheck, reviewAndType } from "./steps.mjs";
import { startPractising } from "./top-ups.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 12;
const SEEN_WITHIN_MS = 20_000;

const name = "open-what-is-shown-only-when-asked-for";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const app = await open({ home });
    await startPractising(app);

    await app.pressOn("pay-template");
    await app.see("pay-template-NG");
    await app.shot("pay-template");
    await app.keys(Key.ESCAPE);
    await app.seeNo("pay-template-NG");

    await dragAFileOutOfThePage(app, (await writePayroll(home, "Not chosen.csv", PEOPLE)).path);

    await app.pressOn("pay-sample");
    await app.see("panel");
    await tabTo(app, '[data-testid="panel-fix-all"]');
    await app.shot("check-focus-button");
    await tabTo(app, '[data-testid^="chip-"]');
    await app.shot("check-focus-chip");
    await lookAtWhatWasSkipped(app);
    await askBeforePasting(app);
    await findACommand(app);
    await chooseCompactRows(app);

    await app.pressOn("sidebar-pay");
    const payroll = await writePayroll(home, "October 2026 salaries.csv", PEOPLE);
    await chooseAndCheck(app, payroll, PEOPLE);
    await reviewAndType(app, payroll);
    await app.pressOn("approve-pay");
    await allArePaid(app, { people: PEOPLE, total: payroll.total });
    await app.pressOn("sidebar-payrolls");
    await app.see("payroll-line-2");
    await app.shot("payrolls-compact");
    await tabTo(app, '[data-testid^="payroll-line-"]');
    await app.shot("payrolls-focus-row");
  }),
);

/** Limit for the window to receive a drop. */
const DROP_WITHIN_MS = 3_000;

/**
 * A compromised page names a file by its path, and the user drags what looks like a picture. The file is not opened:
 * the user did not choose it.
 * @param {App} app
 * @param {string} path
 */
async function dragAFileOutOfThePage(app, path) {
  const [x, y] = [400, 300];
  await app.look(
    `const bait = document.createElement("div");
     bait.id = "bait";
     bait.draggable = true;
     bait.style.cssText = "position:fixed;z-index:9999;width:80px;height:80px;background:red;left:${x - 40}px;top:${y - 40}px";
     bait.addEventListener("dragstart", (event) => {
       window.baitWasDragged = true;
       event.dataTransfer.setData("text/uri-list", arguments[0]);
     });
     document.body.append(bait);`,
    `file://${encodeURI(path)}`,
  );
  const window = await xdotool("search", "--onlyvisible", "--name", "^Paysheet$");
  await xdotool("mousemove", "--window", window, `${x}`, `${y}`, "mousedown", "1");
  // The page processes the moves with a delay; a drag begins with them, so the pointer keeps moving.
  let step = 0;
  await until(
    SEEN_WITHIN_MS,
    () => "the page did not begin to drag what looks like a picture",
    async () => {
      step = (step % 4) + 1;
      await xdotool("mousemove", "--window", window, `${x + 10 * step}`, `${y + 5 * step}`);
      return app.look("return window.baitWasDragged === true");
    },
  );
  for (const further of [80, 120, 160, 200]) {
    await xdotool("mousemove", "--window", window, `${x + further}`, `${y + further / 2}`);
    await delay(100);
  }
  await xdotool("mouseup", "1");
  await delay(DROP_WITHIN_MS);
  assert.equal(await app.sees("check-screen"), false, "a file was opened that nobody chose");
  await app.seeNo("drop-overlay");
  await app.look(`document.getElementById("bait").remove()`);
}

/** Attempts to copy before pasting. */
const TRIES_MAX = 4;

/** @param {App} app */
async function lookAtWhatWasSkipped(app) {
  await app.pressOn("skipped-look");
  await app.see("skipped-list");
  await app.shot("check-skipped");
  await app.keys(Key.ESCAPE);
  await app.seeNo("skipped-list");
}

/**
 * Five names of the list over five others: the overwritten cells are shown before they change.
 * @param {App} app
 */
async function askBeforePasting(app) {
  const from = "cell-0-name";
  const onto = "cell-5-name";
  const [copied, replaced] = [await app.text(from), await app.text(onto)];
  assert.notEqual(copied, replaced);
  // Keyboard events and the driver's clicks arrive by different channels: a late copy has no effect.
  for (let tries = 0; tries < TRIES_MAX && !(await app.sees("paste-keep")); tries += 1) {
    await app.keys(Key.ESCAPE);
    await app.pressOn(from);
    await xdotool("key", "shift+Down", "shift+Down", "shift+Down", "shift+Down");
    await app.look("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await xdotool("key", "ctrl+c");
    await app.look("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await app.pressOn(onto);
    await xdotool("key", "ctrl+v");
    await app.seeText("Paste these cells?");
  }
  await app.see("paste-keep");
  await app.shot("check-paste");
  await app.keys(Key.ESCAPE);
  await app.seeNo("paste-keep");
  assert.equal(await app.text(onto), replaced, "nothing is pasted before it is kept");
}

/** @param {App} app */
async function findACommand(app) {
  await xdotool("key", "ctrl+k");
  await app.see("palette-input");
  await app.shot("palette");
  await app.keys("settings");
  await app.shot("palette-found");
  await app.keys(Key.ENTER);
  await app.see("settings-nav-appearance");
}

/** @param {App} app */
async function chooseCompactRows(app) {
  await app.pressOn("settings-nav-appearance");
  await app.pressText("Compact");
  await until(
    SEEN_WITHIN_MS,
    () => "compact rows",
    () => app.look(`return document.querySelector('[data-testid="settings-density"] input[value="compact"]').checked`),
  );
  await app.pressOn("sidebar-pay");
  await app.press("Continue with");
  await app.see("check-screen");
  await app.shot("check-compact");
}
