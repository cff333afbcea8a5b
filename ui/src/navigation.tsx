/**
 * Where one is in the window: a typed screen and the way back. There are no addresses to type, so there is no router.
 */
import { createContext, type ReactNode, startTransition, use, useCallback, useEffect, useMemo, useState } from "react";
import type { Screen } from "./screen";
import { isLoaded } from "./screens";

export type Navigation = {
  screen: Screen;
  /** Where `back` leads. */
  previous: Screen | undefined;
  /** Shows a screen and remembers the way back. */
  go: (screen: Screen) => void;
  /** Shows a screen in place of this one: there is no way back to what is done. */
  replace: (screen: Screen) => void;
  back: () => void;
  canGoBack: boolean;
};

const DEPTH_MAX = 50;
const NavigationContext = createContext<Navigation | null>(null);

export function NavigationProvider({ first, children }: { first: Screen; children: ReactNode }) {
  const [trail, setTrail] = useState<Screen[]>([first]);
  const go = useCallback(
    (screen: Screen) => change(screen, () => setTrail((t) => [...t, screen].slice(-DEPTH_MAX))),
    [],
  );
  const replace = useCallback(
    (screen: Screen) => change(screen, () => setTrail((t) => [...t.slice(0, -1), screen])),
    [],
  );
  const back = useCallback(() => startTransition(() => setTrail((t) => (t.length > 1 ? t.slice(0, -1) : t))), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey && event.key === "ArrowLeft") back();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [back]);

  const screen = trail.at(-1) ?? first;
  const previous = trail.at(-2);
  const value = useMemo(
    () => ({ screen, previous, go, replace, back, canGoBack: previous !== undefined }),
    [screen, previous, go, replace, back],
  );
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

/**
 * Content that replaces a fallback is held back; inside a transition the old screen stays until the new one is loaded.
 * One that is loaded is drawn in one go: a transition is drawn in small pieces, with frames of the old screen between.
 */
function change(to: Screen, show: () => void): void {
  if (isLoaded(to.name)) show();
  else startTransition(show);
}

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error("useNavigation stands outside NavigationProvider");
  return navigation;
}
