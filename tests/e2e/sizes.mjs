/** Takes pictures of a screen in common window sizes; no text may be cut off. */
import assert from "node:assert/strict";
import { until } from "./harness.mjs";
/** @import {App} from "./harness.mjs" */

/** @typedef {{name: string, width: number, height: number}} Size A window without its frame. */

const SEEN_WITHIN_MS = 20_000;

/** The space inside frame, title bar and task bar on the most common laptop (1366 × 768). */
export const LAPTOP = { name: "1366x768", width: 1366, height: 688 };
/** The smallest supported window. */
export const SMALLEST = { name: "960x640", width: 960, height: 640 };
/** The card form next to another window. */
export const CARD = { name: "440x480", width: 440, height: 480 };

/**
 * Takes pictures in each size as `NAME-SIZE-light.png` and `-dark.png`, and restores the window.
 * @param {App} app
 * @param {string} name
 * @param {Size[]} sizes
 */
export async function shotAtSizes(app, name, sizes = [LAPTOP, SMALLEST]) {
  const [width, height] = await app.look("return [innerWidth, innerHeight]");
  for (const size of sizes) {
    await resize(app, size);
    await app.shot(`${name}-${size.name}`);
    await nothingIsCutOff(app, `${name} at ${size.name}`);
  }
  await resize(app, { width, height });
}

/**
 * Takes the picture in the window's own size, and in the others.
 * @param {App} app
 * @param {string} name
 */
export async function shotInAllSizes(app, name) {
  await app.shot(name);
  await shotAtSizes(app, name);
}

/**
 * Resolves when the window has that size and its layout is stable.
 * @param {App} app
 * @param {{width: number, height: number}} size
 */
export async function resize(app, { width, height }) {
  await app.driver.manage().window().setRect({ width, height });
  let seen = "";
  await until(
    SEEN_WITHIN_MS,
    () => `the window to be ${width} × ${height}; it is ${seen}`,
    async () => {
      seen = (await app.look("return [innerWidth, innerHeight]")).join(" × ");
      return seen === `${width} × ${height}`;
    },
  );
  await app.watch(SEEN_WITHIN_MS, AT_REST);
}

/**
 * Finds text outside the window, or outside a box that clips it. Scrollable text is not cut off. Ellipses and
 * placeholders are printed, not refused.
 * @param {App} app
 * @param {string} where
 */
async function nothingIsCutOff(app, where) {
  /** @type {{cut: string[], shortened: string[], sideways: string[]}} */
  const { cut, shortened, sideways } = await app.look(CUT_OFF);
  if (shortened.length > 0) console.log(`${where}: is shortened, without a title: ${shortened.join(" | ")}`);
  if (sideways.length > 0) console.log(`${where}: scrolls sideways: ${sideways.join(" | ")}`);
  assert.deepEqual(cut, [], `${where}: text is cut off`);
}

/** Resolves when every element with a test id has kept its position for a few frames. */
const AT_REST = `
  const done = arguments[arguments.length - 1];
  const FRAMES = 3;
  const places = () =>
    JSON.stringify([...document.querySelectorAll("[data-testid]")].map((element) => element.getBoundingClientRect()));
  let before = "";
  let same = 0;
  const step = () => {
    const now = places();
    same = now === before ? same + 1 : 0;
    before = now;
    if (same === FRAMES) done();
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);`;

/** Half a pixel is a rounding error. */
const CUT_OFF = `
  const SLACK_PX = 1.5;
  const cut = [];
  const shortened = new Set();
  const words = (node) => node.data.trim().replace(/\\s+/g, " ").slice(0, 40);
  const hides = (overflow) => overflow === "hidden" || overflow === "clip";
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
  const isForScreenReaders = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      if (at.offsetWidth <= 1 && at.offsetHeight <= 1 && at.offsetParent !== null) return true;
    }
    return false;
  };
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isForScreenReaders(element);
  const beyond = (text, box, axis) =>
    axis === "x"
      ? text.left < box.left - SLACK_PX || text.right > box.right + SLACK_PX
      : text.top < box.top - SLACK_PX || text.bottom > box.bottom + SLACK_PX;
  const screenBox = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const judge = (node, text) => {
    const open = new Set(["x", "y"]);
    for (let at = node.parentElement; at !== null && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      for (const axis of open) {
        const overflow = axis === "x" ? style.overflowX : style.overflowY;
        if (scrolls(overflow)) open.delete(axis);
        else if (hides(overflow) && beyond(text, box, axis)) {
          const isShortened = axis === "x" ? style.textOverflow === "ellipsis" : style.webkitLineClamp !== "none";
          if (!isShortened) return axis;
          if (at.closest("[title]") === null) shortened.add(words(node));
          return null;
        }
      }
      if (style.position === "fixed") break;
    }
    for (const axis of open) if (beyond(text, screenBox, axis)) return axis + ", beyond the window";
    return null;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.data.trim() === "" || !isSeen(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0 || text.height === 0) continue;
    const axis = judge(node, text);
    if (axis !== null) cut.push(words(node) + " (" + axis + ")");
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const field of document.querySelectorAll("input[placeholder]")) {
    if (field.value !== "" || !isSeen(field)) continue;
    const style = getComputedStyle(field);
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    pen.font = style.font;
    if (pen.measureText(field.placeholder).width > room + SLACK_PX) shortened.add(field.placeholder);
  }
  const sideways = [...document.querySelectorAll("*")]
    .filter((element) => element.scrollWidth > element.clientWidth + SLACK_PX && scrolls(getComputedStyle(element).overflowX))
    .map((element) => (element.dataset.testid ?? element.tagName) + " by " + (element.scrollWidth - element.clientWidth) + " px");
  return { cut, shortened: [...shortened], sideways };`;
