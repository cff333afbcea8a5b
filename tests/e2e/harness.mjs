/**
 * Test harness: the application in its own window and home folder, a practice service, and methods for a user's
 * actions. `cargo xtask test` starts it and provides the screen, the message bus with its keychain and the environment
 * below.
 *
 * There are no fixed pauses: every wait ends with its condition, or fails with the last observation.
 */
import assert from "node:assert/strict";
import { spawn, execFile } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import * as timers from "node:timers/promises";
import { promisify } from "node:util";
import { Builder, By, Capabilities, Key } from "selenium-webdriver";
import { violationsOf } from "./accessibility.mjs";
/**
 * @import {ChildProcess, StdioOptions} from "node:child_process"
 * @import {Server} from "node:net"
 * @import {WebDriver, WebElement} from "selenium-webdriver"
 */

export { By, Key };

const run = promisify(execFile);

const APP = requiredEnv("PAYSHEET_E2E_APP");
const DRIVER = requiredEnv("PAYSHEET_E2E_DRIVER");
const PRACTICE = requiredEnv("PAYSHEET_E2E_PRACTICE");
const SCRATCH = requiredEnv("PAYSHEET_E2E_SCRATCH");
const SCREENS = requiredEnv("PAYSHEET_E2E_SCREENS");

/** Limit for the window to show something. Generous: two cores without a GPU. */
const SEEN_WITHIN_MS = 20_000;
const STARTED_WITHIN_MS = 60_000;
const QUIT_WITHIN_MS = 5_000;
const ENDED_WITHIN_MS = 10_000;
/** Limit for a whole test: the longest takes five and a half minutes on a loaded machine. */
const STORY_WITHIN_MS = 10 * 60_000;
/** Limit for a native window to close before the keys are sent again. */
const CLOSED_WITHIN_MS = 1_000;
/** More than an uncompressed picture of the whole screen. */
const PICTURE_BYTES_MAX = 64 * 1024 * 1024;
const POLL_MS = 50;
/** Larger than the distance of a double click, and still within every button. */
const SECOND_PRESS_OFFSET_PX = 12;
const WINDOW = { width: 1280, height: 820 };

/**
 * Records the text of each toast when it appears. A toast is shown for seconds, and the driver may be slower. Returns
 * false until the page is drawn: records made earlier are lost with the empty page.
 */
const RECORD_TOASTS = `
  if (!document.getElementById("root")?.hasChildNodes()) return false;
  if (window.paysheetToasts === undefined) {
    const recorded = new WeakSet();
    window.paysheetToasts = [];
    const record = () => {
      for (const toast of document.querySelectorAll('[data-testid="toast"]')) {
        if (recorded.has(toast) || !toast.checkVisibility()) continue;
        recorded.add(toast);
        window.paysheetToasts.push(toast.innerText.replace(/\\s+/g, " ").trim());
      }
    };
    new MutationObserver(record).observe(document, { childList: true, subtree: true });
    // A toast that appears while the page is printed is hidden, and no mutation follows when it becomes visible.
    setInterval(record, 200);
    record();
  }
  return true;`;
/** Removes the first recorded toast with this text, and those before it: a later wait needs a later toast. */
const TAKE_TOAST = `
  const [text] = arguments;
  const recorded = [...window.paysheetToasts];
  const at = recorded.findIndex((toast) => toast.includes(text));
  return { recorded, taken: at < 0 ? null : window.paysheetToasts.splice(0, at + 1)[at] };`;

/** Running programs of this test; all are ended with it. */
/** @type {Set<ChildProcess>} */
const running = new Set();
process.on("exit", () => running.forEach((child) => signalGroup(child, "SIGKILL")));

/** @param {string} name */
function requiredEnv(name) {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set: start the scenarios with \`cargo xtask test --only e2e\``);
  }
  return value;
}

/**
 * A new home folder and a keychain without entries of Paysheet, as on another computer. The application stores its
 * ledger below `data` in it.
 */
export async function freshHome() {
  await emptyKeychain();
  const home = await mkdtemp(join(SCRATCH, "scenario-"));
  for (const name of ["data", "config", "cache", "state"]) {
    await mkdir(join(home, name), { mode: 0o700 });
  }
  return home;
}

/** The tests share one session and its keychain: entries of earlier tests are removed. */
async function emptyKeychain() {
  /** @type {(path: string, method: string, ...args: string[]) => Promise<{stdout: string}>} */
  const secrets = (path, method, ...args) =>
    run("gdbus", [
      "call",
      "--session",
      "--dest",
      "org.freedesktop.secrets",
      "--object-path",
      path,
      "--method",
      `org.freedesktop.Secret.${method}`,
      ...args,
    ]);
  const { stdout } = await secrets(
    "/org/freedesktop/secrets",
    "Service.SearchItems",
    "{'service': 'app.paysheet.desk'}",
  );
  for (const [item] of stdout.matchAll(/\/org\/freedesktop\/secrets\/collection\/[\w/]+/g)) {
    await secrets(item, "Item.Delete");
  }
}

