/** The five steps of the setup. The first two are the form that connects the provider; the others are optional. */
import type { PayrollLine, ProfileSettings, SettingsView, SetupStep } from "../../ipc";
import { allMembers } from "../../lib/allMembers";
import { usePayrolls, useSettings } from "../../query";
import { saveProfile } from "../settings/fields/useProfile";
import type { ProviderProbe } from "./useProviderProbe";

export const STEPS = allMembers<SetupStep>({ results: true, money_in: true, trial_payment: true });
/** The form's two steps come first. */
export const FORM_STEPS = 2;
export const STEP_COUNT = FORM_STEPS + STEPS.length;

/** Props of each step. `onDone`: moves to the next step; `probe`: the calls tested so far. */
export type StepProps = { settings: SettingsView; probe: ProviderProbe; onDone: () => void };

/** Whether a step is done: by the settings, by a payment, or because the user closed it. */
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

/** The open steps; undefined until loaded. */
export function useOpenSteps(): readonly SetupStep[] | undefined {
  const settings = useSettings().data;
  const payrolls = usePayrolls().data;
  if (settings === undefined || payrolls === undefined) return undefined;
  return STEPS.filter((step) => !isDone(step, settings.profile, payrolls));
}

/** Marks steps as done. */
export const markDone = (steps: readonly SetupStep[]) =>
  saveProfile(({ setupDone }) => ({
    setupDone: STEPS.filter((step) => setupDone.includes(step) || steps.includes(step)),
  }));
