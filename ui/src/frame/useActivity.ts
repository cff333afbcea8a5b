/** Reports the user's activity to the desk at intervals: an idle desk locks itself. */
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
      // No error for the user: at worst the desk locks early.
      void ipc.userIsHere().catch(() => undefined);
    };
    const stop = new AbortController();
    for (const sign of ACTIVITY_EVENTS)
      window.addEventListener(sign, onActivity, { passive: true, capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [isOn]);
}
