// Texts for a top-up that are used in several places.

import { useTranslation } from "react-i18next";

import type { EventKind, TopUpView } from "../../ipc";
import { i18next } from "../../i18n";

/** The card, or that it was a query. */
export function useMethodText(): (topUp: Pick<TopUpView, "kind" | "card">) => string {
  const { t } = useTranslation("topUp");
  return ({ kind, card }) =>
    card === null ? t(`how.${kind}`) : t("card", { brand: t(`brand.${card.brand}`), lastFour: card.lastFour });
}

/** The reason, the meaning for the money and the next action, as one paragraph. */
export function useMeaningText(): (topUp: Pick<TopUpView, "state" | "decline" | "reason">) => string {
  const { t } = useTranslation("topUp");
  return ({ state, decline, reason }) => {
    const why = reason === null || state === "NeedsOtp" ? [] : [t(`reason.${reason}`)];
    if (decline === null) return [...why, t(`meaning.${state}`)].join(" ");
    const means = t(state === "Failed" ? "meaning.Failed" : "meaning.Declined");
    return [t(`decline.${decline}.what`), ...why, means, t(`decline.${decline}.do`)].join(" ");
  };
}

/** Event kinds of a top-up. */
const EVENTS = [
  "charge_intent",
  "otp_intent",
  "charge_answered",
  "charge_crash_found",
  "validation_ended",
  "funding_read",
  "funding_looked_up",
  "funding_decided",
] as const satisfies readonly EventKind[];

export function useEventWord(): (kind: EventKind) => string {
  const { t } = useTranslation("topUp");
  return (kind) => {
    const known = EVENTS.find((one) => one === kind);
    return known === undefined ? kind : t(`event.${known}`);
  };
}

/** The text for a code of the service, or a fallback for unknown codes. */
export function wordWithFallback(key: string, otherwise: string): string {
  return i18next.exists(key, { ns: "topUp" }) ? `${i18next.getResource("en", "topUp", key)}` : otherwise;
}
