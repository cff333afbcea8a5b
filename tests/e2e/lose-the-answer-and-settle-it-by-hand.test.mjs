/** The service is down when Pay is pressed, then fails while it processes a batch: nobody is paid twice. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { freePort, freshHome, hasUnreadBatch, story, until } from "./harness.mjs";
import { writePayroll } from "./payrolls.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { allArePaid, chooseAndCheck, connect, listenAt, reviewAndType } from "./steps.mjs";
/** @import {App} from "./harness.mjs" */

const PEOPLE = 14;
const SENT_WITHIN_MS = 20_000;
const NOTICED_WITHIN_MS = 20_000;

const name = "lose-the-answer-and-settle-it-by-hand";

test(name, () =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const callbackUrl = `http://127.0.0.1:${await freePort()}/paid/77aa`;
    const journal = join(home, "journal.jsonl");
    const options = { token: "a-token-of-this-story", lock: "a-lock-of-this-story", callbackUrl, journal };
    let service = await practice(options);
    const { address, port } = service;
    const october = await writePayroll(home, "October 2026 salaries.csv", PEOPLE);
    const november = await writePayroll(home, "November 2026 salaries.csv", PEOPLE);

    const app = await open({ home });
    await connect(app, { address, ...options });
    await listenAt(app, callbackUrl);

    await chooseAndCheck(app, october, PEOPLE);
    await reviewAndType(app, october);
    await service.kill();
    await app.pressOn("approve-pay");
    await nobodyWasPaid(app);
    service = await practice({ ...options, port });
    await app.pressOn("track-send-again");
    await allArePaid(app, { people: PEOPLE, total: october.total });

    await app.pressOn("track-new");
    await chooseAndCheck(app, november, PEOPLE);
    await reviewAndType(app, november);
    service.freeze();
    await app.pressOn("approve-pay");
    await until(
      SENT_WITHIN_MS,
      () => "the batch to reach the service",
      () => hasUnreadBatch(port),
    );
    await service.kill();
    await nobodyKnows(app);
    await settleByHand(app);
    await practice({ ...options, port });
    await app.pressOn("track-send-again");
    await allArePaid(app, { people: PEOPLE, total: november.total });
    await eachWasTakenOnce(journal);
  }),
);

/** @param {App} app */
async function nobodyWasPaid(app) {
  const notice = await app.seeIn(
    "track-not-sent",
    `None of the ${PEOPLE} people in batch 1 was paid`,
    NOTICED_WITHIN_MS,
  );
  assert.match(notice, /Send now/);
  await shotInAllSizes(app, "track-not-sent");
}

/** @param {App} app */
async function nobodyKnows(app) {
  await app.seeIn("track-unknown", "We do not know", NOTICED_WITHIN_MS);
  assert.equal(await app.sees("track-send-again"), false, "nothing is offered that could pay twice");
  await app.shot("track-unknown");
  await app.pressOn("track-open-unresolved");
  await app.see("unresolved-not-taken");
  await app.pressOn("provider-message-1");
  await app.seeIn("provider-message-1", "Copied");
  await app.shot("unresolved");
}

/** @param {App} app */
async function settleByHand(app) {
  await app.pressOn("unresolved-not-taken");
  await app.typeInto("unresolved-reason", "Mrs. Adeleke asked the service on the phone: it has no such batch.");
  assert.equal(await app.attribute("unresolved-confirm", "disabled"), "true", "who was not asked cannot have answered");
  await app.pressOn("unresolved-asked");
  await shotInAllSizes(app, "unresolved-decide");
  await app.pressOn("unresolved-confirm");
  await app.seeToast("recorded as not received");
  await app.see("track-refused");
  await app.shot("track-not-received");
}

/** @param {string} journal */
async function eachWasTakenOnce(journal) {
  const lines = (await readFile(journal, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const all = lines
    .filter(({ method, references }) => method === "POST" && references.length > 1)
    .flatMap(({ references }) => references);
  assert.equal(all.length, 2 * (PEOPLE + 1));
  assert.equal(new Set(all).size, all.length);
}
