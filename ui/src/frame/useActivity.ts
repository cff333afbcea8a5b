/** Tells the desk that somebody is at the window, now and then: a desk that was left locks itself. */
import { useEffect } from "react";
import { ipc } from "../ipc";

const TELL_EVERY_MS = 30_000;
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel"] as const;

export function useActivity(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    let told_ms = -Infinity;
    const onSign = () => {
      const now_ms = performance.now();
      if (now_ms - told_ms < TELL_EVERY_MS) return;
      told_ms = now_ms;
      // Nothing to say to the user: at worst the desk locks early.
      void ipc.userIsHere().catch(() => undefined);
    };
    const stop = new AbortController();
    for (const sign of SIGNS)
      window.addEventListener(sign, onSign, { passive: true, capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [isOn]);
}
