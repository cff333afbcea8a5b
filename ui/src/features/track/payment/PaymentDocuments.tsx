// Documents for the recipient: a payment advice, and a receipt once it is known to be paid.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel } from "../../../components";
import type { PaymentView } from "../../../ipc";
import { DocumentButtons } from "../documents/DocumentButtons";
import { useDocuments } from "../documents/useDocuments";
import classes from "./Payment.module.css";

/** Statuses in which a payment may still arrive; the desk refuses an advice of the others. */
const WITH_ADVICE: readonly string[] = ["Paid", "InProgress", "Unknown", "NotSent", "Overdue"];

export function PaymentDocuments({ view }: { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  const documents = useDocuments();
  const { error, forget } = documents;
  const { payroll, payout } = view;
  if (!WITH_ADVICE.includes(payout.status)) return null;
  const { reference } = payout;
  return (
    <section>
      <h3 className={classes.section}>{t("documents.title")}</h3>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <div className={classes.ways}>
        <DocumentButtons
          request={{ payroll, kind: "payment_advice", reference }}
          documents={documents}
          words={{ save: t("documents.advice"), print: t("documents.printAdvice") }}
          testid="payment-advice"
        />
        {payout.status === "Paid" ? (
          <DocumentButtons
            request={{ payroll, kind: "receipts", reference }}
            documents={documents}
            words={{ save: t("documents.receipt"), print: t("documents.printReceipt") }}
            testid="payment-receipt"
          />
        ) : null}
      </div>
    </section>
  );
}
