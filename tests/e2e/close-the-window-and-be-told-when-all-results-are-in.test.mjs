/**
 * The window is closed while results are missing. The program stays in the tray, receives the results, reopens its
 * window and notifies when all have arrived. Then it has nothing to wait for, and ends. The first time it offers to
 * start at login.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import {
  askToCloseTheWindow,
  closeTheWindow,
  closeWithoutStartingAtLogin,
  programEnds,
  startDesktopShell,
  windowIsBack,
} from "./desktop-shell.mjs";
import { freePort, freshHome, story, until } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { allArePaid, chooseAndCheck, connect, listenAt, reviewAndType } from "./steps.mjs";
/** @import {DesktopShell, Entry} from "./desktop-shell.mjs" */

const PEOPLE = 40;
/** Slow enough that the count in the tray decreases in visible steps. */
const PACE_MS = 300;
const ARRIVED_WITHIN_MS = 40_000;

const name = "close-the-window-and-be-told-when-all-results-are-in";

test(name, async () => {
  const shell = await startDesktopShell();
  try {
    await story(name, async ({ open, practice }) => {
      const home = await freshHome();
      const callbackUrl = `http://127.0.0.1:${await freePort()}/paid/5e0c`;
      const journal = join(home, "journal.jsonl");
      const options = { token: "a-token-of-this-story", lock: "a-lock-of-this-story", callbackUrl, journal };
      const service = await practice({ ...options, paceMs: PACE_MS });
      const payroll = await writePayroll(home, "November 2026 salaries.csv", PEOPLE);

      const app = await open({ home });
      await connect(app, { address: service.address, ...options });
      await listenAt(app, callbackUrl);
      await chooseAndCheck(app, payroll, PEOPLE);
      await reviewAndType(app, payroll);
      assert.equal(await shell.tray(), null, "nothing is outstanding");
      await app.pressOn("approve-pay");
      await app.seeIn("batch-1", "Accepted");
      // Results must still be missing when the window closes, even if the dialog and its picture are slow.
      service.freeze();
      await app.seeText("You can close this window");
      await askToCloseTheWindow();
      await app.seeText("Start Paysheet when you log in?");
      await app.shot("start-at-login-is-offered-once");
      await closeWithoutStartingAtLogin(app);

      service.thaw();
      const first = await countInTray(shell, (count) => count > 0);
      await countInTray(shell, (count) => count > 0 && count < first);
      service.freeze();
      const left = await settledCount(shell);
      assert.deepEqual(await shell.notifications(), [], "nobody is disturbed before all results are in");

      await shell.choose("Open Paysheet");
      await windowIsBack();
      await app.seeIn("tile-paid", `${PEOPLE - left}`);
      await app.shot("track-opened-from-the-tray");
      await closeTheWindow();
      assert.equal(await countInTray(shell, () => true), left);

      service.thaw();
      await theUserIsTold(shell, payroll.total);
      await programEnds(app);
      assert.equal(await shell.tray(), null, "nothing is left to wait for");

      await app.restart();
      await app.pressOn("sidebar-payrolls");
      await app.pressOn("payroll-line-1");
      await allArePaid(app, { people: PEOPLE, total: payroll.total });
    });
  } finally {
    await shell.stop();
  }
});

/**
 * Waits until the icon counts this many payments without a result.
 * @param {DesktopShell} shell
 * @param {(count: number) => boolean} isWanted
 */
async function countInTray(shell, isWanted) {
  /** @type {Entry[] | null} */
  let entries = null;
  const count = await until(
    ARRIVED_WITHIN_MS,
    () => `the tray to count what is outstanding; it shows ${JSON.stringify(entries)}`,
    async () => {
      entries = await shell.tray();
      const shown = countOf(entries);
      return shown > 0 && isWanted(shown) ? shown : null;
    },
  );
  assert.deepEqual(entries, [
    { label: "Open Paysheet", enabled: true },
    { label: "", enabled: true },
    { label: `${count} payments without a result`, enabled: false },
    { label: "", enabled: true },
    { label: "Quit Paysheet", enabled: true },
  ]);
  return count;
}

/** @param {Entry[] | null} entries */
const countOf = (entries) => Number(/^(\d+) payments without a result$/u.exec(entries?.[2]?.label ?? "")?.[1] ?? 0);

/**
 * The final count: earlier reports are combined and shown twice a second.
 * @param {DesktopShell} shell
 */
async function settledCount(shell) {
  let [before, since] = [0, Date.now()];
  const STILL_MS = 2_000;
  return until(
    ARRIVED_WITHIN_MS,
    () => `the count in the tray to stay; it is ${before}`,
    async () => {
      const count = await countInTray(shell, () => true);
      if (count !== before) [before, since] = [count, Date.now()];
      return Date.now() - since > STILL_MS ? count : null;
    },
  );
}

/**
 * @param {DesktopShell} shell
 * @param {string} total
 */
async function theUserIsTold(shell, total) {
  const shown = await until(
    ARRIVED_WITHIN_MS,
    () => "a notification",
    async () => {
      const all = await shell.notifications();
      return all.length > 0 ? all : null;
    },
  );
  assert.deepEqual(shown, [
    {
      application: "Paysheet",
      title: "All results are in",
      text: `November 2026 salaries: ${PEOPLE} people recorded as paid, NGN ${total}.`,
    },
  ]);
}
