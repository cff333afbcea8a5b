/** Ctrl, on a Mac Cmd, and a key lead to each place of the sidebar: folded, it shows icons alone. */
import { useEffect } from "react";
import { useNavigation } from "../../navigation";
import { useSession } from "../../query";

/** A place keeps its number for ever: hands know it. */
export const SHORTCUTS = {
  pay: "1",
  payrolls: "2",
  topUp: "3",
  unresolved: "4",
  banks: "5",
  people: "6",
  settings: ",",
} as const;

type Place = keyof typeof SHORTCUTS;
const PLACES = ["pay", "payrolls", "topUp", "unresolved", "banks", "people", "settings"] as const satisfies Place[];

/** By the key's place too: on a French keyboard the digits need Shift. */
function placeOf(event: KeyboardEvent): Place | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  return PLACES.find((place) => event.key === SHORTCUTS[place] || event.code === `Digit${SHORTCUTS[place]}`);
}

export function useShortcuts(): void {
  const { go, screen } = useNavigation();
  const { unresolved } = useSession();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const place = placeOf(event);
      if (place === undefined) return;
      event.preventDefault();
      // A dialog asks for an answer first.
      const isAsked = document.querySelector('[role="dialog"]') !== null;
      if (isAsked || place === screen.name || (place === "unresolved" && unresolved === 0)) return;
      // What is typed is kept, as a click elsewhere would.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      go({ name: place });
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [go, screen.name, unresolved]);
}
