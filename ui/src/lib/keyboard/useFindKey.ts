/** Ctrl+F, on a Mac ⌘F, focuses a screen's search; so does "/" outside of text fields. */
import { useEffect, useEffectEvent } from "react";

import { isCommand, isDialogOpen, isTyping } from "./keys";

export function useFindKey(find: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isFind = isCommand(event) && event.key.toLowerCase() === "f";
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!(isFind || isSlash) || event.defaultPrevented || isDialogOpen()) return;
    event.preventDefault();
    find();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
