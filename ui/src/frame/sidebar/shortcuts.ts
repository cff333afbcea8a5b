/** Ctrl, on a Mac ⌘, and a key open each entry of the sidebar, which shows only icons when folded. */
import { useEffect } from "react";
import { isCommand, isDialogOpen } from "../../lib/keyboard/keys";
import { useNavigation } from "../../navigation";
import { useSession } from "../../query";

/** Numbers never change: users memorise them. */
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

/** Also by the key's position: on a French keyboard digits need Shift. */
function placeOf(event: KeyboardEvent): Place | undefined {
  if (!isCommand(event)) return undefined;
  return PLACES.find((place) => event.key === SHORTCUTS[place] || event.code === `Digit${SHORTCUTS[place]}`);
}

/** Leaves a text field before a change of screens. Its text is saved then, as by a click elsewhere. */
export function saveTyped(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

export function useShortcuts(): void {
  const { go, screen } = useNavigation();
  const { unresolved } = useSession();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const place = placeOf(event);
      if (place === undefined) return;
      event.preventDefault();
      if (isDialogOpen() || place === screen.name || (place === "unresolved" && unresolved === 0)) return;
      saveTyped();
      go({ name: place });
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [go, screen.name, unresolved]);
}
