/**
 * Typing into a field that holds none of what is typed. WebKitGTK hands the text around the cursor to the system's input
 * methods, through buffers of the program that nobody wipes. So there a covered field holds blanks as wide as digits,
 * what was typed lies beside it, and is drawn over it. Elsewhere the field holds what it shows, for everyone who reads
 * a screen with their ears.
 */
const isCovered = navigator.userAgent.includes("Linux");

/** FIGURE SPACE: as wide as a digit of a table. */
const COVER = "\u2007";

export type Typed = { text: string; from: number; to: number };
export type Edit = { kind: string; data: string; lengthMax: number };

/** What the field holds of what it shows, and what is drawn over it. */
export const parted = (shown: string): { held: string; over: string } =>
  isCovered ? { held: cover(shown), over: shown } : { held: shown, over: "" };

/** What stands in place of `shown`; the spaces of groups stay. */
export const cover = (shown: string): string => shown.replaceAll(/\S/g, COVER);

/** How many typed characters stand before a place of what is shown. */
export const typedBefore = (shown: string, place: number): number => shown.slice(0, place).replaceAll(" ", "").length;

/** The place behind so many typed characters. */
export function placeBehind(shown: string, typed: number): number {
  let at = 0;
  for (let seen = 0; at < shown.length && seen < typed; at += 1) {
    if (shown.charAt(at) !== " ") seen += 1;
  }
  return at;
}

/** The text after an edit as `beforeinput` names it, and where the cursor stands; null where it is no such edit. */
export function edited({ text, from, to }: Typed, { kind, data, lengthMax }: Edit): { text: string; at: number } | null {
  const without = (first: number, last: number) => ({ text: text.slice(0, first) + text.slice(last), at: first });
  if (kind.startsWith("insert")) {
    const room = lengthMax - text.length + (to - from);
    const added = data.replaceAll(/\s/g, "").slice(0, Math.max(0, room));
    return { text: text.slice(0, from) + added + text.slice(to), at: from + added.length };
  }
  if (!kind.startsWith("delete")) return null;
  if (from !== to) return without(from, to);
  if (kind === "deleteContentBackward") return without(Math.max(0, from - 1), from);
  if (kind === "deleteContentForward") return without(from, from + 1);
  return kind.endsWith("Forward") ? without(from, text.length) : without(0, from);
}
