/**
 * Drives the bank's page (3-D Secure). WebDriver cannot reach its window, so the window is found by its title, driven
 * with the keyboard, and checked in pictures of the whole screen.
 */
import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { waitUntilDrawn, shotOfScreen, until, xdotool } from "./harness.mjs";

const run = promisify(execFile);

const SEEN_WITHIN_MS = 20_000;
/** The centre of the field on the practice bank's page, relative to its window. */
export const FIELD = { x: 260, y: 368 };
/** Delay between two keys; faster than a person types. */
const KEY_MS = 20;
const EMPTY_COLOURS_MAX = 8;
/** Host, padlock, and the time left until the page expires. */
const TITLE = /^(⚠ http:\/\/127\.0\.0\.1:\d+) · (\d:\d\d)$/u;

/**
 * Counts the colours that a window shows; an empty window shows only a few.
 * @param {string} id
 */
async function countColours(id) {
  const { stdout } = await run("import", ["-window", id, "-format", "%k", "info:-"]).catch(() => ({ stdout: "0" }));
  return Number(stdout);
}

/** Windows that have shown a bank's page. */
const shownWindows = new Set();

/**
 * Retried, since a window that is opening or closing may ignore the request.
 * @param {string} id
 */
async function activate(id) {
  await until(
    SEEN_WITHIN_MS,
    async () => `"${await titleOf(id)}" does not come to the front`,
    async () => {
      await xdotool("windowactivate", id);
      return (await xdotool("getactivewindow")) === id;
    },
  );
}

async function bankWindows() {
  return (await xdotool("search", "--onlyvisible", "--name", "127.0.0.1:[0-9]+")).split("\n").filter(Boolean);
}

/**
 * Waits for the bank's window, or for another one, and returns its id once its page is drawn.
 * @param {string | null} [not]
 */
async function bankWindow(not = null) {
  const found = async () => (await bankWindows()).find((id) => id !== not && !shownWindows.has(id));
  const id = await until(SEEN_WITHIN_MS, () => "waited for a window with the bank's page", found);
  await activate(id);
  await until(
    SEEN_WITHIN_MS,
    () => "the bank's page stays empty",
    async () => (await countColours(id)) > EMPTY_COLOURS_MAX,
  );
  await waitUntilDrawn(id);
  shownWindows.add(id);
  return id;
}

/**
 * Waits for the bank's page, takes a picture of the screen and returns the window's id.
 * @param {string} picture
 * @param {string | null} [not]
 */
export async function seeBankPage(picture, not = null) {
  const id = await bankWindow(not);
  await until(
    SEEN_WITHIN_MS,
    () => "the title does not say whose page it is",
    async () => TITLE.test(await titleOf(id)),
  );
  await shotOfScreen(picture);
  return id;
}

/** @param {string} id */
export const titleOf = (id) => xdotool("getwindowname", id);

/**
 * Types a text and presses keys in this window.
 * @param {string} id
 * @param {string} text
 * @param {...string} keys
 */
export async function typeIntoBankPage(id, text, ...keys) {
  await activate(id);
  if (text !== "") {
    await xdotool("type", "--delay", String(KEY_MS), text);
  }
  for (const key of keys) {
    await waitUntilDrawn(id);
    await xdotool("key", key);
  }
}

/**
 * Clicks at a position inside the window.
 * @param {string} id
 * @param {{x: unknown, y: unknown}} given
 */
export async function clickInBankPage(id, { x, y }) {
  await activate(id);
  await xdotool("mousemove", "--window", id, String(x), String(y), "click", "1");
  await waitUntilDrawn(id);
}

/**
 * Closes it with the window manager's shortcut.
 * @param {string} id
 */
export async function closeBankPage(id) {
  await activate(id);
  await xdotool("key", "alt+F4");
}

/**
 * Checks that no bank window exists: neither by its title nor among the windows seen before. The search itself must
 * succeed.
 * @param {number} [withinMs]
 */
export async function seeNoBankPage(withinMs = SEEN_WITHIN_MS) {
  const left = async () => {
    const ids = await Promise.all(
      [...shownWindows].map(async (id) => ((await xdotool("getwindowgeometry", id)) === "" ? [] : [id])),
    );
    return [...(await bankWindows()), ...ids.flat()];
  };
  await until(
    withinMs,
    async () => `the bank's page is still open: ${await Promise.all((await left()).map(titleOf))}`,
    async () => (await left()).length === 0,
  );
  shownWindows.clear();
  await until(
    SEEN_WITHIN_MS,
    () => "the card window cannot be seen either",
    () => xdotool("search", "--onlyvisible", "--name", "^Top up by card$"),
  );
}

/**
 * Installs a browser that stores the address it is opened with. Returns the environment that makes the system use it.
 * @param {string} home
 */
export async function installBrowser(home) {
  const folder = join(home, "programs");
  const visited = join(home, "visited");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "xdg-open"), `#!/bin/sh\nprintf '%s' "$1" > "${visited}"\n`);
  await chmod(join(folder, "xdg-open"), 0o755);
  const address = () => readFile(visited, "utf8").catch(() => "");
  return {
    env: { PATH: `${folder}:${process.env.PATH}` },
    /** The address that the browser was opened with. */
    address: () => until(SEEN_WITHIN_MS, () => "no browser was opened", address),
  };
}
