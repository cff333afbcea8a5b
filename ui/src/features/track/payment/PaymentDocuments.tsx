// What the recipient is given: an advice of the payment, and a receipt once it is known to be paid.

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel } from "../../../components";
import type { PaymentView } from "../../../ipc";
import { useDocuments } from "../useDocuments";
import classes from "./Payment.module.css";

/** As long as a payment may still arrive; the desk refuses an advice of the others. */
const ADVISED: readonly string[] = ["Paid", "InProgress", "Unknown", "NotSent", "Overdue"];

export function PaymentDocuments({ view }: { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  const { save, isBusy, error, forget } = useDocuments();
  const { payroll, payout } = view;
  if (!ADVISED.includes(payout.status)) return null;
  const { reference } = payout;
  return (
    <section>
      <h3 className={classes.section}>{t("documents.title")}</h3>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <div className={classes.ways}>
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          onClick={() => void save({ payroll, kind: "payment_advice", reference })}
          data-testid="payment-advice"
        >
          {t("documents.advice")}
        </Button>
        {payout.status === "Paid" ? (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={() => void save({ payroll, kind: "receipts", reference })}
            data-testid="payment-receipt"
          >
            {t("documents.receipt")}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
