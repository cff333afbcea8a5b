/**
 * What a person does with the bank's page (3-D Secure). It is in a window that no driver can see, so it is found by
 * its title, driven with the keyboard, and looked at in pictures of the whole screen.
 */
import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { waitUntilDrawn, shotOfScreen, until, xdotool } from "./harness.mjs";

const run = promisify(execFile);

const SEEN_WITHIN_MS = 20_000;
/** The middle of the practice bank's field, in its window. */
export const FIELD = { x: 260, y: 368 };
/** Between two keys; a person's are slower. */
const KEY_MS = 20;
const EMPTY_COLOURS_MAX = 8;
/** Host and padlock, and what is left of the page's life. */
const TITLE = /^(⚠ http:\/\/127\.0\.0\.1:\d+) · (\d:\d\d)$/u;

/**
 * How many colours a window shows; an empty one has hardly any.
 * @param {string} id
 */
async function countColours(id) {
  const { stdout } = await run("import", ["-window", id, "-format", "%k", "info:-"]).catch(() => ({ stdout: "0" }));
  return Number(stdout);
}

/** Windows that showed a bank's page. */
const shownWindows = new Set();

/**
 * Asked for until it is so: a window that is going, or coming, does not always hear of it.
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
 * Waits for the bank's window, or for one beside it; answers its id once its page is drawn.
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
 * Waits for the bank's page and takes a picture of the screen; answers its window.
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
 * Types a text and presses keys, in this window.
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
 * Clicks with the mouse, at a place of the window itself.
 * @param {string} id
 * @param {{x: unknown, y: unknown}} given
 */
export async function clickInBankPage(id, { x, y }) {
  await activate(id);
  await xdotool("mousemove", "--window", id, String(x), String(y), "click", "1");
  await waitUntilDrawn(id);
}

/**
 * As the window manager's own key does.
 * @param {string} id
 */
export async function closeBankPage(id) {
  await activate(id);
  await xdotool("key", "alt+F4");
}

/**
 * Neither a window that says so nor one that ever did, empty ones among them; what looks for them can see.
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
 * A browser for the system to open: it writes down where it was sent. Answers what the application needs to find it.
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
    /** Where the browser was sent. */
    address: () => until(SEEN_WITHIN_MS, () => "no browser was opened", address),
  };
}
