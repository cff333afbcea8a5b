// One call at a time. What it changes is asked for anew: approved payrolls may have become unresolved.

import { useRef, useState } from "react";

import { ipc, type SessionView } from "../../ipc";
import { keys, queryClient, takeSession } from "../../query";
import { forgetAnswers } from "./answers";

export type Unblock = {
  isBusy: boolean;
  error: unknown;
  run: (reason: string, checked: string[]) => Promise<void>;
  forget: () => void;
};

export function useUnblock(onDone: (session: SessionView) => void): Unblock {
  const underWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (reason: string, checked: string[]): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(null);
    try {
      const session = await ipc.unblockSending(reason, checked);
      takeSession(session);
      forgetAnswers();
      onDone(session);
    } catch (thrown) {
      setError(thrown);
    } finally {
      underWay.current = false;
      setBusy(false);
      // Also where it was refused: payrolls that came up meanwhile are then in the list.
      for (const queryKey of [keys.sendingBlock, keys.unresolved, keys.payrolls, ["payroll"], ["draft"]]) void queryClient.invalidateQueries({ queryKey });
    }
  };
  return { isBusy, error, run, forget: () => setError(null) };
}
