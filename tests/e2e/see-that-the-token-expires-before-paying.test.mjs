/** A token expires while the user works: warnings appear before and after, with a link to replace it. */
import { test } from "node:test";
import { freshHome, story } from "./harness.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { connect } from "./steps.mjs";

/** Long enough to connect, too short to send. */
const LIFE_S = 20;
/** The token expires, and the window checks every ten seconds. */
const ENDED_WITHIN_MS = 45_000;

const name = "see-that-the-token-expires-before-paying";

test(name, () =>
  story(name, async ({ open, practice }) => {
    const home = await freshHome();
    const credentials = { token: tokenThatEnds(LIFE_S), lock: "a-lock-of-this-story" };
    const { address } = await practice(credentials);
    const app = await open({ home });
    await connect(app, { address, ...credentials });
    await app.see("token-bar");
    await app.shot("token-ending");
    await app.pressOn("sidebar-settings");
    await app.pressOn("settings-nav-connection");
    await shotInAllSizes(app, "settings-connection");
    await app.seeText("Token has expired", ENDED_WITHIN_MS);
    await app.pressOn("sidebar-pay");
    await app.seeIn("token-bar", "expired at");
    await app.shot("token-expired");
    await app.pressOn("token-replace");
    await app.see("settings-secret-token");
  }),
);

/**
 * Like a provider's token: its expiry is readable.
 * @param {number} life_s
 */
function tokenThatEnds(life_s) {
  const part = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + life_s;
  return [part({ alg: "HS256", typ: "JWT" }), part({ sub: "kola-foods", exp }), "c2lnbmF0dXJl"].join(".");
}
