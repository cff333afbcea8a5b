/** The system's print dialog, printing to a file, and the comparison of the result with the document. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { pagesOf } from "./documents.mjs";
import { waitUntilDrawn, shotOfScreen, until, xdotool } from "./harness.mjs";

const run = promisify(execFile);

/** The position of the first printer in the dialog, from its upper left corner. */
const FIRST_PRINTER = { x: "84", y: "88" };
const PRINTED_WITHIN_MS = 60_000;
/** Two renderings of a letter differ by a pixel or two at its edges; another name or amount differs by more. */
const COMPARED_DPI = 40;
const EDGE_PX = 2;
const WHITE = 255;
/** The grey of a letter's pixel, and the lightest grey of its edge. */
const DARK = 150;
const EDGE = 215;
/** Least number of dark pixels on a page with words. */
const DARK_MIN = 200;
/** Largest share of dark pixels without a dark pixel nearby on the other page. Two receipts differ by 2 %. */
const STRAY_MAX = 0.01;

/**
 * Makes this home folder's programs print to files.
 * @param {string} home
 */
export async function printsToFolder(home) {
  const folder = join(home, "printed");
  await mkdir(folder);
  await writeFile(join(home, "config", "user-dirs.dirs"), `XDG_DOCUMENTS_DIR="${folder}"\n`);
  return folder;
}

/**
 * Prints to a file in the open dialog: there is no other printer. Returns the file's path.
 * @param {string} folder
 */
export async function printToFile(folder) {
  const before = await readdir(folder);
  const shown = () => xdotool("search", "--onlyvisible", "--name", "^Print$");
  const [window] = (await until(PRINTED_WITHIN_MS, () => "there is no print dialog", shown)).split("\n");
  assert.ok(window);
  await xdotool("windowactivate", "--sync", window);
  await waitUntilDrawn(window);
  await xdotool("mousemove", "--window", window, FIRST_PRINTER.x, FIRST_PRINTER.y, "click", "1");
  await waitUntilDrawn(window);
  await shotOfScreen("print-dialog");
  await xdotool("key", "alt+p");
  const file = await until(
    PRINTED_WITHIN_MS,
    async () => `nothing was printed to ${folder}; it has ${await readdir(folder)}`,
    async () => (await readdir(folder)).find((name) => !before.includes(name)),
  );
  const path = join(folder, file);
  await until(
    PRINTED_WITHIN_MS,
    () => `${file} is not complete`,
    () => pagesOf(path).catch(() => 0),
  );
  return path;
}

/**
 * The printed file has the document's pages with the same content. A wide page is rotated.
 * @param {string} printed
 * @param {string} original
 */
export async function isTheSameOnPaper(printed, original) {
  const copies = await picturesOf(printed);
  const pages = (await picturesOf(original)).map((page) => (page.width > page.height ? rotated(page) : page));
  assert.equal(copies.length, pages.length, "one sheet for each page");
  for (const [at, page] of pages.entries()) {
    const copy = copies[at];
    assert.ok(copy);
    assert.deepEqual([copy.width, copy.height], [page.width, page.height], `paper of page ${at + 1}`);
    const [missing, added] = [strayPixelShare(page, copy), strayPixelShare(copy, page)];
    console.log(`measured: ${JSON.stringify({ page: at + 1, missing, added })}`);
    assert.ok(missing < STRAY_MAX, `page ${at + 1} lacks something: ${missing}`);
    assert.ok(added < STRAY_MAX, `page ${at + 1} has something else: ${added}`);
  }
}

/** @typedef {{width: number, height: number, grays: Buffer}} Picture Rows of gray. */

/**
 * Rotates by 90 degrees, clockwise.
 * @param {Picture} picture
 * @returns {Picture}
 */
function rotated({ width, height, grays }) {
  const pixel = (/** @type {number} */ at) => {
    const [row, column] = [Math.floor(at / height), at % height];
    return grays[(height - 1 - column) * width + row] ?? WHITE;
  };
  return { width: height, height: width, grays: Buffer.from(grays.map((_, at) => pixel(at))) };
}

/**
 * Reads each page as rows of gray.
 * @returns {Promise<Picture[]>}
 * @param {string} path
 */
async function picturesOf(path) {
  const { stdout } = await run("pdftoppm", ["-gray", "-r", `${COMPARED_DPI}`, path], {
    encoding: "buffer",
    maxBuffer: 64 * 1024 * 1024,
  });
  const pages = [];
  for (let from = 0; from < stdout.length;) {
    // The header of a portable graymap: its kind, width, height and white, separated by white space.
    const head = /^P5\s(\d+)\s(\d+)\s255\s/u.exec(stdout.subarray(from, from + 32).toString("latin1"));
    assert.ok(head, "a page as a graymap");
    const [width, height] = [Number(head[1]), Number(head[2])];
    const begin = from + head[0].length;
    pages.push({ width, height, grays: stdout.subarray(begin, begin + width * height) });
    from = begin + width * height;
  }
  return pages;
}

/**
 * The share of a page's dark pixels without a dark pixel nearby on the other page.
 * @param {Picture} page
 * @param {Picture} other
 */
function strayPixelShare({ width, height, grays }, other) {
  const isNear = (/** @type {number} */ x, /** @type {number} */ y) => {
    for (let row = y - EDGE_PX; row <= y + EDGE_PX; row += 1) {
      for (let column = x - EDGE_PX; column <= x + EDGE_PX; column += 1) {
        if ((other.grays[row * width + column] ?? WHITE) < EDGE) return true;
      }
    }
    return false;
  };
  let [dark, stray] = [0, 0];
  for (let at = 0; at < width * height; at += 1) {
    if ((grays[at] ?? WHITE) >= DARK) continue;
    dark += 1;
    if (!isNear(at % width, Math.floor(at / width))) stray += 1;
  }
  assert.ok(dark > DARK_MIN, `an empty page: ${dark} dark pixels`);
  return stray / dark;
}
