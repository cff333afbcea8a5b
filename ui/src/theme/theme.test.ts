// What every style sheet has to leave as it is: the ring around what the keyboard is on.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
const NO_OUTLINE = /outline(?:-style|-width)?\s*:\s*(?:none|0)\b/;

const styleSheets = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));

test("there are style sheets to look at", () => {
  expect(styleSheets.length).toBeGreaterThan(20);
});

// A shadow in its place vanishes in high contrast. What has another mark makes the outline transparent.
test.each(styleSheets)("%s takes the focus outline from nothing", (file) => {
  const lines = readFileSync(join(SOURCES, file), "utf8").split("\n");
  expect(lines.filter((line) => NO_OUTLINE.test(line))).toEqual([]);
});
