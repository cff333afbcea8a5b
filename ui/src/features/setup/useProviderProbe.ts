/** Probes the provider's features: tests its calls at their usual paths, and stores the paths that work. */
import { useState } from "react";
import { type CheckedCallView, ipc, type ProfileSettings, type ProviderCall } from "../../ipc";
import { useCall } from "../../lib/useCall";
import { providerPresetsQuery, queryClient } from "../../query";
import { saveProfile } from "../settings/fields/useProfile";

const PATHS = { results: "payoutStatusPath", results_list: "payoutListPath", balance: "balancePath" } as const;

export const isSupported = (calls: readonly CheckedCallView[], call: ProviderCall): boolean =>
  calls.some((checked) => checked.call === call && checked.answer === "works");
/** Whether the provider answered that it does not offer a call. */
export const isNotOffered = (calls: readonly CheckedCallView[], call: ProviderCall): boolean =>
  calls.some((checked) => checked.call === call && checked.answer === "not_offered");
/** The calls for results and balance; and the token, which all need. */
export const isProbed = ({ call }: CheckedCallView): boolean => call === "token" || Object.hasOwn(PATHS, call);

/** The usual paths that work and are not in the profile yet. */
function supportedPaths(profile: ProfileSettings, calls: readonly CheckedCallView[], usual: Partial<ProfileSettings>) {
  const isNew = ([call, path]: [string, (typeof PATHS)[keyof typeof PATHS]]): boolean =>
    profile[path].trim() === "" && isSupported(calls, call as ProviderCall);
  const paths = Object.entries(PATHS).filter(isNew);
  return Object.fromEntries(paths.map(([, path]) => [path, usual[path] ?? ""])) as Partial<ProfileSettings>;
}

export type ProviderProbe = ReturnType<typeof useProviderProbe>;

export function useProviderProbe() {
  const [calls, setCalls] = useState<readonly CheckedCallView[] | null>(null);
  const { run, isBusy, error, forget } = useCall();
  const tryOut = () =>
    run(async () => {
      const [answers, presets] = await Promise.all([
        ipc.checkConnected(true),
        queryClient.fetchQuery(providerPresetsQuery),
      ]);
      const usual = presets.find(({ settings }) => settings.payoutStatusPath !== "")?.settings ?? {};
      const refused = await saveProfile((profile) => supportedPaths(profile, answers, usual));
      if (refused !== null) throw refused;
      setCalls(answers);
    });
  return { calls, tryOut, isBusy, error, forget };
}
