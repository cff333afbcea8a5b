/** A token that ends while somebody works: it is said beforehand and after, and the way to another one is there. */
import { test } from "node:test";
import { freshHome, story } from "./harness.mjs";
import { shotInAllSizes } from "./sizes.mjs";
import { connect } from "./steps.mjs";

/** Long enough to connect with it, too short to send with it. */
const LIFE_S = 20;
/** It ends, and the window looks every ten seconds. */
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
 * As providers make them: its end can be read by whoever has it.
 * @param {number} life_s
 */
function tokenThatEnds(life_s) {
  const part = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + life_s;
  return [part({ alg: "HS256", typ: "JWT" }), part({ sub: "kola-foods", exp }), "c2lnbmF0dXJl"].join(".");
}
