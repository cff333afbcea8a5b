/** No confirmation: after three minutes the bank's page closes, and the top-up stays unconfirmed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seeBankPage, seeNoBankPage, titleOf } from "./bank-page.mjs";
import { freshHome, story, until } from "./harness.mjs";
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

/** A page expires after three minutes, and the slow one takes its first six seconds to load. */
const LIFE_MS = 180_000;
const LATE_MS = 10_000;

const name = "leave-the-bank-s-page-open-until-its-time-is-over";

test(name, () =>
  story(name, async ({ open }) => {
    const app = await open({ home: await freshHome() });
    await startPractising(app);
    await app.pressOn("sidebar-topUp");
    await openCard(app);
    await typePayer(app);
    const began_ms = Date.now();
    await charge(app, "redirect_slow", "1,000");
    const bank = await seeBankPage("bank-page-slow");
    let shown = await titleOf(bank);
    await until(
      LATE_MS,
      () => "the title does not count down",
      async () => (await titleOf(bank)) !== shown,
    );
    shown = await titleOf(bank);
    assert.match(shown, / · 2:\d\d$/u);
    await seeNoBankPage(LIFE_MS + LATE_MS);
    assert.ok(Date.now() - began_ms > LIFE_MS - LATE_MS, "it was open for as long as it lives");
    assertIncludesAll(
      await seeOutcome(app, "Pending"),
      "Not confirmed yet",
      "The three minutes for confirming are over",
      "Do not charge again",
    );
    await app.shot("card-bank-page-over");
    await leaveCard(app);
    await seeHistory(app, ["Pending"]);
  }),
);
