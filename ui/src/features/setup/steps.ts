/** The five steps of setting up a provider. The first two are the form that connects it; each of the others can be left out. */
import type { PayrollLine, ProfileSettings, SettingsView, SetupStep } from "../../ipc";
import { allMembers } from "../../lib/allMembers";
import { usePayrolls, useSettings } from "../../query";
import { saveProfile } from "../settings/fields/useProfile";
import type { ProviderProbe } from "./useProviderProbe";

export const STEPS = allMembers<SetupStep>({ results: true, money_in: true, trial_payment: true });
/** The form's own steps come before them. */
export const FORM_STEPS = 2;
export const STEP_COUNT = FORM_STEPS + STEPS.length;

/** What each step is drawn with. `onDone`: it is answered, and the next one comes up; `offered`: what was tried so far. */
export type StepProps = { settings: SettingsView; probe: ProviderProbe; onDone: () => void };

/** Whether a step needs no answer any more: it is answered by what is set or was paid, or the user ended it. */
export function isDone(step: SetupStep, profile: ProfileSettings, payrolls: readonly PayrollLine[]): boolean {
  const { callbackListen, payoutStatusPath, payoutListPath, chargeRecipientId, fundingInstructions } = profile;
  if (profile.setupDone.includes(step)) return true;
  switch (step) {
    case "results":
      return [callbackListen, payoutStatusPath, payoutListPath].some((text) => text.trim() !== "");
    case "money_in":
      return [chargeRecipientId, fundingInstructions].some((text) => text.trim() !== "");
    case "trial_payment":
      return payrolls.some(({ approvedAt }) => approvedAt !== null);
  }
}

/** The steps that are open; undefined until that is known. */
export function useOpenSteps(): readonly SetupStep[] | undefined {
  const settings = useSettings().data;
  const payrolls = usePayrolls().data;
  if (settings === undefined || payrolls === undefined) return undefined;
  return STEPS.filter((step) => !isDone(step, settings.profile, payrolls));
}

/** Ends steps, whatever is set. */
export const markDone = (steps: readonly SetupStep[]) =>
  saveProfile(({ setupDone }) => ({
    setupDone: STEPS.filter((step) => setupDone.includes(step) || steps.includes(step)),
  }));
