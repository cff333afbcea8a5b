/**
 * Runs axe-core in the page that is open in the window. WebDriver's scripts are exempt from the content security
 * policy, so the application contains no part of axe.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
/** @import {WebDriver} from "selenium-webdriver" */

const AXE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** While a screen is being replaced, axe cannot measure any text. The check is retried before it fails. */
const ATTEMPTS_MAX = 5;

/** @typedef {{id: string, help: string, nodes: {target: unknown[], html: string, failureSummary?: string}[]}} Violation */

/**
 * The one exception: the list that opens below a field or a button is rendered at the end of the page, outside every
 * landmark. Its field or button names it, so screen readers reach it from there.
 * @param {Violation} violation
 */
const isRelevant = ({ id, nodes }) => id !== "region" || nodes.some(({ target }) => !isOpenedList(target.join(" ")));

/** @param {string} target */
const isOpenedList = (target) =>
  target.startsWith('div[data-portal="true"]') || /mantine-(Popover-dropdown|Menu-)/u.test(target);

/** @type {Promise<string> | null} */
let source = null;

/**
 * Returns one line for each element that breaks a rule: the rule, the element, and the error. A second check of the
 * same page in other colours tests only the contrast, since nothing else depends on colours.
 * @param {WebDriver} driver
 * @param {{contrastOnly?: boolean}} [options]
 * @returns {Promise<string[]>}
 */
export async function violationsOf(driver, { contrastOnly = false } = {}) {
  if (!(await driver.executeScript("return typeof window.axe === 'object'"))) {
    source ??= readFile(AXE, "utf8");
    // Without a module system around it, axe stores itself in `window`.
    await driver.executeScript(`${await source}; window.axe = window.axe ?? axe;`);
  }
  const runOnly = contrastOnly ? { type: "rule", values: ["color-contrast"] } : { type: "tag", values: STANDARDS };
  let seen = await runAxe(driver, runOnly);
  for (let looks = 1; !seen.sawContrast && looks < ATTEMPTS_MAX; looks += 1) {
    seen = await runAxe(driver, runOnly);
  }
  if (!seen.sawContrast) {
    console.log(`not measured: the contrast of a page, ${JSON.stringify(seen.unmeasured)}`);
  }
  return seen.violations.filter(isRelevant).flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html, failureSummary = "" }) => {
      const why = failureSummary.replace(/\s+/g, " ").slice(0, 300);
      return `${id} (${help}): ${target.join(" ")} ${html.slice(0, 160)} ${why}`;
    }),
  );
}

/**
 * @param {WebDriver} driver
 * @param {{type: string, values: string[]}} runOnly
 * @returns {Promise<{violations: Violation[], sawContrast: boolean, unmeasured: string[]}>}
 */
async function runAxe(driver, runOnly) {
  /** @type {{error?: string, violations?: Violation[], sawContrast?: boolean, unmeasured?: string[]}} */
  const {
    error,
    violations = [],
    sawContrast = false,
    unmeasured = [],
  } = await driver.executeAsyncScript(
    `const [runOnly, done] = arguments;
     window.axe.run(document, { runOnly, resultTypes: ["violations"], preload: false }).then(
       ({ violations, passes, incomplete, inapplicable }) =>
         done({
           unmeasured: [
             ...incomplete
               .filter(({ id }) => id === "color-contrast")
               .flatMap(({ nodes }) => nodes.map(({ any, html }) => html.slice(0, 80) + " " + any.map((a) => a.message))),
             ...inapplicable.filter(({ id }) => id === "color-contrast").map(() => "no text"),
           ].slice(0, 4),
           violations: violations.map(({ id, help, nodes }) => ({ id, help, nodes })),
           sawContrast: [...passes, ...violations].some(({ id }) => id === "color-contrast"),
         }),
       (error) => done({ error: String(error) }),
     );`,
    runOnly,
  );
  if (error !== undefined) {
    throw new Error(`axe-core failed: ${error}`);
  }
  return { violations, sawContrast, unmeasured };
}
