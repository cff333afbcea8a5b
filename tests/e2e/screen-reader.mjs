/**
 * Reads the window as a screen reader does, over the desktop's accessibility bus. axe-core checks the document; this
 * checks the output of the web view and its toolkit.
 */
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { until } from "./harness.mjs";

const run = promisify(execFile);

const HEARD_WITHIN_MS = 20_000;
const TREE_BYTES_MAX = 16 * 1024 * 1024;

/** Connects the window to the accessibility bus. The other tests leave it off, since it slows page changes. */
export const ACCESSIBILITY_BUS_ENV = { NO_AT_BRIDGE: undefined, WEBKIT_A11Y_BUS_ADDRESS: undefined };

/**
 * @typedef {{role: string, name: string, text: string, description: string, isFocusable: boolean, isEnabled: boolean}} AccessibleObject
 * An object that is in view.
 */

/**
 * Waits until all these names are present, and returns the controls.
 * @param {string[]} names
 */
export async function waitForNames(names) {
  /** @type {AccessibleObject[]} */
  let objects = [];
  /** @type {string[]} */
  let missing = [];
  await until(
    HEARD_WITHIN_MS,
    () => `nobody hears of ${missing.join(", ")}; these are heard: ${objects.map(({ name }) => name).join(" | ")}`,
    async () => {
      objects = (await readAccessibilityTree()).filter(isControl);
      missing = names.filter((name) => !objects.some((control) => control.name === name));
      return missing.length === 0;
    },
  );
  return objects;
}

/** @returns {Promise<AccessibleObject[]>} */
async function readAccessibilityTree() {
  const practice = process.env["PAYSHEET_E2E_PRACTICE"] ?? "";
  const tree = join(dirname(practice), "examples/accessibility_tree");
  const { stdout } = await run(tree, ["paysheet"], { maxBuffer: TREE_BYTES_MAX });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** A disabled button cannot have the focus, but is read out. */
const CONTROLS = ["button", "toggle button", "field", "link"];

/** @param {AccessibleObject} object */
const isControl = ({ role, isFocusable }) => isFocusable || CONTROLS.includes(role);

/**
 * Whether a screen reader would read nothing. A cell has no name; its text is read.
 * @param {AccessibleObject} control
 */
export const isUnnamed = ({ role, name, text }) => name.trim() === "" && !(role === "cell" && text.trim() !== "");
