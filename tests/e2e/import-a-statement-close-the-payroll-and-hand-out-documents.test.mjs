/**
 * No result arrives. The provider's list has its own headings and words, which are mapped once. The bank's statement
 * shows who else was paid, and the payroll is closed without the person who is not on it. Accounting, the bank and the
 * people get their documents, also on paper.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { chooseFile, freshHome, Key, saveFileAs, story, until } from "./harness.mjs";
import { installPdfViewer, pagesOf, shotOfPages, textOf } from "./documents.mjs";
import { isTheSameOnPaper, printsToFolder, printToFile } from "./printing.mjs";
import { amountOf, personAt, writePayroll } from "./payrolls.mjs";
import { LAPTOP, shotAtSizes, shotInAllSizes, SMALLEST } from "./sizes.mjs";
import { chooseAndCheck, connect, review, reviewAndType } from "./steps.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 6;
/** Paid without a reference on the statement: matched by name and amount, and confirmed by hand. */
const UNREFERENCED = 4;
/** Not on the statement. */
const MISSING = 5;
const PAID = PEOPLE - 1;
/** In the provider's list; the last one has a word that stays undecided. */
const LISTED = 3;
const WORD = "Effectif";
const SEEN_WITHIN_MS = 20_000;
/** Two receipts on each. */
const RECEIPT_PAGES = Math.ceil(PAID / 2);
const REASON = "Not on the statement of November; the bank looks for it";

const name = "import-a-statement-close-the-payroll-and-hand-out-documents";

test(name, () =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const journal = join(home, "journal.jsonl");
    const options = { token: "a-token-of-this-story", lock: "a-lock-of-this-story", journal };
    const { address } = await practice(options);
    const payroll = await writePayroll(home, "Head office November 2026.csv", PEOPLE);
    const viewer = await installPdfViewer(home);
    const folder = await printsToFolder(home);

    const app = await open({ home });
    await connect(app, { address, ...options });
    await chooseAndCheck(app, payroll, PEOPLE);
    await review(app);
    await app.see("approve-no-results");
    await app.shot("approve-no-results");
    await app.keys(Key.ESCAPE);
    await app.see("check-review");
    await reviewAndType(app, payroll);
    await app.pressOn("approve-pay");
    await app.seeIn("batch-1", "Accepted");
    await app.seeIn("tile-in-progress", `${PEOPLE}`);

    const { references, sent } = await batchOf(journal);
    await importList(app, await writeList(home, "Extract November 2026.csv", references.slice(0, LISTED)));
    await isReadAsLastTime(app, await writeList(home, "Extract December 2026.csv", references.slice(0, LISTED)));
    await isAskedWhatAMinusIs(app, await writeWalletExport(home, sent));
    await importStatement(app, await writeStatement(home, references, sent));
    await closeWithoutOne(app);
    await handOut(app, home);
    // A wide page, and several sheets.
    await print(app, folder, { kind: "bank_schedule", original: join(home, "bank_schedule.pdf"), pages: 1 });
    await print(app, folder, { kind: "receipts", original: join(home, "receipts.pdf"), pages: RECEIPT_PAGES });
    await openInstead(app, viewer);
    await keepTheBooks(app, home);
    await lookBack(app, home);
  }),
);

/**
 * The references of the payments in the order of the file, and the time when the provider received them.
 * @param {string} journal
 * @returns {Promise<{references: string[], sent: Date}>}
 */
async function batchOf(journal) {
  const lines = (await readFile(journal, "utf8")).trim().split("\n");
  const batch = lines.map((line) => JSON.parse(line)).find(({ references }) => references.length > 1);
  return { references: batch.references.slice(1), sent: new Date(batch.time) };
}

/**
 * As exported by a provider with unknown headings and words.
 * @param {string} home
 * @param {string} file
 * @param {string[]} references
 */
async function writeList(home, file, references) {
  const path = join(home, file);
  const rows = references.map((reference, at) => {
    const word = at === LISTED - 1 ? "A valider" : WORD;
    return `${reference};${personAt(at)};${amountOf(at)},00;${word}`;
  });
  await writeFile(path, [`${file};;;`, "Num;Qui;Somme;Suite", ...rows, ""].join("\r\n"));
  return path;
}

/**
 * @param {App} app
 * @param {string} path
 */
async function importList(app, path) {
  await app.pressOn("outcomes-import");
  await app.pressOn("outcomes-import-results");
  await chooseFile(path);
  await app.see("outcome-columns");
  await app.seeIn("outcome-columns-outcome", "Choose the column with the status");
  await shotInAllSizes(app, "list-columns");
  await app.pressOn("outcome-column-status");
  await app.pressText("D · Suite");
  await until(
    SEEN_WITHIN_MS,
    () => "the list to be readable by its columns",
    async () => (await app.attribute("outcome-columns-use", "disabled")) === null,
  );
  await app.pressOn("outcome-columns-use");
  await app.seeIn("outcome-words", "2 status words or response codes are not known");
  await app.seeIn("outcomes-unchanged", `${LISTED}`);
  await shotInAllSizes(app, "list-words");
  await app.pressOn(`outcome-word-${WORD}`);
  await app.keys(Key.DOWN, Key.ENTER);
  await app.seeIn("outcomes-paid", `${LISTED - 1}`);
  await shotInAllSizes(app, "list-difference");
  await app.pressOn("outcomes-apply");
  await app.seeNo("outcomes");
  await app.seeIn("tile-paid", `${LISTED - 1}`);
}

