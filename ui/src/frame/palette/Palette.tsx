/** Handles Ctrl+K, on a Mac ⌘K; the palette itself is loaded on first use. */
import { lazy, Suspense, useEffect, useState } from "react";
import { isCommand } from "../../lib/keyboard/keys";

const PaletteDialog = lazy(() => import("./PaletteDialog"));

export function Palette() {
  const [opened, setOpened] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCommand(event) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setLoaded(true);
      setOpened((open) => !open);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  if (!isLoaded) return null;
  return (
    <Suspense>
      <PaletteDialog opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
