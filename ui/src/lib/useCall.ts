import { useRef, useState } from "react";
import { asDeskError, type DeskError } from "../ipc";

export type Call = {
  isBusy: boolean;
  error: DeskError | null;
  /** Runs `work`, unless another call is running. Its error is shown until the next one. */
  run: (work: () => Promise<unknown>) => Promise<void>;
  /** Shows the error of another operation, even during a call. */
  fail: (thrown: unknown) => void;
  forget: () => void;
};

/** One call at a time: whether it is running, and its error. */
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
