// Contrast checks: the focus ring, and colours against their backgrounds.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
const NO_OUTLINE = /outline(?:-style|-width)?\s*:\s*(?:none|0)\b/;

const styleSheets = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));

test("there are style sheets to look at", () => {
  expect(styleSheets.length).toBeGreaterThan(20);
});

// A shadow instead disappears in high contrast. Components with another mark make the outline transparent.
test.each(styleSheets)("%s takes the focus outline from nothing", (file) => {
  const lines = readFileSync(join(SOURCES, file), "utf8").split("\n");
  expect(lines.filter((line) => NO_OUTLINE.test(line))).toEqual([]);
});

/** The custom properties with a plain colour, by name without dashes; dark inherits from light. */
function colors(css: string): Map<string, string> {
  return new Map(
    [...css.matchAll(/--([\w-]+):\s*(#[0-9A-Fa-f]{6})/g)].map(([, name = "", color = ""]) => [name, color]),
  );
}
const [lightCss = "", darkCss = ""] = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8").split(
  ':root[data-mantine-color-scheme="dark"]',
);
const light = colors(lightCss);
const SCHEMES = { light, dark: new Map([...light, ...colors(darkCss)]) };

/** WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

const PAGES = ["bg", "bg-card", "bg-sunk", "bg-sidebar"];
const FILLS = ["bg-hover", "bg-active", "brand-tint"];
const STATES = ["paid", "failed", "unknown", "attention", "progress", "excluded"];

const TEXT_PAIRS: [string, string[]][] = [
  ...["text", "text-2", "text-3", "brand-text", ...STATES].map((name): [string, string[]] => [
    name,
    [...PAGES, ...FILLS],
  ]),
  ...STATES.map((name): [string, string[]] => [name, [`${name}-tint`]]),
  ["attention", ["attention-faint"]],
  ["on-brand", ["brand", "brand-hover"]],
  ["on-practice", ["practice"]],
];
const MARK_PAIRS: [string, string[]][] = [
  // `focus` is `brand-text`.
  ["brand-text", [...PAGES, ...FILLS]],
  ["line-input", PAGES],
  ...STATES.map((name): [string, string[]] => [`${name}-solid`, ["bg", "bg-card"]]),
  ...[1, 2, 3, 4, 5, 6].map((at): [string, string[]] => [`seq-${at}`, ["bg", "bg-card"]]),
];

const CONTRAST_TEXT = 4.5;
const CONTRAST_MARK = 3;

const CASES = (["light", "dark"] as const).flatMap((scheme) => [
  ...TEXT_PAIRS.map(([name, below]) => ({ scheme, name, below, least: CONTRAST_TEXT })),
  ...MARK_PAIRS.map(([name, below]) => ({ scheme, name, below, least: CONTRAST_MARK })),
]);

test.each(CASES)("$scheme: $name stands off $below by $least to 1", ({ scheme, name, below, least }) => {
  const colorOf = (token: string): string => {
    const color = SCHEMES[scheme].get(token);
    if (color === undefined) throw new Error(`tokens.css has no colour --${token}`);
    return color;
  };
  const tooClose = below
    .map((ground) => ({ ground, ratio: contrast(colorOf(name), colorOf(ground)) }))
    .filter(({ ratio }) => ratio < least);
  expect(tooClose).toEqual([]);
});

test("a bar of banks is one ramp: each step is fainter than the one before it", () => {
  for (const scheme of Object.values(SCHEMES)) {
    const steps = [1, 2, 3, 4, 5].map((at) => contrast(scheme.get(`seq-${at}`) ?? "", scheme.get("bg") ?? ""));
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
  }
});
