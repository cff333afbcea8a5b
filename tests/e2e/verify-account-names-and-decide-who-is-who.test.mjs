/** The user watches the verification of names, pauses it, retries failed accounts, decides about a name, and pays. */
import { join } from "node:path";
import { test } from "node:test";
import { freshHome, story } from "./harness.mjs";
import { ENDING, writePayrollThatFails } from "./payrolls.mjs";
import { chooseAndCheck, connect, reviewAndType } from "./steps.mjs";
/** @import {App, Service} from "./harness.mjs" */

const PEOPLE = 56;
/** Slow enough for a picture. */
const RESOLVE_MS = 1_500;
const VERIFIED_WITHIN_MS = 60_000;
const NOT_ANSWERED = 3;

const name = "verify-account-names-and-decide-who-is-who";

test(name, () =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const options = {
      token: "a-token-of-this-story",
      lock: "a-lock-of-this-story",
      journal: join(home, "journal.jsonl"),
    };
    const service = await practice({
      ...options,
      resolveMs: RESOLVE_MS,
      fault: `500@read:${NOT_ANSWERED}`,
      faultPath: "/v1/resolve",
    });
    // The account belongs to another person: only its ending matters, for a result that does not arrive in this test.
    const workers = await writePayrollThatFails(home, "Site workers November 2026.csv", PEOPLE, {
      40: ENDING.reversed,
    });
    const app = await open({ home });
    await connect(app, { address: service.address, ...options });
    await chooseAndCheck(app, workers, PEOPLE);
    await watchAndPause(app, service);
    await askAgain(app);
    await decide(app);
    await reviewAndType(app, workers);
    await app.seeIn("approve-names", `${PEOPLE - 1} match, 1 differs`);
    await app.pressOn("approve-pay");
    await app.see("track-state");
  }),
);

/**
 * The provider is suspended from the first estimate until the pause: otherwise all accounts may be verified before the
 * picture is taken. That is well within the request timeout of 30 seconds.
 * @param {App} app
 * @param {Service} service
 */
async function watchAndPause(app, service) {
  await app.see("names-progress");
  await app.seeText("minute left");
  service.freeze();
  await app.shot("names-progress");
  await app.pressOn("pause-names");
  await app.seeText("Verification paused");
  service.thaw();
  await app.shot("names-paused");
  // Review would end the verification, so it asks first.
  await app.pressOn("check-review");
  await app.seeIn("review-early", "Verification paused");
  await app.shot("check-review-early");
  await app.pressText("Not yet");
  await app.seeNo("review-early");
  await app.pressOn("pause-names");
}

/**
 * The provider did not answer for some accounts: they are counted, and one press retries only those.
 * @param {App} app
 */
async function askAgain(app) {
  await app.see("names-not-asked", VERIFIED_WITHIN_MS);
  await app.seeIn("names-not-asked", `${NOT_ANSWERED} accounts could not be verified: your provider did not answer.`);
  await app.shot("names-not-asked");
  await app.pressOn("check-names");
  await app.seeNo("names-not-asked");
  await app.seeNo("names-progress", VERIFIED_WITHIN_MS);
}

/** @param {App} app */
async function decide(app) {
  await app.seeIn("chip-name_differs", "1");
  await app.pressOn("chip-name_differs");
  await app.seeIn("panel-title", "different name");
  await app.shot("names-differ");
  await app.pressOn("panel-reason-0");
  await app.seeNo("chip-name_differs");
}
