/** Tells the desk that somebody is at the window, now and then: a desk that was left locks itself. */
import { useEffect } from "react";
import { ipc } from "../ipc";

const REPORT_INTERVAL_MS = 30_000;
const ACTIVITY_EVENTS = ["pointerdown", "pointermove", "keydown", "wheel"] as const;

export function useActivity(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    let reported_ms = -Infinity;
    const onActivity = () => {
      const now_ms = performance.now();
      if (now_ms - reported_ms < REPORT_INTERVAL_MS) return;
      reported_ms = now_ms;
      // Nothing to say to the user: at worst the desk locks early.
      void ipc.userIsHere().catch(() => undefined);
    };
    const stop = new AbortController();
    for (const sign of ACTIVITY_EVENTS)
      window.addEventListener(sign, onActivity, { passive: true, capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [isOn]);
}
