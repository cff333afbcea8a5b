// The recipient, and the references of the payment.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { CopyIcon } from "../../../components";
import type { PaymentView } from "../../../ipc";
import { formatMoney } from "../../../lib/currency/money";
import classes from "./Payment.module.css";

const COPY_PX = 24;

/** References that may be needed on the telephone can be copied. */
type Fact = { name: string; value: string | null; copies?: { label: string; testid: string } };

export function Facts({ view }: { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  return (
    <section>
      <h3 className={classes.section}>{t("facts")}</h3>
      <dl className={`${classes.facts} selectable`}>
        {useFacts(view).map(({ name, value, copies }) =>
          value === null || value === "" ? null : (
            <div key={`${name} ${value}`}>
              <dt>{name}</dt>
              <dd>
                <span>{value}</span>
                {copies === undefined ? null : (
                  <CopyIcon text={value} size={COPY_PX} className={classes.copy} {...copies} />
                )}
              </dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

function useFacts({ payout, reports, batchReference, batchId, payrollName }: PaymentView): Fact[] {
  const { t } = useTranslation("payment");
  const provider = new Set(reports.flatMap(({ providerReference }) => providerReference ?? []));
  const copied = (what: "Reference" | "BatchReference" | "BatchId" | "ProviderReference", testid: string) => ({
    copies: { label: t(`copy${what}`), testid: `payment-copy-${testid}` },
  });
  return [
    { name: t("account"), value: payout.accountNumber },
    { name: t("bank"), value: payout.bankName },
    { name: t("narration"), value: payout.narration },
    { name: t("fee"), value: payout.fee === null ? null : formatMoney(payout.fee, payout.currency) },
    { name: t("payroll"), value: payrollName },
    { name: t("yourReference"), value: payout.fileReference },
    { name: t("row"), value: payout.row === null ? null : String(payout.row) },
    { name: t("reference"), value: payout.reference, ...copied("Reference", "reference") },
    { name: t("batchReference"), value: batchReference, ...copied("BatchReference", "batch-reference") },
    { name: t("batchId"), value: batchId, ...copied("BatchId", "batch-id") },
    ...[...provider].map((value, at) => ({
      name: t("providerReference"),
      value,
      ...copied("ProviderReference", `provider-reference-${at}`),
    })),
  ];
}
