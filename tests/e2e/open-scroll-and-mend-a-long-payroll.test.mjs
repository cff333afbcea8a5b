/**
 * A payroll of very many people: it is there soon after the drop, scrolls from the first to the last, and a mended
 * cell is checked at once. How soon is measured and reported, not judged: a slow machine is no failure. How many
 * people they are is the environment's to say; `cargo xtask bench window` asks for a hundred thousand.
 */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { dropWithTheMouse, freshHome, Key, story, until, writeWorkbook } from "./harness.mjs";

const PEOPLE = Number(process.env.PAYSHEET_E2E_PEOPLE ?? 3_000);
/** Where the figures go, besides what is printed. */
const FIGURES = process.env.PAYSHEET_E2E_FIGURES;
const SCROLL_MS = 6_000;
const OPENED_WITHIN_MS = 120_000;
const SCROLLED_WITHIN_MS = 30_000;
const EDITS = 5;
/** Rows from the top, all of them in view. */
const FIRST_EDITED = 3;

const name = "open-scroll-and-mend-a-long-payroll";

test(name, { timeout: 5 * 60_000 }, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const app = await open({ home });
    await app.pressOn("welcome-practice");
    await app.see("pay-drop");

    const file = await writeWorkbook(home, PEOPLE);
    await app.look(WATCH_THE_ROWS);
    const dropped_at_ms = await dropWithTheMouse(app, file);
    const first_rows_ms = (await measured(app, "paysheetFirstRowsAt", OPENED_WITHIN_MS)) - dropped_at_ms;
    const rows = await app.attribute("grid", "aria-rowcount");
    assert.equal(Number(rows), PEOPLE + 1, "every person has a row, and the head has one");

    await app.look(SCROLL, SCROLL_MS);
    const frames = await measured(app, "paysheetFrames", SCROLLED_WITHIN_MS);
    await app.see(`grid-row-${PEOPLE - 1}`);
    await app.look("document.querySelector('[data-testid=\"grid\"]').scrollTop = 0");

    const edits_ms = [];
    for (let row = FIRST_EDITED; row < FIRST_EDITED + EDITS; row += 1) {
      edits_ms.push(await mend(app, row));
    }
    const figures = {
      people: PEOPLE,
      first_rows_ms: Math.round(first_rows_ms),
      frame_p50_ms: percentile(frames, 50),
      frame_p95_ms: percentile(frames, 95),
      frame_most_ms: percentile(frames, 100),
      edit_median_ms: percentile(edits_ms, 50),
      edit_most_ms: percentile(edits_ms, 100),
    };
    console.log(`measured: ${JSON.stringify(figures)}`);
    if (FIGURES) {
      await writeFile(FIGURES, JSON.stringify(figures));
    }
    await app.shot("check-long");
  }));

/** Types an amount that nobody can be paid, and answers how long the row took to say so, in ms from Enter. */
async function mend(app, row) {
  const cell = `cell-${row}-amount`;
  await app.pressOn(cell);
  await app.keys("none");
  await until(SCROLLED_WITHIN_MS, () => "an editor in the cell", () => app.look(`return document.querySelector('[data-testid="${cell}"] input') !== null`));
  await app.look(WATCH_THE_EDIT, `grid-row-${row}`);
  await app.keys(Key.ENTER);
  return measured(app, "paysheetEdited", SCROLLED_WITHIN_MS);
}

/** What the page wrote down under this name; then it is forgotten. */
async function measured(app, key, withinMs) {
  const value = await until(withinMs, () => `${key} was never measured`, () => app.look(`return window.${key} ?? null`));
  await app.look(`delete window.${key}`);
  return value;
}

function percentile(values, percent) {
  const sorted = [...values].sort((one, other) => one - other);
  const at = Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1);
  return Math.round(sorted[Math.max(0, at)] * 10) / 10;
}

/** The rows are there with the first frame that has one. */
const WATCH_THE_ROWS = `
  const look = () => {
    const cell = document.querySelector('[data-testid^="cell-"][data-testid$="-name"]');
    if (cell !== null && cell.innerText.trim() !== "") window.paysheetFirstRowsAt = Date.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

const SCROLL = `
  const grid = document.querySelector('[data-testid="grid"]');
  const frames = [];
  const begun = performance.now();
  let before = begun;
  const step = (now) => {
    frames.push(now - before);
    before = now;
    const part = Math.min(1, (now - begun) / arguments[0]);
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part;
    if (part < 1) requestAnimationFrame(step);
    else window.paysheetFrames = frames.slice(1);
  };
  requestAnimationFrame(step);`;

/** From the key to the first frame in which the row has its new state. */
const WATCH_THE_EDIT = `
  const state = () => document.querySelector('[data-testid="' + arguments[0] + '"] [data-state]')?.getAttribute("data-state");
  const said = state();
  addEventListener("keydown", () => {
    const pressed = performance.now();
    const look = () => {
      if (state() !== undefined && state() !== said) window.paysheetEdited = performance.now() - pressed;
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });`;
