/** How a keyboard shortcut is written on this computer: Ctrl+Shift+Z, or ⇧⌘Z on a Mac. */

const isMac = (): boolean => /Mac/u.test(navigator.userAgent);

export function shortcut(key: string, shift?: "shift"): string {
  if (isMac()) return `${shift === undefined ? "" : "⇧"}⌘${key}`;
  return `Ctrl+${shift === undefined ? "" : "Shift+"}${key}`;
}
