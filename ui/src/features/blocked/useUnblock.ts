// One call at a time. Its effects are refetched: approved payrolls may have become unresolved.

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
    // Also after a refusal: the list then contains payrolls that were added meanwhile.
    for (const queryKey of [keys.sendingBlock, keys.unresolved, keys.payrolls, ["payroll"], ["draft"]])
      void queryClient.invalidateQueries({ queryKey });
  };
  return { ...call, run };
}