/**
 * How the application is started. `args` are its arguments. `log` is the file for its output; without one the output
 * goes to the test's own.
 * @typedef {{home: string, application?: string, args?: string[], env?: NodeJS.ProcessEnv, log?: string}} OpenOptions
 */

/**
 * Opens the application and waits for its window. With the same `home` it opens the same data.
 * @param {OpenOptions} options
 */
export async function openApp(options) {
  const app = new App(options);
  await app.open();
  return app;
}

/** The window, and a user's actions in it. */
export class App {
  #options;
  /** @type {ChildProcess | null} */
  #bridge = null;
  /** The main window's handle, while there are two. */
  #main = "";
  /** @type {WebDriver | null} */
  #driver = null;
  /** The offset of the last such press from the centre, in pixels. */
  #pressOffset = SECOND_PRESS_OFFSET_PX;
  /** Violations that axe found on the pictures so far. They are reported together at the end of the test. */
  /** @type {string[]} */
  violations = [];

  /** @param {OpenOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** The WebDriver session, for actions without a method here. */
  get driver() {
    assert.ok(this.#driver, "the application is open");
    return this.#driver;
  }

  /** The application's process group, with every process that it started. */
  get group() {
    assert.ok(this.#bridge, "the application is open");
    return idOf(this.#bridge);
  }

  get home() {
    return this.#options.home;
  }

  async open() {
    const { application = APP, args = [], log } = this.#options;
    const written = log === undefined ? "inherit" : openSync(log, "a");
    const [port, nativePort] = await freePorts(2);
    const bridge = start(DRIVER, ["--port", `${port}`, "--native-port", `${nativePort}`], this.#environment(), [
      "ignore",
      written,
      written,
    ]);
    this.#bridge = bridge;
    const address = `http://127.0.0.1:${port}/`;
    await listening(nativePort, bridge);
    await listening(port, bridge);
    const capabilities = new Capabilities({ browserName: "wry", "tauri:options": { application, args } });
    this.#driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
    await this.driver.manage().setTimeouts({ script: SEEN_WITHIN_MS });
    await this.driver.manage().window().setRect(WINDOW);
    await until(
      STARTED_WITHIN_MS,
      () => this.#explain("the page to be drawn"),
      () => this.look(RECORD_TOASTS).catch(() => false),
    );
  }

  /**
   * Starts the program a second time, in this folder, as a file manager does. That process ends by itself.
   * @param {string} folder
   * @param {...string} args
   */
  async startAgain(folder, ...args) {
    const { application = APP } = this.#options;
    const env = { ...process.env, ...this.#environment() };
    await run(application, args, { cwd: folder, env, timeout: STARTED_WITHIN_MS });
  }

  #environment() {
    const { home, env = {} } = this.#options;
    return {
      XDG_DATA_HOME: join(home, "data"),
      XDG_CONFIG_HOME: join(home, "config"),
      XDG_CACHE_HOME: join(home, "cache"),
      XDG_STATE_HOME: join(home, "state"),
      ...env,
    };
  }

  /** Ends the program and every process that it started, so that nothing blocks the next one with this home folder. */
  async close() {
    const driver = this.#driver;
    this.#driver = null;
    await Promise.race([driver?.quit().catch(() => {}), timers.setTimeout(QUIT_WITHIN_MS, null, { ref: false })]);
    if (this.#bridge) {
      await end(this.#bridge);
    }
    this.#bridge = null;
  }

  /** Closes and opens again, over the same home folder. */
  async restart() {
    await this.close();
    await this.open();
  }

  /** Switches to the card window as soon as it exists. */
  async goToCard() {
    const main = await this.driver.getWindowHandle();
    this.#main = main;
    const other = async () => (await this.driver.getAllWindowHandles()).find((handle) => handle !== main);
    const card = await until(SEEN_WITHIN_MS, () => this.#explain("the card window"), other);
    await this.driver.switchTo().window(card);
  }

  /**
   * Presses a button that closes the card window, which may close before the press is answered, and switches to the
   * main one.
   * @param {string} testId
   */
  async leaveCard(testId) {
    await this.pressOn(testId).catch((/** @type {Error} */ error) => {
      if (error.name !== "NoSuchWindowError") {
        throw error;
      }
    });
    await this.driver.switchTo().window(this.#main);
    const alone = async () => (await this.driver.getAllWindowHandles()).length === 1;
    await until(SEEN_WITHIN_MS, () => this.#explain("the card window to close"), alone);
  }

  /**
   * The visible element with this `data-testid`.
   * @param {string} testId
   * @param {number} [withinMs]
   */
  async see(testId, withinMs = SEEN_WITHIN_MS) {
    return this.#visible(By.css(`[data-testid="${testId}"]`), `data-testid "${testId}"`, withinMs);
  }

  /**
   * The innermost visible element whose text contains `text`.
   * @param {string} text
   * @param {number} [withinMs]
   */
  async seeText(text, withinMs = SEEN_WITHIN_MS) {
    const has = `contains(normalize-space(.), ${xpathText(text)})`;
    return this.#visible(By.xpath(`//body//*[${has} and not(.//*[${has}])]`), `text "${text}"`, withinMs);
  }

  /**
   * The visible button, link, tab, option or menu entry with the accessible name `name`.
   * @param {string} name
   * @param {number} [withinMs]
   */
  async seeButton(name, withinMs = SEEN_WITHIN_MS) {
    const roles = ["button", "link", "tab", "option", "menuitem", "radio", "switch", "checkbox"];
    const elements = ["self::button", "self::a", ...roles.map((role) => `@role="${role}"`)].join(" or ");
    const named = `contains(normalize-space(.), ${xpathText(name)}) or contains(@aria-label, ${xpathText(name)})`;
    return this.#visible(By.xpath(`//body//*[(${elements}) and (${named})]`), `button "${name}"`, withinMs);
  }

  /**
   * The field with this label.
   * @param {string} label
   * @param {number} [withinMs]
   */
  async seeField(label, withinMs = SEEN_WITHIN_MS) {
    const quotedLabel = xpathText(label);
    const fields = "(self::input or self::textarea or self::select)";
    const byLabel = `@id = //label[contains(normalize-space(.), ${quotedLabel})]/@for`;
    const inside = `ancestor::label[contains(normalize-space(.), ${quotedLabel})]`;
    const named = `contains(@aria-label, ${quotedLabel}) or contains(@placeholder, ${quotedLabel})`;
    const path = `//body//*[${fields} and (${byLabel} or ${inside} or ${named})]`;
    return this.#visible(By.xpath(path), `field "${label}"`, withinMs);
  }

  /**
   * Waits until no visible element contains `text`.
   * @param {string} text
   * @param {number} [withinMs]
   */
  async seeNoText(text, withinMs = SEEN_WITHIN_MS) {
    const has = `contains(normalize-space(.), ${xpathText(text)})`;
    const at = By.xpath(`//body//*[${has} and not(.//*[${has}])]`);
    await until(
      withinMs,
      () => this.#explain(`text "${text}" to go`),
      async () => !(await this.#firstVisible(at)),
    );
  }

  /**
   * Whether this `data-testid` is visible now; does not wait.
   * @param {string} testId
   */
  async sees(testId) {
    return (await this.#firstVisible(By.css(`[data-testid="${testId}"]`))) !== null;
  }

  /**
   * @param {string} name
   * @param {number} [withinMs]
   */
  async press(name, withinMs) {
    await this.#click(() => this.seeButton(name, withinMs));
  }

  /**
   * @param {string} testId
   * @param {number} [withinMs]
   */
  async pressOn(testId, withinMs) {
    await this.#click(() => this.see(testId, withinMs));
  }

  /**
   * Presses an element at the position of the previous press. It presses beside the centre, since the driver counts two
   * presses at one position within a second as a double click.
   * @param {string} testId
   */
  async pressWithoutDoubleClick(testId) {
    this.#pressOffset = -this.#pressOffset;
    await this.#click(() => this.see(testId), { x: this.#pressOffset, y: 0 });
  }

  /**
   * @param {string} text
   * @param {number} [withinMs]
   */
  async pressText(text, withinMs) {
    await this.#click(() => this.seeText(text, withinMs));
  }

  /**
   * Replaces the text in the field with this label.
   * @param {string} label
   * @param {string} text
   */
  async type(label, text) {
    await this.#fill(await this.seeField(label), text);
  }

  /**
   * Replaces the text in the field with this `data-testid`.
   * @param {string} testId
   * @param {string} text
   */
  async typeInto(testId, text) {
    await this.#fill(await this.see(testId), text);
  }

  /**
   * Chooses an entry of a list by its value.
   * @param {string} testId
   * @param {string} value
   */
  async chooseIn(testId, value) {
    const list = await this.see(testId);
    await list.findElement(By.css(`option[value="${value}"]`)).click();
  }

  /**
   * Sends keys to the focused element, such as `app.keys(Key.ENTER)`.
   * @param {...string} keys
   */
  async keys(...keys) {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  /** @param {string} testId */
  async doubleClickOn(testId) {
    const element = await this.see(testId);
    await this.driver.actions().doubleClick(element).perform();
  }

  /**
   * The text of the element with this `data-testid`, without its line breaks.
   * @param {string} testId
   */
  async text(testId) {
    return until(
      SEEN_WITHIN_MS,
      () => this.#explain(`text in data-testid "${testId}"`),
      () => this.#textNow(testId),
    );
  }

  /**
   * Waits until the text of this `data-testid` contains `text`, and returns all of it.
   * @param {string} testId
   * @param {string} text
   * @param {number} [withinMs]
   */
  async seeIn(testId, text, withinMs = SEEN_WITHIN_MS) {
    let last = "";
    const has = async () => {
      last = await this.#textNow(testId);
      return last.includes(text) ? last : null;
    };
    return until(withinMs, () => this.#explain(`"${text}" in data-testid "${testId}", which says "${last}"`), has);
  }

  /**
   * Waits for a toast that contains `text`, and returns all of its text, even if it has disappeared meanwhile. Each
   * toast is returned once.
   * @param {string} text
   * @returns {Promise<string>}
   */
  async seeToast(text) {
    /** @type {string[]} */
    let last = [];
    return until(
      SEEN_WITHIN_MS,
      () => this.#explain(`a toast with "${text}"; recorded were ${JSON.stringify(last)}`),
      async () => {
        // Reloading the page clears the records.
        if (!(await this.look(RECORD_TOASTS))) return null;
        const { recorded, taken } = await this.look(TAKE_TOAST, text);
        last = recorded;
        return taken;
      },
    );
  }

  /**
   * Waits until no visible element has this `data-testid`.
   * @param {string} testId
   * @param {number} [withinMs]
   */
  async seeNo(testId, withinMs = SEEN_WITHIN_MS) {
    const gone = async () => !(await this.sees(testId));
    await until(withinMs, () => this.#explain(`data-testid "${testId}" to go`), gone);
  }

  /**
   * The attribute of the element with this `data-testid`, or null.
   * @param {string} testId
   * @param {string} name
   */
  async attribute(testId, name) {
    return (await this.see(testId)).getAttribute(name);
  }

  /**
   * Runs a script in the page. Only to read state; a test acts as a user does.
   * @param {string} script
   * @param {...unknown} args
   */
  async look(script, ...args) {
    return this.driver.executeScript(script, ...args);
  }

  /**
   * Runs a script in the page that calls its last argument when it is done, and returns that result. The driver sends
   * nothing to the page meanwhile, so measurements are not disturbed.
   * @param {number} withinMs
   * @param {string} script
   * @param {...unknown} args
   */
  async watch(withinMs, script, ...args) {
    await this.driver.manage().setTimeouts({ script: withinMs });
    try {
      return await this.driver.executeAsyncScript(script, ...args);
    } finally {
      await this.driver.manage().setTimeouts({ script: SEEN_WITHIN_MS });
    }
  }

  /**
   * Switches to light or dark.
   * @param {string} scheme
   */
  async setScheme(scheme) {
    await this.look("document.documentElement.setAttribute('data-mantine-color-scheme', arguments[0])", scheme);
    await this.#settled();
  }

  /**
   * Takes `target/screens/NAME-light.png` and `NAME-dark.png`, and restores the window's scheme. Each picture's page is
   * checked for accessibility as well.
   * @param {string} name
   * @param {("light" | "dark")[]} schemes
   */
  async shot(name, schemes = ["light", "dark"]) {
    const read = "return document.documentElement.getAttribute('data-mantine-color-scheme') ?? 'light'";
    const before = await this.look(read);
    // Moves the pointer away, so that nothing is hovered. Only a real distance has an effect after a click.
    await this.driver.actions().move({ x: 2, y: 2 }).move({ x: 1, y: 1 }).perform();
    const hovered = "return document.querySelector('button:hover, [role=\"row\"]:hover') === null";
    await until(
      SEEN_WITHIN_MS,
      () => this.#explain("nothing to be hovered"),
      () => this.look(hovered),
    );
    for (const [index, scheme] of schemes.entries()) {
      await this.setScheme(scheme);
      await writeFile(join(SCREENS, `${name}-${scheme}.png`), await this.driver.takeScreenshot(), "base64");
      const found = await violationsOf(this.driver, { contrastOnly: index > 0 });
      this.violations.push(...found.map((violation) => `${name}-${scheme}: ${violation}`));
    }
    await this.setScheme(before);
  }

  /** The text of the whole page, for failure messages. */
  async pageText() {
    const text = await this.look("return document.body ? document.body.innerText : ''").catch(() => "");
    return `${text}`.replace(/\s*\n\s*/g, " | ").slice(0, 2_000);
  }

  /**
   * Takes a picture of the whole screen, next to the others. Never throws, and sends nothing to the window.
   * @param {string} name
   */
  async shotOfFailure(name) {
    await shotOfScreen(`failed-${name}`).catch(() => {});
  }

  /**
   * The element's text now; empty if it is missing or being redrawn.
   * @param {string} testId
   */
  async #textNow(testId) {
    const element = await this.#firstVisible(By.css(`[data-testid="${testId}"]`));
    const text = element === null ? "" : await this.look("return arguments[0].innerText", element).catch(() => "");
    return text.replace(/\s+/g, " ").trim();
  }

  /**
   * @param {WebElement} field
   * @param {string} text
   */
  async #fill(field, text) {
    await field.click();
    await field.sendKeys(Key.chord(Key.CONTROL, "a"), Key.DELETE);
    // The driver rejects an empty text.
    if (text !== "") await field.sendKeys(text);
  }

  /**
   * Retried, since a list that is redrawn between finding and clicking replaces the element.
   * @param {() => Promise<WebElement>} find
   * @param {{x: number, y: number}} [offset] Offset from its centre.
   */
  async #click(find, offset) {
    await until(
      SEEN_WITHIN_MS,
      () => this.#explain("something that can be clicked"),
      async () => {
        try {
          const element = await find();
          if (offset === undefined) {
            await element.click();
            return true;
          }
          await this.look("arguments[0].scrollIntoView({ block: 'nearest' })", element);
          await this.driver
            .actions()
            .move({ origin: element, ...offset })
            .click()
            .perform();
          return true;
        } catch (error) {
          if (
            hasErrorName(
              error,
              "StaleElementReferenceError",
              "ElementClickInterceptedError",
              "ElementNotInteractableError",
            )
          ) {
            return false;
          }
          throw error;
        }
      },
    );
  }

  /**
   * @param {By} by
   * @param {string} what
   * @param {number} withinMs
   */
  async #visible(by, what, withinMs) {
    return until(
      withinMs,
      () => this.#explain(what),
      () => this.#firstVisible(by),
    );
  }

  /** @param {By} by */
  async #firstVisible(by) {
    try {
      for (const element of await this.driver.findElements(by)) {
        if (await element.isDisplayed()) {
          return element;
        }
      }
    } catch (error) {
      if (!hasErrorName(error, "StaleElementReferenceError")) {
        throw error;
      }
    }
    return null;
  }

  /** @param {string} what */
  async #explain(what) {
    return `waited for ${what}; the window shows: ${await this.pageText()}`;
  }

  /** Waits two frames, so that the change is on the screen. Transitions are finished at once. */
  async #settled() {
    await this.driver.executeAsyncScript(`
      const done = arguments[arguments.length - 1];
      document.getAnimations().forEach((animation) => { try { animation.finish(); } catch { /* endless ones stay */ } });
      requestAnimationFrame(() => requestAnimationFrame(() => done()));
    `);
  }
}

/**
 * Runs one test: calls `tell(story)`, takes a picture of each open window if it fails, and ends all programs.
 * @param {string} name
 * @param {(story: {open: typeof openApp, practice: typeof startPractice}) => Promise<void>} tell
 */
export async function story(name, tell) {
  /** @type {App[]} */
  const apps = [];
  /** @type {Service[]} */
  const services = [];
  /** @type {typeof openApp} */
  const open = async (options) => {
    const app = await openApp(options);
    apps.push(app);
    return app;
  };
  /** @type {typeof startPractice} */
  const practice = async (options) => {
    const service = await startPractice(options);
    services.push(service);
    return service;
  };
  await deleteFailureShots(name);
  try {
    await Promise.race([tell({ open, practice }), failAfterTimeout(name)]);
    const violations = apps.flatMap((app) => app.violations);
    assert.equal(violations.length, 0, `axe-core found:\n${violations.join("\n")}`);
  } catch (error) {
    await Promise.all(apps.map((app, index) => app.shotOfFailure(index === 0 ? name : `${name}-${index + 1}`)));
    throw error;
  } finally {
    await Promise.all(apps.map((app) => app.close()));
    await Promise.all(services.map((service) => service.stop()));
  }
}

/**
 * Fails after the time limit, so that the test's programs end before the next test.
 * @param {string} name
 */
async function failAfterTimeout(name) {
  await timers.setTimeout(STORY_WITHIN_MS, null, { ref: false });
  throw new Error(`${name} took longer than ${STORY_WITHIN_MS / 60_000} minutes`);
}

/**
 * Deletes pictures of earlier failures, except those of this run's first attempt.
 * @param {string} name
 */
async function deleteFailureShots(name) {
  if (process.env["PAYSHEET_E2E_SECOND"] !== undefined) return;
  const old = (await readdir(SCREENS)).filter((file) => file.startsWith(`failed-${name}`));
  await Promise.all(old.map((file) => rm(join(SCREENS, file))));
}

/** @typedef {Awaited<ReturnType<typeof startPractice>>} Service A practice service that runs. */

/**
 * Starts the practice service as a separate program and waits until it listens.
 * @param {{port?: number, token?: string, lock?: string, apiKey?: string, apiSecret?: string, cardPath?: string, payoutFee?: string, wallets?: string[], runsShort?: boolean, callbackUrl?: string, paceMs?: number, resolveMs?: number, fault?: string, faultPath?: string, seed?: number, journal?: string, state?: string}} options
 */
export async function startPractice(options = {}) {
  /** @type {[string, string | number | undefined][]} */
  const given = [
    ["--listen", `127.0.0.1:${options.port ?? 0}`],
    ["--token", options.token],
    ["--lock", options.lock],
    ["--api-key", options.apiKey],
    ["--api-secret", options.apiSecret],
    ["--card-path", options.cardPath],
    ["--payout-fee", options.payoutFee],
    ["--callback-url", options.callbackUrl],
    ["--pace-ms", options.paceMs],
    ["--resolve-ms", options.resolveMs],
    ["--fault", options.fault],
    ["--fault-path", options.faultPath],
    ["--seed", options.seed],
    ["--journal", options.journal],
    ["--state", options.state],
  ];
  const args = given.filter(([, value]) => value !== undefined).flatMap(([name, value]) => [name, `${value}`]);
  args.push(...(options.wallets ?? []).flatMap((wallet) => ["--wallet", wallet]));
  if (options.runsShort) args.push("--runs-short");
  const child = start(PRACTICE, args, {}, ["ignore", "pipe", "inherit"]);
  assert.ok(child.stdout);
  const lines = createInterface({ input: child.stdout });
  /** @type {string} */
  const address = await new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error("the practice service did not say that it listens")),
      STARTED_WITHIN_MS,
    );
    lines.on("line", (line) => {
      const match = /listening on (http:\/\/\S+)/.exec(line);
      if (match?.[1]) {
        clearTimeout(late);
        resolve(match[1]);
      }
    });
    child.once("exit", (code) => reject(new Error(`the practice service ended with code ${code} before it listened`)));
  });
  return {
    address,
    port: Number(new URL(address).port),
    stop: () => end(child),
    /** Suspends the process: requests arrive, and are neither read nor answered. */
    freeze: () => signalGroup(child, "SIGSTOP"),
    thaw: () => signalGroup(child, "SIGCONT"),
    /** Kills the process, as a power cut does. */
    async kill() {
      signalGroup(child, "SIGKILL");
      await end(child);
    },
  };
}

