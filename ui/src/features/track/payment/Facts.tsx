// Who is paid, and by which references the payment is found.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { PaymentView } from "../../../ipc";
import classes from "./Payment.module.css";

export function Facts({ view }: { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  const { payout, reports } = view;
  const provider = reports.flatMap(({ providerReference }) => providerReference ?? []);
  const facts: [string, string | null][] = [
    [t("account"), payout.accountNumber],
    [t("bank"), payout.bankName],
    [t("narration"), payout.narration],
    [t("yourReference"), payout.fileReference],
    [t("row"), payout.row === null ? null : String(payout.row)],
    [t("reference"), payout.reference],
    [t("batchReference"), view.batchReference],
    [t("batchId"), view.batchId],
    [t("providerReference"), [...new Set(provider)].join(", ")],
  ];
  return (
    <section>
      <h3 className={classes.section}>{t("facts")}</h3>
      <dl className={`${classes.facts} selectable`}>
        {facts.map(([name, value]) =>
          value === null || value === "" ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}
