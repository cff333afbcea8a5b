/** The bank's page in its window: confirmed, declined, through a second window, closed, and in the browser instead. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  installBrowser,
  clickInBankPage,
  closeBankPage,
  FIELD,
  seeBankPage,
  seeNoBankPage,
  typeIntoBankPage,
} from "./bank-page.mjs";
import { freshHome, story } from "./harness.mjs";
import {
  charge,
  leaveCard,
  openCard,
  assertIncludesAll,
  seeHistory,
  seeOutcome,
  startPractising,
  typePayer,
} from "./top-ups.mjs";
/** @import {App} from "./harness.mjs" */

const PASSWORD = "123456";

const name = "confirm-on-the-bank-s-page-or-leave-it";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const browser = await installBrowser(home);
    const app = await open({ home, env: browser.env });
    await startPractising(app);
    await app.pressOn("sidebar-topUp");
    await openCard(app);
    await typePayer(app);

    await confirm(app);
    await confirmOnAPageSentAlong(app);
    await comeBackWithAForm(app);
    await confirmInASecondWindow(app);
    await decline(app);
    await closeTheWindow(app);
    await confirmInTheBrowser(app, browser);
    await seeHistory(app, ["Funded", "Funded", "Funded", "Funded", "Failed", "Pending", "Funded"]);
    await app.shot("top-up-history-of-bank-pages");
  }),
);

/** @param {App} app */
async function confirm(app) {
  await charge(app, "redirect", "1,000,000");
  const bank = await seeBankPage("bank-page");
  assertIncludesAll(
    await seeOutcome(app, "NeedsRedirect"),
    "Confirm with your bank",
    "Fee, added on your bank’s page",
    "₦30,000.00",
    "₦1,030,000.00",
    "in a separate window",
    "left",
  );
  await app.shot("card-bank-page");
  const status = await app.look("return window.__TAURI_INTERNALS__.invoke('card_status').then(JSON.stringify)");
  assert.ok(
    status.includes("NeedsRedirect") && !status.includes("http"),
    `the page's address stays in the shell: ${status}`,
  );
  await clickInBankPage(bank, FIELD);
  await typeIntoBankPage(bank, PASSWORD, "Return");
  await seeNoBankPage();
  assertIncludesAll(
    await seeOutcome(app, "Funded"),
    "Added to your balance",
    "₦1,000,000.00",
    "Balance after",
    "₦37,000,000.00",
  );
  await leaveCard(app);
}

/**
 * The service sent the page itself, not its address (`responsehtml`).
 * @param {App} app
 */
async function confirmOnAPageSentAlong(app) {
  await openCard(app);
  await charge(app, "redirect_page", "2,000");
  const bank = await seeBankPage("bank-page-sent-along");
  await typeIntoBankPage(bank, PASSWORD, "Return");
  await seeNoBankPage();
  await seeOutcome(app, "Funded");
  await leaveCard(app);
}

/** @param {App} app */
async function comeBackWithAForm(app) {
  await openCard(app);
  await charge(app, "redirect_post", "3,000");
  const bank = await seeBankPage("bank-page-before-a-form");
  await typeIntoBankPage(bank, PASSWORD, "Return");
  await seeNoBankPage();
  await seeOutcome(app, "Funded");
  await leaveCard(app);
}

/** @param {App} app */
async function confirmInASecondWindow(app) {
  await openCard(app);
  await charge(app, "redirect_popup", "4,000");
  const bank = await seeBankPage("bank-page-that-opens-another");
  await typeIntoBankPage(bank, "", "Tab", "Return");
  const popup = await seeBankPage("bank-page-in-a-second-window", bank);
  await typeIntoBankPage(popup, PASSWORD, "Return");
  await seeNoBankPage();
  await seeOutcome(app, "Funded");
  await leaveCard(app);
}

/** @param {App} app */
async function decline(app) {
  await openCard(app);
  await charge(app, "redirect", "5,000");
  const bank = await seeBankPage("bank-page-before-declining");
  await typeIntoBankPage(bank, "", "Tab", "Tab", "Return");
  await seeNoBankPage();
  assertIncludesAll(await seeOutcome(app, "Failed"), "The top-up failed", "Declined by the payer");
  await app.shot("card-bank-declined");
  await leaveCard(app);
}

/** @param {App} app */
async function closeTheWindow(app) {
  await openCard(app);
  await charge(app, "redirect", "6,000");
  await closeBankPage(await seeBankPage("bank-page-before-closing"));
  await seeNoBankPage();
  assertIncludesAll(
    await seeOutcome(app, "Pending"),
    "Not confirmed yet",
    "closed before its result was known",
    "Do not charge again",
  );
  await app.shot("card-bank-closed");
  await leaveCard(app);
}

/**
 * The service sent the page itself. It was shown once in the window, and is served once more for the browser.
 * @param {App} app
 * @param {{address: () => Promise<string>}} browser
 */
async function confirmInTheBrowser(app, browser) {
  await openCard(app);
  await charge(app, "redirect_page", "7,000");
  await seeBankPage("bank-page-before-the-browser");
  await app.pressOn("card-other-page");
  const address = await browser.address();
  await seeNoBankPage();
  assertIncludesAll(await seeOutcome(app, "NeedsRedirect"), "open in your browser", "return here");
  await app.shot("card-bank-page-in-the-browser");
  const page = await (await fetch(address)).text();
  const action = page.match(/action="([^"]+)"/u)?.[1] ?? "";
  const fields = new URLSearchParams({ otp: PASSWORD, action: "confirm" });
  const back = await fetch(new URL(action.replaceAll("&amp;", "&"), address), {
    method: "POST",
    body: fields,
    redirect: "manual",
  });
  assert.match(back.headers.get("location") ?? "", /^https:\/\/return\.paysheet\.invalid\//u);
  assert.equal((await fetch(address).catch(() => ({ status: 404 }))).status, 404, "a page is served once");
  await seeOutcome(app, "Funded");
  await leaveCard(app);
}
