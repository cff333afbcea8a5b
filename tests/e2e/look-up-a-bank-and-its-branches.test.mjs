/** Which banks can be paid, by which code, and the date of the list; also without a list. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshHome, story } from "./harness.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { startPractising } from "./top-ups.mjs";

const name = "look-up-a-bank-and-its-branches";

test(name, () =>
  story(name, async ({ open }) => {
    const app = await open({ home: await freshHome() });
    await startPractising(app);
    await app.pressOn("sidebar-banks");
    await app.seeText("Guaranty Trust Bank");
    await app.pressOn("banks-country-GH");
    await app.seeText("GCB Bank");
    await app.seeIn("banks-country-GH", "27 banks, 3 wallets");
    await app.typeInto("banks-search", "gcb");
    await app.seeNoText("Ecobank Ghana");
    await app.pressOn("banks-bank-GH040100");
    await app.seeText("GCB Bank High Street");
    await app.typeInto("banks-search", "");
    await shotInAllSizes(app, "banks");

    // The wallet is locked, so no request is possible. Stored lists are still shown.
    await app.pressOn("lock-button");
    await app.pressOn("banks-country-UG");
    assert.equal(await app.attribute("error-panel", "data-code"), "locked");
    await app.shot("banks-locked");
    await app.pressOn("banks-country-GH");
    await app.seeText("GCB Bank");
    await app.pressOn("banks-country-UG");
    await app.pressOn("lock-button");
    await app.seeText("Stanbic Bank Uganda");
    await app.seeNo("error-panel");
  }),
);
