/** The provider before it is connected: its kind, and the resulting settings. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProviderSettings, RenewalSettings } from "../../ipc";
import { providerPresetsQuery } from "../../query";

export const KINDS = ["keys", "token", "other"] as const;
export type Kind = (typeof KINDS)[number];

/** Until the presets are loaded, which is quick. */
const NOTHING: ProviderSettings = {
  tokenPrefix: "",
  renewal: null,
  recipientExtras: false,
  chargePath: "card",
  payoutStatusPath: "",
  payoutListPath: "",
  sendCallbackCode: false,
  balancePath: "",
};
const NO_RENEWAL: RenewalSettings = { path: "", keyField: "apiKey", secretField: "secret", tokenAt: "token" };

export type Provider = {
  kind: Kind;
  choose: (kind: Kind) => void;
  settings: ProviderSettings;
  renewal: RenewalSettings;
  change: (patch: Partial<ProviderSettings>) => void;
  /** Without a path the user has a token. */
  changeRenewal: (patch: Partial<RenewalSettings>) => void;
  /** Shows the field of the card's path, or those of all settings. */
  reveal: (what: "chargePath" | "all") => void;
  hasChargePath: boolean;
  /** Whether a key and its secret are required. */
  hasKeys: boolean;
};

export function useProvider(): Provider {
  const { data: presets } = useQuery(providerPresetsQuery);
  const [kind, setKind] = useState<Kind>("keys");
  const [changed, setChanged] = useState<Partial<ProviderSettings>>({});
  const [isChargePathShown, setChargePathShown] = useState(false);
  const [request, setRequest] = useState<Partial<RenewalSettings>>({});
  // Custom providers start with the most common settings.
  const preset = presets?.find(({ id }) => id === (kind === "token" ? "token" : "keys"))?.settings ?? NOTHING;
  const renewal = { ...(preset.renewal ?? NO_RENEWAL), ...(kind === "other" ? request : {}) };
  const hasKeys = kind !== "token" && renewal.path.trim() !== "";
  const settings = {
    ...preset,
    ...(kind === "other" ? changed : {}),
    chargePath: changed.chargePath ?? preset.chargePath,
    renewal: hasKeys ? renewal : null,
  };
  return {
    kind,
    choose: setKind,
    settings,
    renewal,
    change: (patch) => setChanged((before) => ({ ...before, ...patch })),
    changeRenewal: (patch) => setRequest((before) => ({ ...before, ...patch })),
    reveal: (what) => (what === "chargePath" ? setChargePathShown(true) : setKind("other")),
    hasChargePath: kind === "other" || isChargePathShown,
    hasKeys,
  };
}
