/**
 * What a screen reader is told of the window, over the accessibility bus of the desktop. axe-core looks at the document;
 * this is what comes out behind it, by way of the web view and its toolkit.
 */
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { until } from "./harness.mjs";

const run = promisify(execFile);

const HEARD_WITHIN_MS = 20_000;
const TREE_BYTES_MAX = 16 * 1024 * 1024;

/** With this environment the window is on the bus. It is off it in the other stories: each change of a page costs time there. */
export const HEARD = { NO_AT_BRIDGE: undefined, WEBKIT_A11Y_BUS_ADDRESS: undefined };

/**
 * @typedef {{role: string, name: string, text: string, description: string, isFocusable: boolean, isEnabled: boolean}} Heard
 * An object that is in view.
 */

/**
 * Waits until these names are all read, and returns what can be pressed, filled or has the focus.
 * @param {string[]} names
 */
export async function hears(names) {
  /** @type {Heard[]} */
  let heard = [];
  /** @type {string[]} */
  let missing = [];
  await until(
    HEARD_WITHIN_MS,
    () => `nobody hears of ${missing.join(", ")}; these are heard: ${heard.map(({ name }) => name).join(" | ")}`,
    async () => {
      heard = (await allInView()).filter(isControl);
      missing = names.filter((name) => !heard.some((control) => control.name === name));
      return missing.length === 0;
    },
  );
  return heard;
}

/** @returns {Promise<Heard[]>} */
async function allInView() {
  const practice = process.env["PAYSHEET_E2E_PRACTICE"] ?? "";
  const tree = join(dirname(practice), "examples/accessibility_tree");
  const { stdout } = await run(tree, ["paysheet"], { maxBuffer: TREE_BYTES_MAX });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** A button that is disabled cannot have the focus, and is read all the same. */
const CONTROLS = ["button", "toggle button", "field", "link"];

/** @param {Heard} object */
const isControl = ({ role, isFocusable }) => isFocusable || CONTROLS.includes(role);

/**
 * Whether nothing would be read of it. A cell has no name; it is read by its text.
 * @param {Heard} control
 */
export const isMute = ({ role, name, text }) => name.trim() === "" && !(role === "cell" && text.trim() !== "");