/** A batch is longer than this, in bytes. An unaccepted connection counts as one, a small request as few. */
const BATCH_BYTES_MIN = 1_000;

/**
 * Whether a batch was sent to this local port that its owner has not read.
 * @param {number} port
 */
export async function hasUnreadBatch(port) {
  const here = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = (await readFile("/proc/net/tcp", "utf8")).split("\n").slice(1);
  return lines.some((line) => {
    const [, local, , , queues] = line.trim().split(/\s+/);
    return local?.endsWith(here) && Number.parseInt(queues?.split(":")[1] ?? "", 16) >= BATCH_BYTES_MIN;
  });
}

/** A local port that was free a moment ago. */
export async function freePort() {
  const [port] = await freePorts(1);
  return port;
}

/**
 * Calls `check` until it returns a truthy value, and returns that.
 * @template Found
 * @param {number} withinMs
 * @param {() => string | Promise<string>} explain
 * @param {() => Found | Promise<Found>} check
 * @returns {Promise<NonNullable<Found>>}
 */
export async function until(withinMs, explain, check) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await check();
    if (answer) {
      return answer;
    }
    if (Date.now() > deadline) {
      throw new Error(await explain());
    }
    await timers.setTimeout(POLL_MS);
  }
}

/**
 * A picture of the whole screen, for file choosers and other native windows.
 * @param {string} name
 */
