/** Ctrl+F, on a Mac ⌘F, focuses a screen's search; so does "/" outside of text fields. */
import { useEffect, useEffectEvent } from "react";

import { isTyping } from "./keys";

export function useFindKey(find: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "f";
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    // An open dialog has priority.
    if (!(isCommand || isSlash) || event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return;
    event.preventDefault();
    find();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
