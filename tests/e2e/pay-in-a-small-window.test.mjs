/**
 * The main screens, up to a lost answer, in a common laptop's window and in the smallest supported one: no text is cut
 * off, and everything is reachable.
 */
import { test } from "node:test";
import { tabTo } from "./focus.mjs";
import { chooseFile, freePort, freshHome, hasUnreadBatch, story, until } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { CARD, shotAtSizes } from "./sizes.mjs";
import {
  allArePaid,
  chooseAndCheck,
  connect,
  listenAt,
  waitUntilPayIsEnabled,
  review,
  reviewAndType,
} from "./steps.mjs";
import { charge, leaveCard, openCard, seeOutcome, typePayer } from "./top-ups.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 14;
const SENT_WITHIN_MS = 20_000;

const name = "pay-in-a-small-window";

test(name, () =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const app = await open({ home });
    await practise(app, home);
    await loseAnAnswer(app, practice, home);
  }),
);

/**
 * In practice mode, whose band takes some of the height.
 * @param {App} app
 * @param {string} home
 */
async function practise(app, home) {
  await app.see("welcome");
  await shotAtSizes(app, "welcome");
  await app.pressOn("welcome-practice");
  await app.see("pay-drop");
  await shotAtSizes(app, "pay");
  const { path, total } = await writePayroll(home, "October 2026 salaries.csv", PEOPLE);
  await app.pressOn("pay-sample");
  await app.see("panel");
  await shotAtSizes(app, "check");
  await app.pressOn("sidebar-pay");
  await app.pressOn("pay-choose");
  await chooseFile(path);
  await app.seeIn("check-people", `${PEOPLE} of ${PEOPLE} people can be paid`);
  await app.pressOn("check-tools");
  await app.pressOn("tool-columns");
  await app.see("map-columns");
  await shotAtSizes(app, "map");
  await app.pressOn("map-back");
  await review(app);
  await app.seeIn("approve-total", total);
  await shotAtSizes(app, "approve");
  await app.typeInto("approve-total-input", total);
  await waitUntilPayIsEnabled(app);
  await app.pressOn("approve-pay");
  await allArePaid(app, { people: PEOPLE, total });
  await shotAtSizes(app, "track-all-paid");
  for (const [place, screen] of /** @type {const} */ ([
    ["payrolls", "payrolls"],
    ["topUp", "top-up-empty"],
    ["settings", "settings"],
  ])) {
    await app.pressOn(`sidebar-${place}`);
    await app.see(PLACES[place]);
    await shotAtSizes(app, screen);
  }
  await app.pressOn("sidebar-topUp");
  await openCard(app);
  await shotAtSizes(app, "card", [CARD]);
  await typePayer(app);
  await charge(app, "success", "1,000");
  await seeOutcome(app, "Funded");
  await shotAtSizes(app, "card-funded", [CARD]);
  await leaveCard(app);
}

/** The element that shows that a sidebar entry is open. */
const PLACES = { payrolls: "payroll-line-1", topUp: "top-up-by-card", settings: "settings-nav-profile" };

/**
 * The service fails while it processes the batch.
 * @param {App} app
 * @param {(options: {token: string, lock: string, callbackUrl: string}) => ReturnType<typeof import("./harness.mjs").startPractice>} practice
 * @param {string} home
 */
async function loseAnAnswer(app, practice, home) {
  const callbackUrl = `http://127.0.0.1:${await freePort()}/paid/77aa`;
  const options = { token: "a-token-of-this-story", lock: "a-lock-of-this-story", callbackUrl };
  const service = await practice(options);
  await app.pressOn("practice-leave");
  await connect(app, { address: service.address, ...options });
  await listenAt(app, callbackUrl);
  const november = await writePayroll(home, "November 2026 salaries.csv", PEOPLE, PEOPLE);
  await chooseAndCheck(app, november, PEOPLE);
  await reviewAndType(app, november);
  service.freeze();
  await app.pressOn("approve-pay");
  await until(
    SENT_WITHIN_MS,
    () => "the batch to reach the service",
    () => hasUnreadBatch(service.port),
  );
  await service.kill();
  await app.seeIn("track-unknown", "We do not know");
  await shotAtSizes(app, "track");
  await tabTo(app, '[data-testid^="tile-"]');
  await app.shot("track-focus-tile");
  await app.pressOn("track-open-unresolved");
  await app.see("unresolved-not-taken");
  await shotAtSizes(app, "unresolved");
}
