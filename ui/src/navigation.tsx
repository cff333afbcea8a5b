/** Navigation: a typed screen and the way back. There are no URLs, so there is no router. */
import { createContext, type ReactNode, startTransition, use, useCallback, useEffect, useMemo, useState } from "react";
import { isBack } from "./lib/keyboard/keys";
import type { Screen } from "./screen";

/** Loads each screen when it is first shown, or earlier. */
export type ScreenLoader = {
  /** Starts loading a screen; resolves when it can be rendered. */
  preload: (name: Screen["name"]) => Promise<unknown>;
  /** Whether a screen can be rendered at once. */
  isLoaded: (name: Screen["name"]) => boolean;
};

export type Navigation = {
  screen: Screen;
  /** The screen that `back` returns to. */
  previous: Screen | undefined;
  /** Shows a screen and pushes it on the history. */
  go: (screen: Screen) => void;
  /** Replaces this screen: `back` does not return to finished work. */
  replace: (screen: Screen) => void;
  back: () => void;
  canGoBack: boolean;
  preload: ScreenLoader["preload"];
};

const DEPTH_MAX = 50;
const NavigationContext = createContext<Navigation | null>(null);

type Props = { first: Screen; screens: ScreenLoader; children: ReactNode };

export function NavigationProvider({ first, screens, children }: Props) {
  const [trail, setTrail] = useState<Screen[]>([first]);
  const go = useCallback(
    (screen: Screen) => change(screens, screen, () => setTrail((t) => [...t, screen].slice(-DEPTH_MAX))),
    [screens],
  );
  const replace = useCallback(
    (screen: Screen) => change(screens, screen, () => setTrail((t) => [...t.slice(0, -1), screen])),
    [screens],
  );
  const back = useCallback(() => startTransition(() => setTrail((t) => (t.length > 1 ? t.slice(0, -1) : t))), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isBack(event)) back();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [back]);

  const screen = trail.at(-1) ?? first;
  const previous = trail.at(-2);
  const value = useMemo(
    () => ({ screen, previous, go, replace, back, canGoBack: previous !== undefined, preload: screens.preload }),
    [screen, previous, go, replace, back, screens],
  );
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

/**
 * Inside a transition the old screen stays until the new one is loaded, instead of a fallback. A loaded screen is
 * rendered without one: a transition renders in small pieces, with frames of the old screen between.
 */
function change(screens: ScreenLoader, to: Screen, show: () => void): void {
  if (screens.isLoaded(to.name)) show();
  else startTransition(show);
}

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error("useNavigation stands outside NavigationProvider");
  return navigation;
}