export async function shotOfScreen(name) {
  await run("import", ["-window", "root", join(SCREENS, `${name}.png`)]);
}

/**
 * Chooses `path` in the open file chooser: its address line, the path, Open.
 * @param {string} path
 */
export async function chooseFile(path) {
  await answerDialog("^Choose a ", { picture: "open-file", first: "ctrl+l", path, answer: "alt+o" });
}

/**
 * Saves as `path` in the open dialog: its name field has the focus.
 * @param {string} path
 */
export async function saveFileAs(path) {
  await answerDialog("^Save File$", { picture: "save-file", first: "ctrl+a", path, answer: "alt+s" });
}

/** The month for a file's name; without it, Paysheet asks for the month. */
export const thisMonth = () => new Date().toLocaleDateString("en-GB", { month: "long", year: "numeric" });

/**
 * Writes the sample payroll with its errors.
 * @param {string} folder
 */
export async function writeSample(folder) {
  const path = join(folder, `Kola Foods salaries ${thisMonth()}.xlsx`);
  await run(join(dirname(PRACTICE), "examples/workbook"), ["--sample", "--out", path]);
  return path;
}

/**
 * Writes a payroll of this many people without errors.
 * @param {string} folder
 * @param {number} people
 */
export async function writeWorkbook(folder, people) {
  const path = join(folder, `Salaries of ${people} people ${thisMonth()}.xlsx`);
  await run(join(dirname(PRACTICE), "examples/workbook"), ["--rows", `${people}`, "--out", path]);
  return path;
}

