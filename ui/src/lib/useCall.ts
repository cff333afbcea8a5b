import { useRef, useState } from "react";
import { asDeskError, type DeskError } from "../ipc";

export type Call = {
  isBusy: boolean;
  error: DeskError | null;
  /** Runs `work`, unless the one before is still under way. Its error is shown until the next one. */
  run: (work: () => Promise<unknown>) => Promise<void>;
  /** Shows the error of something beside the call, which may be under way. */
  fail: (thrown: unknown) => void;
  forget: () => void;
};

/** One call at a time: whether it is under way, and what went wrong. */
export function useCall(): Call {
  const inFlight = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const fail = (thrown: unknown): void => setError(asDeskError(thrown));
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      fail(thrown);
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  };
  return { isBusy, error, run, fail, forget: () => setError(null) };
}
