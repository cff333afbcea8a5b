import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import type { Total } from "../ipc";
import { formatMoney } from "../lib/currency/money";

/** Sums of several currencies as text: "₦1.00 and KSh 2.00". */
export function useSums(): (totals: readonly Total[]) => string {
  const { t } = useTranslation("track");
  return useCallback(
    (totals) => {
      const texts = totals.map(({ sum, currency }) => formatMoney(sum, currency));
      const last = texts.at(-1) ?? "";
      return texts.length < 2 ? last : t("and", { first: texts.slice(0, -1).join(", "), last });
    },
    [t],
  );
}
