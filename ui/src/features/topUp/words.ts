// Words for a top-up that stand in more than one place.

import { useTranslation } from "react-i18next";

import type { TopUpView } from "../../ipc";
import { i18next } from "../../i18n";

/** By which card, or that it was asked about. */
export function useHow(): (topUp: Pick<TopUpView, "kind" | "card">) => string {
  const { t } = useTranslation("topUp");
  return ({ kind, card }) =>
    card === null ? t(`how.${kind}`) : t("card", { brand: t(`brand.${card.brand}`), lastFour: card.lastFour });
}

/** The word for a code of the service, or the code itself where nobody knows it. */
export function wordOr(key: string, otherwise: string): string {
  return i18next.exists(key, { ns: "topUp" }) ? `${i18next.getResource("en", "topUp", key)}` : otherwise;
}
