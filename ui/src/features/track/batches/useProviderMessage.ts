import { useTranslation } from "react-i18next";

import { useStateWord } from "../../../components";
import type { BatchView, Total } from "../../../ipc";
import { formatAmount } from "../../../lib/currency/money";
import { useSession } from "../../../query";
import { questionOf, unclearResults, utcOf } from "./providerMessage";

const amountOf = ({ sum, currency }: Total): string => `${currency} ${formatAmount(sum, currency)}`;

/** The complete message about a batch; null if there is no question. */
export function useProviderMessage(): (batch: BatchView) => string | null {
  const { t } = useTranslation("provider");
  const { profileName } = useSession();
  const word = useStateWord();
  return (batch) => {
    const question = questionOf(batch);
    if (question === null) return null;
    const { reference, batchId, sentAt, attempts, total, httpStatus } = batch;
    const facts = [
      t("message.company", { name: profileName }),
      t("message.reference", { reference }),
      batchId === null ? null : t("message.batchId", { id: batchId }),
      sentAt === null ? null : t("message.sent", { when: utcOf(sentAt) }),
      attempts > 1 ? t("message.attempts", { count: attempts }) : null,
      t("message.payments", { count: total.count }),
      t("message.total", { amount: amountOf(total) }),
      httpStatus === null ? null : t("message.status", { status: httpStatus }),
    ];
    const results = question === "results" ? unclearResults(batch) : [];
    return [
      t("message.greeting"),
      "",
      ...facts.filter((fact) => fact !== null),
      ...results.map(({ result, total: of }) =>
        t("message.result", {
          result: word({ of: "payout", state: result }),
          count: of.count,
          amount: amountOf(of),
        }),
      ),
      "",
      t(`message.ask.${question}`),
    ].join("\n");
  };
}
