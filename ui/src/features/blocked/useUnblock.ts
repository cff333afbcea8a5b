// One call at a time. What it changes is asked for anew: approved payrolls may have become unresolved.

import { ipc, type SessionView } from "../../ipc";
import { type Call, useCall } from "../../lib/useCall";
import { keys, queryClient, cacheSession } from "../../query";
import { forgetAnswers } from "./answers";

export type Unblock = Omit<Call, "run"> & { run: (reason: string, checked: string[]) => Promise<void> };

export function useUnblock(onDone: (session: SessionView) => void): Unblock {
  const call = useCall();
  const run = async (reason: string, checked: string[]): Promise<void> => {
    await call.run(async () => {
      const session = await ipc.unblockSending(reason, checked);
      cacheSession(session);
      forgetAnswers();
      onDone(session);
    });
    // Also where it was refused: payrolls that came up meanwhile are then in the list.
    for (const queryKey of [keys.sendingBlock, keys.unresolved, keys.payrolls, ["payroll"], ["draft"]])
      void queryClient.invalidateQueries({ queryKey });
  };
  return { ...call, run };
}
