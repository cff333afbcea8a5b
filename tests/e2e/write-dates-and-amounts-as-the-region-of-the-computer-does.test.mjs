/**
 * The language may be English and the regional format that of the Ivory Coast: dates, counts and amounts are formatted
 * for the region, and a total is typed in that format.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshHome, story, until } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { allArePaid, chooseAndCheck, waitUntilPayIsEnabled, review } from "./steps.mjs";
import { startPractising } from "./top-ups.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 10;
const IVORY_COAST = "fr_CI.UTF-8";
const SEEN_WITHIN_MS = 20_000;
const today = () => new Intl.DateTimeFormat("fr-CI", { dateStyle: "medium" }).format(new Date());

const name = "write-dates-and-amounts-as-the-region-of-the-computer-does";

test(name, () =>
  story(name, async ({ open }) => {
    const home = await freshHome();
    const app = await open({ home, env: { LC_TIME: IVORY_COAST, LC_NUMERIC: IVORY_COAST } });
    await startPractising(app);
    const { path, total } = await writePayroll(home, "August 2026 salaries.csv", PEOPLE);
    await chooseAndCheck(app, { path }, PEOPLE);
    const inFrench = total.replaceAll(",", "\u202F").replace(".", ",");
    assert.match(inFrench, /^911\u202F250,00$/);
    assert.match(await app.text("cell-0-amount"), /^\d{2,3} \d{3},\d{2}$/);
    await app.shot("check-in-another-region");
    await review(app);
    await app.seeText(inFrench);
    await app.typeInto("approve-total-input", inFrench);
    await waitUntilPayIsEnabled(app);
    await app.shot("approve-in-another-region");
    const before = today();
    await app.pressOn("approve-pay");
    await allArePaid(app, { people: PEOPLE, total: inFrench.replace("\u202F", " ") });
    await app.shot("track-in-another-region");
    if (before === today()) await app.seeText(`, ${before}, `);
    else await seeEither(app, [before, today()]);
  }),
);

/**
 * The date may change during the payment.
 * @param {App} app
 * @param {string[]} days
 */
async function seeEither(app, days) {
  await until(
    SEEN_WITHIN_MS,
    async () => `waited for ${days.join(" or ")}; the window shows: ${await app.pageText()}`,
    async () => {
      const text = await app.look("return document.body.innerText");
      return days.some((day) => text.includes(`, ${day}, `));
    },
  );
}
