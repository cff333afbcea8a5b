/**
 * The part of a desktop that shows tray icons and notifications. The virtual screen has none, so tests that need one
 * start it; in the others, closing the window ends the program.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { until, xdotool } from "./harness.mjs";
/** @import {App} from "./harness.mjs" */

const ANSWERED_WITHIN_MS = 20_000;

/**
 * @typedef {{label: string, enabled: boolean}} Entry An entry of the menu; a separator has no label.
 * @typedef {{application: string, title: string, text: string}} Notification
 */

/** @typedef {Awaited<ReturnType<typeof startDesktopShell>>} DesktopShell */

/** Starts it on the session bus and waits until programs can find it. It ends with the test. */
export async function startDesktopShell() {
  const practice = process.env["PAYSHEET_E2E_PRACTICE"] ?? "";
  const child = spawn(join(dirname(practice), "examples/desktop_shell"), [], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await answers.next();
    assert.ok(!done, "the desktop shell ended");
    return JSON.parse(value);
  };
  /** @param {string} command */
  const ask = (command) => {
    child.stdin.write(`${command}\n`);
    return answer();
  };
  assert.equal(await answer(), "ready");
  return {
    /**
     * The menu of the tray icon; null while there is no icon.
     * @returns {Promise<Entry[] | null>}
     */
    tray: () => ask("tray"),
    /**
     * Clicks an entry of that menu.
     * @param {string} label
     */
    async choose(label) {
      assert.deepEqual(await ask(`choose ${label}`), { chosen: label });
    },
    /** @returns {Promise<Notification[]>} */
    notifications: () => ask("notifications"),
    async stop() {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
}

/** The id of the main window on the screen; empty if it is not shown. */
const mainWindow = () => xdotool("search", "--onlyvisible", "--name", "^Paysheet$");

/** Closes the window with the window manager's shortcut. */
export async function askToCloseTheWindow() {
  const window = await mainWindow();
  assert.notEqual(window, "", "the window is shown");
  await xdotool("windowactivate", "--sync", window);
  await xdotool("key", "alt+F4");
}

export async function closeTheWindow() {
  await askToCloseTheWindow();
  await windowIsGone();
}

/**
 * Declines starting at login, and waits until the window is gone. Uses the keyboard: the driver waits for the page to
 * answer a click, which a page in a hidden window may never do.
 * @param {App} app
 */
export async function closeWithoutStartingAtLogin(app) {
  await app.see("login-offer-no");
  await app.look(`document.querySelector('[data-testid="login-offer-no"]').focus()`);
  await xdotool("key", "Return");
  await windowIsGone();
}

export async function windowIsGone() {
  await until(
    ANSWERED_WITHIN_MS,
    () => "the window is still on the screen",
    async () => (await mainWindow()) === "",
  );
}

export async function windowIsBack() {
  await until(ANSWERED_WITHIN_MS, () => "the window is not on the screen", mainWindow);
}

/**
 * Waits until the program has ended by itself.
 * @param {App} app
 */
export async function programEnds(app) {
  await until(
    ANSWERED_WITHIN_MS,
    () => "the program still runs",
    async () => !(await isRunning(app)),
  );
}

/**
 * Checks the application's own process, not only the driver.
 * @param {App} app
 */
async function isRunning(app) {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/u.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, "utf8").catch(() => "")));
  return lines.some((line) => {
    const [, name, state, group] = /^\d+ \((.*)\) (\S) \d+ (\d+) /u.exec(line) ?? [];
    return name === "paysheet" && state !== "Z" && Number(group) === app.group;
  });
}
