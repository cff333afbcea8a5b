/**
 * A very large payroll opens soon after the drop, scrolls from the first row to the last, checks a corrected cell at
 * once, and stays responsive while all results arrive. Times are measured and reported, not judged: a slow machine is
 * no failure. The environment sets the number of people; `cargo xtask bench window` uses a hundred thousand.
 *
 * The duration of a frame depends on the machine and its driver, so scrolling is compared with a plain list of as many
 * lines in the same window, which moves twenty texts. While a measurement runs, the driver sends nothing to the page.
 * The window renders as for a user; the other tests use a mode in which the driver can take pictures.
 */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { dragWithTheMouse, freshHome, Key, shotOfScreen, story, until, writeWorkbook } from "./harness.mjs";
import { waitUntilPayIsEnabled, review } from "./steps.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = Number(process.env.PAYSHEET_E2E_PEOPLE ?? 3_000);
/** Figures are written here, besides being printed. */
const FIGURES = process.env.PAYSHEET_E2E_FIGURES;
const SCROLL_MS = 6_000;
const OPENED_WITHIN_MS = 120_000;
const SCROLLED_WITHIN_MS = 30_000;
const PAID_WITHIN_MS = 180_000;
const EDITS = 5;
/** The number of rows in one request of the window. */
const ROWS_IN_VIEW = 200;
/** Rows from the top, all of them in view. */
const FIRST_EDITED = 3;

const name = "open-scroll-and-fix-a-long-payroll";

test(name, { timeout: 8 * 60_000 }, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const app = await open({ home, env: { WEBKIT_DISABLE_COMPOSITING_MODE: undefined } });
    await app.pressOn("welcome-practice");
    await app.see("pay-drop");

    const file = await writeWorkbook(home, PEOPLE);
    const opened = await openByDrop(app, file);
    const rows = await app.attribute("grid", "aria-rowcount");
    assert.equal(Number(rows), PEOPLE + 1, "every person has a row, and the head has one");

    const frames = await app.watch(SCROLLED_WITHIN_MS, SCROLL, SCROLL_MS);
    await app.see(`grid-row-${PEOPLE - 1}`);
    const plain = await app.watch(SCROLLED_WITHIN_MS, SCROLL_A_PLAIN_LIST, SCROLL_MS, PEOPLE);
    await app.look("document.querySelector('[data-testid=\"grid\"]').scrollTop = 0");

    const edits_ms = [];
    for (let row = FIRST_EDITED; row < FIRST_EDITED + EDITS; row += 1) {
      edits_ms.push(await editAmount(app, row));
    }
    await shotOfScreen("check-long");
    for (let row = 0; row < EDITS; row += 1) {
      await app.pressOn("check-undo");
    }
    const results = await payAndWatchTheResults(app);
    const figures = {
      people: PEOPLE,
      ...opened,
      frame_p50_ms: percentile(frames, 50),
      frame_p95_ms: percentile(frames, 95),
      frame_most_ms: percentile(frames, 100),
      plain_frame_p50_ms: percentile(plain, 50),
      plain_frame_p95_ms: percentile(plain, 95),
      edit_median_ms: percentile(edits_ms, 50),
      edit_most_ms: percentile(edits_ms, 100),
      ...results,
    };
    console.log(`measured: ${JSON.stringify(figures)}`);
    if (FIGURES) {
      await writeFile(FIGURES, JSON.stringify(figures));
    }
  }),
);

/**
 * From the mouse button, and from the page's drop event, to the first frame with rows in it.
 * @param {App} app
 * @param {string} file
 */
async function openByDrop(app, file) {
  const drop = await dragWithTheMouse(app, file);
  await app.look(WATCH_THE_ROWS);
  const released_at_ms = await drop();
  const { heard_at_ms, rows_at_ms } = await app.watch(OPENED_WITHIN_MS, WATCHED);
  return {
    first_rows_ms: Math.round(rows_at_ms - released_at_ms),
    heard_ms: Math.round(heard_at_ms - released_at_ms),
    first_rows_after_heard_ms: Math.round(rows_at_ms - heard_at_ms),
  };
}

/**
 * Types an invalid amount, and returns the time from Enter until the row shows its state, in ms.
 * @param {App} app
 * @param {number} row
 */
async function editAmount(app, row) {
  const cell = `cell-${row}-amount`;
  await app.pressOn(cell);
  await app.keys("none");
  await until(
    SCROLLED_WITHIN_MS,
    () => "an editor in the cell",
    () => app.look(`return document.querySelector('[data-testid="${cell}"] input') !== null`),
  );
  await app.look(WATCH_THE_EDIT, `grid-row-${row}`);
  await app.keys(Key.ENTER);
  return app.watch(SCROLLED_WITHIN_MS, WATCHED);
}

/**
 * Pays everyone, and measures the window while the results arrive: the time from a request to its answer, sent as Track
 * sends them, and the duration of a frame.
 * @param {App} app
 */