/**
 * Drags a file with the mouse from another window into the application's, as from a file manager.
 * @param {App} app
 * @param {string} path
 */
export async function dropWithTheMouse(app, path) {
  const drop = await dragWithTheMouse(app, path);
  await drop();
  await app.seeNo("drop-overlay");
}

/**
 * Drags a file over the application's window, and returns a function that drops it. That returns the time of the drop,
 * in ms since 1970.
 * @param {App} app
 * @param {string} path
 */
export async function dragWithTheMouse(app, path) {
  const source = spawn(join(dirname(PRACTICE), "examples/drag_source"), [path], { detached: true, stdio: "ignore" });
  running.add(source);
  // A file that is never dropped does not delay the test, which ends its programs.
  source.unref();
  /** @type {(title: string) => Promise<string>} */
  const windowOf = (title) =>
    until(
      SEEN_WITHIN_MS,
      () => `no window is called "${title}"`,
      () => xdotool("search", "--onlyvisible", "--name", title),
    );
  const from = await windowOf("^A file to drag$");
  await xdotool("windowmove", "--sync", from, "1400", "60");
  await xdotool("windowactivate", "--sync", from);
  await waitUntilDrawn(from);
  await xdotool("mousemove", "--window", from, "80", "80", "mousedown", "1");
  const over = await windowOf("^Paysheet$");
  const place = await placeOf(over);
  const undimmed = await colourOnScreen(place);
  // The first steps start the drag; the window receives only later ones.
  for (const step of [40, 30, 20, 10, 0]) {
    await xdotool("mousemove", "--window", over, String(640 + step), String(410 + step));
  }
  const over_at_ms = Date.now();
  let step = 0;
  // A real pointer is never still, and the window receives drag events only when the pointer moves.
  await until(
    SEEN_WITHIN_MS,
    () => "the window did not hear of the file above it",
    async () => {
      step += 1;
      await xdotool("mousemove", "--window", over, String(640 + (step % 2)), "410");
      return app.sees("drop-overlay");
    },
  );
  // Checked on the screen, not only in the document: the user must see that the file can be dropped here.
  const isDimmed = (await colourOnScreen(place)) !== undimmed;
  console.log(`measured: ${JSON.stringify({ overlay_ms: Date.now() - over_at_ms, isDimmed })}`);
  await shotOfScreen("drop-with-the-mouse");
  return async () => {
    const released_at_ms = Date.now();
    await xdotool("mouseup", "1");
    running.delete(source);
    return released_at_ms;
  };
}

