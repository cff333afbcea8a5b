/** Names of keys for tooltips, as this computer's keyboard has them, and whose a key is. */

const IS_MAC = /\bMac/.test(navigator.userAgent);

/** The key of commands with another one: `Ctrl+F`, on a Mac `⌘F`; with Shift, `Ctrl+Shift+Z` or `⇧⌘Z`. */
export function chord(key: string, shift?: "shift", isMac: boolean = IS_MAC): string {
  if (isMac) return `${shift === undefined ? "" : "⇧"}⌘${key}`;
  return `Ctrl+${shift === undefined ? "" : "Shift+"}${key}`;
}

/** The same for `aria-keyshortcuts`, which has names of its own. */
export function ariaChord(key: string, isMac: boolean = IS_MAC): string {
  return `${isMac ? "Meta" : "Control"}+${key}`;
}

/** Whether a key goes into a text there. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
