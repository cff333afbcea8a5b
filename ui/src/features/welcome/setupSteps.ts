/**
 * What a provider that was just connected still needs before one can pay and see the results. Only while the window is
 * open: what was put off is asked for again where it is needed.
 */
import { useSyncExternalStore } from "react";
import type { ProfileSettings } from "../../ipc";

export const SETUP_STEPS = ["approver", "results", "card"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

let open: readonly SetupStep[] = [];
const listeners = new Set<() => void>();

function set(next: readonly SetupStep[]): void {
  open = next;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const beginSetup = (): void => set(SETUP_STEPS);
export const putOff = (step: SetupStep): void => set(open.filter((other) => other !== step));
/** The steps that were not put off, done or not. */
export const useSetup = (): readonly SetupStep[] => useSyncExternalStore(subscribe, () => open);

export function isDone(step: SetupStep, profile: ProfileSettings): boolean {
  const { approver, callbackListen, payoutStatusPath, payoutListPath, chargeRecipientId } = profile;
  // Whoever asks for results needs no notifications.
  const results = callbackListen || payoutStatusPath || payoutListPath;
  const value = { approver, results, card: chargeRecipientId }[step];
  return value.trim() !== "";
}