/**
 * An empty position in a window, on the screen: in the sidebar, below its entries.
 * @param {string} window
 */
async function placeOf(window) {
  const geometry = await xdotool("getwindowgeometry", "--shell", window);
  const at = (/** @type {string} */ axis) => Number(new RegExp(`^${axis}=(-?\\d+)$`, "mu").exec(geometry)?.[1]);
  return `1x1+${at("X") + 24}+${at("Y") + 480}`;
}

/**
 * The colour on the screen at this position.
 * @param {string} place
 */
async function colourOnScreen(place) {
  const { stdout } = await run("import", ["-window", "root", "-crop", place, "txt:-"]);
  return stdout;
}

/**
 * Presses keys on the keyboard, for any focused window; the driver would send them as text.
 * @param {string} keys
 */
export async function typeKeys(keys) {
  await xdotool("type", "--delay", "12", keys);
}

/**
 * Keys sent before the dialog is drawn are lost, so that is awaited before each of them.
 * @param {string} title A pattern.
 * @param {{picture: string, first: string, path: string, answer: string}} given
 */
async function answerDialog(title, { picture, first, path, answer }) {
  const shown = () => xdotool("search", "--onlyvisible", "--name", title);
  const [window] = (await until(SEEN_WITHIN_MS, () => `no window is called "${title}"`, shown)).split("\n");
  await until(
    SEEN_WITHIN_MS,
    () => `the window "${title}" is not over the main window`,
    async () => (await parentOf(window)) === "Paysheet",
  );
  await xdotool("windowactivate", "--sync", window);
  await waitUntilDrawn(window);
  await shotOfScreen(picture);
  await xdotool("key", first);
  await waitUntilDrawn(window);
  await xdotool("type", "--delay", "10", path);
  await until(
    SEEN_WITHIN_MS,
    () => `the window "${title}" to close`,
    async () => {
      await waitUntilDrawn(window);
      // The window may be gone by now, and no other one may receive the keys.
      if ((await xdotool("getactivewindow")) === window) {
        await xdotool("key", answer);
      }
      return until(
        CLOSED_WITHIN_MS,
        () => "still open",
        async () => (await shown()) === "",
      ).catch(() => false);
    },
  );
}

