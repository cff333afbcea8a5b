// The source of a payment's result. Entries and imports name the person: the reader may be somebody else.

import type { useTranslation } from "react-i18next";

import type { PaymentView } from "../../../ipc";

type PaymentWords = ReturnType<typeof useTranslation<"payment">>["t"];

/** `null` while there is no result, or without a recorded source. */
export function settledText(
  { payout: { settledBy }, reports, decisions }: PaymentView,
  t: PaymentWords,
): string | null {
  switch (settledBy) {
    case null:
      return null;
    case "user": {
      const entered = decisions.find(({ withdrawnAt }) => withdrawnAt === null);
      return entered === undefined ? t("settledUnnamed.user") : t("settled.user", { by: entered.by });
    }
    case "word_reading": {
      const read = reports.filter(({ readBy }) => readBy !== null).toSorted((a, b) => b.at.localeCompare(a.at))[0];
      if (read === undefined) return t("settledUnnamed.word_reading");
      const word = read.status === "" ? read.code : read.status;
      return t("settled.word_reading", { by: read.readBy, word, meaning: t(`event.report.${read.report}`) });
    }
    case "callback":
    case "asked":
    case "outcome_file":
    case "statement":
    case "statement_match":
    case "list_match":
      return t(`settled.${settledBy}`);
  }
}
