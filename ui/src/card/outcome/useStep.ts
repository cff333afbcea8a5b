/** A call that returns the next step; its error is shown beside its button. */
import type { CardStep } from "../../ipc";
import { type Call, useCall } from "../../lib/useCall";

export type StepCall = Omit<Call, "run"> & { run: (work: () => Promise<CardStep | null>) => Promise<void> };

export function useStep(onStep: (step: CardStep) => void): StepCall {
  const call = useCall();
  const run = (work: () => Promise<CardStep | null>): Promise<void> =>
    call.run(async () => {
      const next = await work();
      if (next !== null) onStep(next);
    });
  return { ...call, run };
}