/**
 * The title of the window that a dialog is transient for; null if there is none.
 * @param {string} window
 */
async function parentOf(window) {
  const { stdout } = await run("xprop", ["-id", window, "WM_TRANSIENT_FOR"]);
  const [parent] = stdout.match(/0x[0-9a-f]+/u) ?? [];
  return parent ? xdotool("getwindowname", String(Number(parent))) : null;
}

/** Some commands wait for a window that may be gone. */
const XDOTOOL_WITHIN_MS = 5_000;
/** @type {(...args: string[]) => Promise<string>} */
export const xdotool = (...args) =>
  run("xdotool", args, { timeout: XDOTOOL_WITHIN_MS }).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );

/**
 * Waits until two pictures of a native window are equal, or it is gone.
 * @param {string} window
 */
export async function waitUntilDrawn(window) {
  const picture = () =>
    run("import", ["-window", window, "rgb:-"], { encoding: "buffer", maxBuffer: PICTURE_BYTES_MAX }).then(
      ({ stdout }) => stdout,
      () => Buffer.of(),
    );
  /** @type {Buffer | null} */
  let before = null;
  await until(
    SEEN_WITHIN_MS,
    () => "a native window keeps changing",
    async () => {
      const now = await picture();
      const same = before?.equals(now) ?? false;
      before = now;
      return same;
    },
  );
}

