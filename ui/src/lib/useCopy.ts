// Copies a text, and confirms it for a moment. Uses a temporary field: the clipboard API needs a permission that this
// window does not have.

import { useEffect, useState } from "react";

const COPIED_SHOWN_MS = 2_000;

export function useCopy(): { copy: (text: string) => void; isCopied: boolean } {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times === 0) return;
    const timer = setTimeout(() => setTimes(0), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [times]);
  const copy = (text: string): void => {
    if (copyText(text)) setTimes((before) => before + 1);
  };
  return { copy, isCopied: times > 0 };
}

function copyText(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.setAttribute("aria-hidden", "true");
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.focus({ preventScroll: true });
  field.select();
  // Deprecated, but the only way without a permission.
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