/**
 * The next list with the same headings needs no question.
 * @param {App} app
 * @param {string} path
 */
async function isReadAsLastTime(app, path) {
  await app.pressOn("outcomes-import");
  await app.pressOn("outcomes-import-results");
  await chooseFile(path);
  await app.seeIn("outcomes-read-by", "Extract November 2026");
  await app.seeIn("outcome-words", "As last time");
  await app.shot("list-as-last-time");
  await app.pressOn("outcomes-columns");
  await app.seeIn("outcome-columns", "as last time");
  await app.pressOn("outcome-columns-back");
  await app.keys(Key.ESCAPE);
  await app.seeNo("outcomes");
}

/**
 * As exported by the bank: with other entries and its own fee.
 * @param {string} home
 * @param {string[]} references
 * @param {Date} sent The payroll may have been sent before midnight.
 */
async function writeStatement(home, references, sent) {
  const path = join(home, "Statement November 2026.csv");
  const day = sent.toLocaleDateString("en-GB");
  const entries = references.flatMap((reference, at) => {
    if (at === MISSING) return [];
    const about = at === UNREFERENCED ? `NIP TRANSFER ${personAt(at).toUpperCase()}` : `TRF ${reference} SALARY`;
    return [`${day},${about},${amountOf(at)}.00,`];
  });
  const others = [`${day},OPENING BALANCE,,900000.00`, `${day},ELECTRICITY IKEJA,18450.00,`];
  await writeFile(path, ["Date,Description,Debit,Credit", ...others, ...entries, ""].join("\r\n"));
  return path;
}

/**
 * As exported by a wallet: payouts have no sign, and refunds have a minus.
 * @param {string} home
 * @param {Date} sent
 */
async function writeWalletExport(home, sent) {
  const path = join(home, "Wallet November 2026.csv");
  const day = sent.toLocaleDateString("en-GB");
  const entries = [`${day},TO ${personAt(0).toUpperCase()},${amountOf(0)}.00`, `${day},REFUND,-${amountOf(1)}.00`];
  await writeFile(path, ["Date,Description,Amount", ...entries, ""].join("\r\n"));
  return path;
}

/**
 * The file does not show what a minus means: both interpretations are offered, and closing the question pays nobody.
 * @param {App} app
 * @param {string} path
 */
async function isAskedWhatAMinusIs(app, path) {
  await app.pressOn("outcomes-import");
  await app.pressOn("outcomes-import-statement");
  await chooseFile(path);
  await app.see("outcome-columns-signs");
  assert.notEqual(await app.attribute("outcome-columns-use", "disabled"), null);
  await shotInAllSizes(app, "statement-signs");
  await app.keys(Key.ESCAPE);
  await app.seeNo("outcomes");
}

/**
 * @param {App} app
 * @param {string} path
 */
async function importStatement(app, path) {
  await app.pressOn("outcomes-import");
  await app.see("outcomes-import-statement");
  await app.shot("track-import");
  await app.pressOn("outcomes-import-statement");
  await chooseFile(path);
  await app.seeIn("outcomes-paid", `${PAID - LISTED} · 1 to select`);
  await app.seeIn("outcomes-missing", "1");
  await app.seeIn("outcomes-apply", `Apply ${PAID - LISTED} changes`);
  await shotInAllSizes(app, "statement");
  await app.pressOn("outcomes-confirm-all");
  await app.seeIn("outcomes-apply", `Apply ${PAID - LISTED + 1} changes`);
  await app.pressOn("outcomes-apply");
  await app.seeNo("outcomes");
  await app.seeIn("tile-paid", `${PAID}`);
}

/** @param {App} app */
async function closeWithoutOne(app) {
  await app.pressOn("tile-in-progress");
  await app.pressOn("open-close");
  await app.typeInto("close-reason", REASON);
  await app.pressOn("confirm");
  await app.seeIn("closed-unconfirmed", REASON);
  await app.pressOn("tile-everyone");
  await app.shot("track-closed-unconfirmed");
}

/**
 * The pages are read back: only people who are known to be paid have a receipt.
 * @param {App} app
 * @param {string} home
 */