/**
 * Each program leads a process group, so that all its children end with it.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {StdioOptions} [stdio]
 * @returns {ChildProcess}
 */
function start(program, args, env, stdio = ["ignore", "inherit", "inherit"]) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio, detached: true });
  running.add(child);
  return child;
}

/**
 * The id of a program, which is also that of its process group.
 * @param {ChildProcess} child
 */
function idOf(child) {
  assert.ok(child.pid, "the program was started");
  return child.pid;
}

/** @param {ChildProcess} child */
async function end(child) {
  signalGroup(child, "SIGTERM");
  const gone = () => isProcessGroupAlive(idOf(child)).then((lives) => !lives);
  await until(ENDED_WITHIN_MS, () => "programs that ignore the request to end", gone).catch(async () => {
    signalGroup(child, "SIGKILL");
    await until(ENDED_WITHIN_MS, () => `process group ${child.pid} to end`, gone);
  });
  running.delete(child);
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  try {
    process.kill(-idOf(child), signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) {
      throw error;
    }
  }
}

/**
 * Whether a process of this group still runs; zombies do not count.
 * @param {number} group
 */
async function isProcessGroupAlive(group) {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, "utf8").catch(() => "")));
  return lines.some((line) => {
    const [state, , ofGroup] = line.slice(line.lastIndexOf(")") + 2).split(" ");
    return Number(ofGroup) === group && state !== "Z";
  });
}

/**
 * The bridge uses the driver's port without waiting for it, so both ports are tested first.
 * @param {number} port
 * @param {ChildProcess} bridge
 */
async function listening(port, bridge) {
  await until(
    STARTED_WITHIN_MS,
    () => `nothing listens on port ${port}`,
    async () => {
      if (bridge.exitCode !== null) {
        throw new Error(`tauri-driver ended with code ${bridge.exitCode}`);
      }
      const socket = connect(port, "127.0.0.1");
      return once(socket, "connect")
        .then(
          () => true,
          () => false,
        )
        .finally(() => socket.destroy());
    },
  );
}

/** @param {number} count */
async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = servers.map(portOf);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** @param {Server} server */
function portOf(server) {
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return address.port;
}

/**
 * Every file below a folder. The web view deletes its own files meanwhile: missing ones are skipped.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function filesBelow(folder) {
  const entries = await fallbackIfMissing(readdir(folder, { withFileTypes: true }), []);
  const below = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
  return (await Promise.all(below)).flat();
}

/**
 * The bytes of a file; empty if it is gone.
 * @param {string} path
 */
export async function bytesOf(path) {
  return fallbackIfMissing(readFile(path), Buffer.of());
}

/**
 * @template T
 * @param {Promise<T>} found
 * @param {T} gone
 */
async function fallbackIfMissing(found, gone) {
  return found.catch((/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === "ENOENT") return gone;
    throw error;
  });
}

/**
 * Whether an error of the driver has one of these names.
 * @param {unknown} error
 * @param {...string} names
 */
function hasErrorName(error, ...names) {
  return error instanceof Error && names.includes(error.name);
}

/**
 * XPath 1.0 has no escapes: a text with both kinds of quotes is concatenated from parts.
 * @param {string} text
 */
function xpathText(text) {
  if (!text.includes('"')) {
    return `"${text}"`;
  }
  return `concat(${text
    .split('"')
    .map((part) => `"${part}"`)
    .join(`, '"', `)})`;
}