async function payAndWatchTheResults(app) {
  const all = PEOPLE.toLocaleString("en");
  await app.seeIn("check-people", `${all} of ${all} people can be paid`);
  await review(app);
  const total = await app.see("approve-total");
  await app.typeInto("approve-total-input", (await total.getText()).trim());
  await waitUntilPayIsEnabled(app);
  await app.pressOn("approve-pay");
  await app.see("track-screen");
  const { answers_ms, frames_ms, took_ms, state } = await app.watch(PAID_WITHIN_MS, WATCH_THE_RESULTS, ROWS_IN_VIEW);
  assert.equal(state, "closed", "every result is in");
  return {
    results_in_ms: took_ms,
    result_answers: answers_ms.length,
    result_answer_p50_ms: percentile(answers_ms, 50),
    result_answer_p99_ms: percentile(answers_ms, 99),
    result_answer_most_ms: percentile(answers_ms, 100),
    result_frame_p95_ms: percentile(frames_ms, 95),
    result_frame_p99_ms: percentile(frames_ms, 99),
    result_frame_most_ms: percentile(frames_ms, 100),
  };
}

/**
 * @param {number[]} values
 * @param {number} percent
 */
function percentile(values, percent) {
  const sorted = values.toSorted((one, other) => one - other);
  const at = Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1);
  return Math.round(sorted[Math.max(0, at)] * 10) / 10;
}

/** Resolves with the result of the running measurement. */
const WATCHED = "window.paysheetWatched.then(arguments[0])";

/** The page has received the drop when it shows progress; the first frame with a row has the rows. */
const WATCH_THE_ROWS = `
  const here = (selector) => document.querySelector(selector);
  window.paysheetWatched = new Promise((resolve) => {
    let heard_at_ms;
    const seen = new MutationObserver(() => {
      if (heard_at_ms === undefined && here('[data-testid="pay-reading"]') !== null) heard_at_ms = Date.now();
      const cell = here('[data-testid^="cell-"][data-testid$="-name"]');
      if (cell === null || cell.textContent.trim() === "") return;
      seen.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve({ heard_at_ms, rows_at_ms: Date.now() })));
    });
    seen.observe(document.body, { subtree: true, childList: true, characterData: true });
  });`;

/** Scrolls \`scroller\` from top to bottom, and returns the times between frames. */
const FLIGHT = `
  const fly = (scroller, duration_ms, done) => {
    const frames = [];
    const begun = performance.now();
    let before = begun;
    const step = (now) => {
      frames.push(now - before);
      before = now;
      const part = Math.min(1, (now - begun) / duration_ms);
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * part;
      if (part < 1) requestAnimationFrame(step);
      else done(frames.slice(1));
    };
    requestAnimationFrame(step);
  };`;

const SCROLL = `${FLIGHT}
  fly(document.querySelector('[data-testid="grid"]'), arguments[0], arguments[1]);`;

/** A list of as many lines in the grid's place: one text each; the visible ones move while the list scrolls. */
const SCROLL_A_PLAIN_LIST = `${FLIGHT}
  const [duration_ms, count, done] = arguments;
  const grid = document.querySelector('[data-testid="grid"]');
  const LINE_PX = 36;
  const list = document.createElement("div");
  const box = grid.getBoundingClientRect();
  Object.assign(list.style, { position: "fixed", left: box.left + "px", top: box.top + "px", width: box.width + "px", height: box.height + "px", overflow: "auto", background: "white", zIndex: 99 });
  const body = document.createElement("div");
  Object.assign(body.style, { position: "relative", height: count * LINE_PX + "px" });
  const lines = Array.from({ length: Math.ceil(box.height / LINE_PX) + 1 }, () => {
    const line = document.createElement("div");
    Object.assign(line.style, { position: "absolute", left: "32px", height: LINE_PX + "px" });
    body.append(line);
    return line;
  });
  const place = () => {
    const first = Math.floor(list.scrollTop / LINE_PX);
    lines.forEach((line, at) => {
      line.style.top = (first + at) * LINE_PX + "px";
      line.textContent = "Line " + (first + at);
    });
  };
  list.append(body);
  list.addEventListener("scroll", place);
  document.body.append(list);
  place();
  fly(list, duration_ms, (frames) => {
    list.remove();
    done(frames);
  });`;

/** Requests the head of Track and its latest payouts in parallel, ten times a second, until all have results. */
const WATCH_THE_RESULTS = `
  const [rows, done] = arguments;
  const ask = window.__TAURI_INTERNALS__.invoke;
  const query = { text: null, status: null, order: "latest" };
  const [answers_ms, frames_ms] = [[], []];
  const begun = performance.now();
  let [before, isOver] = [begun, false];
  const step = (now) => {
    frames_ms.push(now - before);
    before = now;
    if (!isOver) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  const askAgain = async () => {
    const asked = performance.now();
    const [{ state }] = await Promise.all([
      ask("payroll", { id: 1 }),
      ask("payouts", { id: 1, query, offset: 0, limit: rows }),
    ]);
    answers_ms.push(performance.now() - asked);
    if (state !== "closed") return void setTimeout(askAgain, 100);
    isOver = true;
    done({ answers_ms, frames_ms: frames_ms.slice(1), took_ms: Math.round(performance.now() - begun), state });
  };
  askAgain();`;

/** From the key to the first frame in which the row has its new state. */
const WATCH_THE_EDIT = `
  const state = () => document.querySelector('[data-testid="' + arguments[0] + '"] [data-state]')?.getAttribute("data-state");
  const said = state();
  window.paysheetWatched = new Promise((resolve) => {
    addEventListener("keydown", () => {
      const pressed = performance.now();
      const seen = new MutationObserver(() => {
        if (state() === undefined || state() === said) return;
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
      });
      seen.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    }, { capture: true, once: true });
  });`;
