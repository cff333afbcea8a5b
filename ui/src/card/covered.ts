/**
 * Typing into a field that holds none of what is typed. WebKitGTK hands the text around the cursor to the system's input
 * methods, through buffers of the program that nobody wipes. So there a covered field holds blanks as wide as digits,
 * what was typed lies beside it, and is drawn over it. Elsewhere the field holds what it shows, for everyone who reads
 * a screen with their ears.
 */
const isCovered = navigator.userAgent.includes("Linux");

/** What a field is drawn in: digits of a table, or any characters, all equally wide. */
export type Drawn = "digits" | "characters";

/** FIGURE SPACE is as wide as a digit of a table; NO-BREAK SPACE is in every font whose characters are equally wide. */
const COVER: Record<Drawn, string> = { digits: "\u2007", characters: "\u00A0" };

export type Typed = { text: string; from: number; to: number };
export type Edit = { kind: string; data: string; lengthMax: number };

/** What the field holds of what it shows, and what is drawn over it. */
export const parted = (shown: string, drawn: Drawn): { held: string; over: string } =>
  isCovered ? { held: cover(shown, drawn), over: shown } : { held: shown, over: "" };

/** What stands in place of `shown`; the spaces of groups stay. */
export const cover = (shown: string, drawn: Drawn): string => shown.replaceAll(/\S/g, COVER[drawn]);

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

/** What types and what pastes. A composition is inserted once, at its end; nothing is dragged into or out of a field. */
const INSERTIONS: ReadonlySet<string> = new Set(["insertText", "insertFromPaste", "insertFromYank"]);
const DELETION = /^delete(Content|Word|SoftLine|HardLine)(Backward|Forward)$/;
/** Without a selection these delete nothing. */
const SELECTION_DELETIONS: ReadonlySet<string> = new Set(["deleteByCut", "deleteContent"]);

/** Enter, which sends a form: a field of one line takes no line from it, and stopping it stops the sending. */
export const isEnter = (kind: string): boolean => kind === "insertLineBreak" || kind === "insertParagraph";

const bare = (data: string): string => data.replaceAll(/\s/g, "");

const fits = ({ text, from, to }: Typed, { data, lengthMax }: Edit): boolean =>
  text.length - (to - from) + bare(data).length <= lengthMax;

/** A paste that does not fit is not cut: what was left of it would be another number. */
export const isTooLong = (typed: Typed, edit: Edit): boolean =>
  INSERTIONS.has(edit.kind) && bare(edit.data).length > 1 && !fits(typed, edit);

/** The text after an edit as `beforeinput` names it, and where the cursor stands; null where it changes nothing. */
export function edited(typed: Typed, edit: Edit): { text: string; at: number } | null {
  const { text, from, to } = typed;
  const { kind } = edit;
  const without = (first: number, last: number) => (first === last ? null : { text: text.slice(0, first) + text.slice(last), at: first });
  if (INSERTIONS.has(kind)) {
    const added = bare(edit.data);
    if (added === "" || !fits(typed, edit)) return null;
    return { text: text.slice(0, from) + added + text.slice(to), at: from + added.length };
  }
  if (SELECTION_DELETIONS.has(kind)) return without(from, to);
  const [, reach, direction] = DELETION.exec(kind) ?? [];
  if (reach === undefined) return null;
  if (from !== to) return without(from, to);
  const isForward = direction === "Forward";
  if (reach === "Content") return isForward ? without(from, Math.min(from + 1, text.length)) : without(Math.max(0, from - 1), from);
  return isForward ? without(from, text.length) : without(0, from);
}
