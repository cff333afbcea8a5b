// Sends on what was approved and did not go out, unlocking first where the desk is locked.

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { asDeskError, type DeskError, ipc } from "../../ipc";
import { keys, takeSession, useSession } from "../../query";

export type Sending = {
  isBusy: boolean;
  isLocked: boolean;
  error: DeskError | null;
  send: () => Promise<void>;
  forget: () => void;
};

/** A second click while the first is under way does nothing. */
export function useSending(id: number): Sending {
  const client = useQueryClient();
  const { unlocked } = useSession();
  const underWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const send = async (): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(null);
    try {
      if (!unlocked) takeSession(await ipc.unlock());
      await ipc.continueSending(id);
      await client.invalidateQueries({ queryKey: keys.payroll(id) });
    } catch (thrown) {
      setError(asDeskError(thrown));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { isBusy, isLocked: !unlocked, error, send, forget: () => setError(null) };
}
