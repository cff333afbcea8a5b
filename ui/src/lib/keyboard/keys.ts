/** Names of keys for tooltips on this platform, and whether a text field uses a key. */

const IS_MAC = /\bMac/.test(navigator.userAgent);

/** The command key with another one: `Ctrl+F`, on a Mac `⌘F`; with Shift, `Ctrl+Shift+Z` or `⇧⌘Z`. */
export function chord(key: string, shift?: "shift", isMac: boolean = IS_MAC): string {
  if (isMac) return `${shift === undefined ? "" : "⇧"}⌘${key}`;
  return `Ctrl+${shift === undefined ? "" : "Shift+"}${key}`;
}

/** The same for `aria-keyshortcuts`, which has its own names. */
export function ariaChord(key: string, isMac: boolean = IS_MAC): string {
  return `${isMac ? "Meta" : "Control"}+${key}`;
}

/** Whether the target takes typed text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
