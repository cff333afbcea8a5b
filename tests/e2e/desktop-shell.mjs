/**
 * The part of a desktop that shows icons in its tray and notifications. There is none on the virtual screen, so the
 * stories that need one bring their own; in the others a closed window ends the program.
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

/** Starts it on the session bus, and waits until programs can find it there. It ends with the story. */
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
     * The menu of the icon in the tray; null while there is no icon.
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

/** The main window on the screen; nothing if it is not shown. */
const mainWindow = () => xdotool("search", "--onlyvisible", "--name", "^Paysheet$");

/** Closes the window as its user does: by the keys of the window manager. */
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
 * Says no to starting at login, and the window goes. By the keyboard: the driver waits for the page to answer a click, and
 * a page whose window is hidden meanwhile may never do so.
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
 * Waits until the program ended by itself.
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
 * Whether the application itself runs, not only what drives it.
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
