/** The command key of this platform: in events, and in labels; and whether a text field uses a key. */

/** Read at each use, so that a test can set the platform. */
const isMac = (): boolean => /\bMac/.test(navigator.userAgent);

export interface Modifiers {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * Whether the command key is pressed, ⌘ on a Mac and Ctrl elsewhere, and no key that changes its meaning: ⌃⌘F is full
 * screen on a Mac, and Ctrl with Alt types characters on Windows.
 */
export const isCommand = ({ ctrlKey, metaKey, altKey }: Modifiers): boolean =>
  !altKey && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey);

/** The command key with another one: `Ctrl+F`, on a Mac `⌘F`; with Shift, `Ctrl+Shift+Z` or `⇧⌘Z`. */
export function chord(key: string, shift?: "shift"): string {
  if (isMac()) return `${shift === undefined ? "" : "⇧"}⌘${key}`;
  return `Ctrl+${shift === undefined ? "" : "Shift+"}${key}`;
}

/** The same for `aria-keyshortcuts`, which has its own names. */
export const ariaChord = (key: string): string => `${isMac() ? "Meta" : "Control"}+${key}`;

/**
 * Whether a key leads back: Alt+←; on a Mac ⌘[, because ⌥← moves the cursor by a word. German and French keyboards have no
 * key of their own for [: outside of text fields, where ⌘← moves the cursor, it leads back too.
 */
export const isBack = (event: Modifiers & { readonly key: string; readonly target: EventTarget | null }): boolean =>
  isMac()
    ? isCommand(event) && (event.key === "[" || (event.key === "ArrowLeft" && !isTyping(event.target)))
    : event.altKey && event.key === "ArrowLeft";

/** Whether a key removes what is selected. The keyboards of Macs have no Delete key: theirs of that name is Backspace. */
export const isDelete = (key: string): boolean => key === "Delete" || (key === "Backspace" && isMac());

/** Whether the target takes typed text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Whether a dialog is open. It has priority over shortcuts. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null;