async function handOut(app, home) {
  await app.pressOn("track-documents");
  await app.see("track-document-report");
  await shotAtSizes(app, "track-documents", [SMALLEST]);
  await app.keys(Key.ESCAPE);
  const everyone = Array.from({ length: PEOPLE }, (_, at) => personAt(at));
  const paid = everyone.filter((_, at) => at !== MISSING);
  await handOutOne(app, home, "report", everyone);
  const schedule = await handOutOne(app, home, "bank_schedule", everyone);
  assert.ok(schedule.includes("Not an instruction to pay."), "what was sent is no order for the bank");
  await handOutOne(app, home, "payment_advice", everyone);
  const receipts = await handOutOne(app, home, "receipts", paid);
  assert.ok(!receipts.includes(personAt(MISSING)), "a receipt for somebody who was not reported paid");
  assert.ok(receipts.includes("without a payment reference"), "what a person matched is told as theirs");
}

/**
 * @param {App} app
 * @param {string} home
 * @param {string} kind
 * @param {string[]} people
 */
async function handOutOne(app, home, kind, people) {
  const path = join(home, `${kind}.pdf`);
  await app.pressOn("track-documents");
  await app.pressOn(`track-document-${kind}`);
  await saveFileAs(path);
  await app.seeToast(`${kind}.pdf`);
  const text = await textOf(path);
  for (const person of people) {
    assert.ok(text.includes(person), `${kind} has ${person}; it says: ${text.slice(0, 2_000)}`);
  }
  await shotOfPages(path, kind);
  return text;
}

/**
 * Shows the pages and prints them through the system's dialog. Afterwards the window contains none of them.
 * @param {App} app
 * @param {string} folder
 * @param {{kind: string, original: string, pages: number}} document
 */
async function print(app, folder, { kind, original, pages }) {
  await app.pressOn("track-documents");
  await app.pressOn(`track-print-${kind}`);
  await app.seeIn("print-status", `${pages} page`);
  await app.see("print-page-1");
  await app.shot(`print-${kind}`);
  await shotAtSizes(app, `print-${kind}`, [SMALLEST]);
  await app.pressOn("print-print");
  const printed = await printToFile(folder);
  await app.seeToast("Sent to print");
  await app.seeNo("print");
  await shotOfPages(printed, `printed-${kind}`);
  assert.equal(await app.look("return document.querySelectorAll('img[src^=\"blob:\"]').length"), 0);
  assert.equal(await pagesOf(printed), pages);
  await isTheSameOnPaper(printed, original);
}

/**
 * Opens the document in the system's viewer.
 * @param {App} app
 * @param {import("./documents.mjs").Viewer} viewer
 */
async function openInstead(app, viewer) {
  await app.pressOn("track-documents");
  await app.pressOn("track-print-bank_schedule");
  await app.pressOn("print-open-pdf");
  await app.seeToast("Print it there");
  const opened = await viewer.opened();
  assert.ok((await textOf(opened)).includes(personAt(0)));
}

/**
 * @param {App} app
 * @param {string} home
 */
async function keepTheBooks(app, home) {
  await app.pressOn("journal-open");
  await app.seeIn("journal-summary", `${PAID}`);
  await app.shot("journal");
  await app.pressOn("journal-save");
  const path = join(home, "journal.csv");
  await saveFileAs(path);
  await app.seeNo("journal");
  const booked = Array.from({ length: PEOPLE }, (_, at) => at).filter((at) => at !== MISSING);
  const total = booked.reduce((sum, at) => sum + amountOf(at), 0);
  assert.ok((await readFile(path, "utf8")).includes(`${total}.00`), "what was paid is booked, and nothing else");
  // There are no new payments: nothing is booked twice unless the user selects it.
  await app.pressOn("journal-open");
  await app.seeIn("journal-scope", "nothing");
  await app.shot("journal-again");
  await app.press("Cancel");
  await app.seeNo("journal");
}

/**
 * The audit log contains each action, and the diagnostics contain no name and no account.
 * @param {App} app
 * @param {string} home
 */
async function lookBack(app, home) {
  await app.pressOn("sidebar-payrolls");
  await app.seeIn("payroll-line-1", "not confirmed");
  await app.shot("payrolls-closed-unconfirmed");
  await app.pressOn("payrolls-audit");
  await app.seeIn("audit-screen", REASON);
  await app.pressOn("audit-check");
  await app.see("audit-history");
  // The reason of the closed payroll is shown in full.
  await app.pressText("Closed, not confirmed");
  await app.seeIn("audit-selected", REASON);
  await shotAtSizes(app, "audit", [LAPTOP]);
  await app.pressOn("sidebar-settings");
  for (const section of ["callbacks", "notifications", "journal"]) {
    await app.pressOn(`settings-nav-${section}`);
    await app.shot(`settings-${section}`);
  }
  await app.pressOn("settings-nav-about");
  await app.pressOn("settings-diagnostics");
  const path = join(home, "diagnostics.txt");
  await saveFileAs(path);
  await app.seeToast("diagnostics.txt");
  const report = await readFile(path, "utf8");
  assert.ok(report.length > 0);
  for (let at = 0; at < PEOPLE; at += 1) {
    assert.ok(!report.includes(personAt(at)), "no name leaves the computer with the diagnostics");
  }
}
