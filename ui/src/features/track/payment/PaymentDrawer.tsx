// One payment: what is known of it and from whom, its references, and the way to enter its result.

import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Copy, Drawer, ErrorPanel, Figure, Money, StatePill, Waiting } from "../../../components";
import { ipc, type PaymentView, type PayoutChoice } from "../../../ipc";
import { useCall } from "../../../lib/useCall";
import { keys, paymentQuery } from "../../../query";
import { DecideDialog } from "./DecideDialog";
import { Facts } from "./Facts";
import classes from "./Payment.module.css";
import { PaymentDocuments } from "./PaymentDocuments";
import { Timeline } from "./Timeline";

const DRAWER_PX = 480;

type Props = { payroll: number; reference: string | null; onClose: () => void };

export function PaymentDrawer({ payroll, reference, onClose }: Props): ReactNode {
  const { t } = useTranslation("payment");
  const [isDeciding, setDeciding] = useState(false);
  return (
    // Escape closes the dialog in it, and not the drawer as well.
    <Drawer
      opened={reference !== null}
      onClose={onClose}
      title={t("title")}
      size={DRAWER_PX}
      closeOnEscape={!isDeciding}
    >
      {reference === null ? null : (
        <Opened payroll={payroll} reference={reference} isDeciding={isDeciding} onDeciding={setDeciding} />
      )}
    </Drawer>
  );
}

type Deciding = { isDeciding: boolean; onDeciding: (isDeciding: boolean) => void };
type OpenedProps = Deciding & { payroll: number; reference: string };

function Opened({ payroll, reference, ...deciding }: OpenedProps): ReactNode {
  const { t } = useTranslation("payment");
  const payment = useQuery(paymentQuery(payroll, reference));
  return payment.data === undefined ? (
    <Waiting query={payment} label={t("loading")} rows={6} columns={2} />
  ) : (
    <Payment view={payment.data} {...deciding} />
  );
}

function Payment({ view, ...deciding }: Deciding & { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  const { payout } = view;
  return (
    <div className={classes.payment} data-testid="payment" data-state={payout.state}>
      <header className={classes.head}>
        <h2 className={classes.name}>{payout.name}</h2>
        <div className={classes.amount}>
          <Figure>
            <Money value={payout.amount} currency={payout.currency} decimals="grey" />
          </Figure>
          <StatePill of="payout" state={payout.status} />
        </div>
        {payout.settledBy === null ? null : <p className={classes.quiet}>{t(`settled.${payout.settledBy}`)}</p>}
      </header>
      <Entry view={view} {...deciding} />
      <Timeline view={view} />
      <Facts view={view} />
      <PaymentDocuments view={view} />
      <Copy text={payout.reference} label={t("copyReference")} testid="payment-copy-reference" />
    </div>
  );
}

function Entry({ view, isDeciding, onDeciding }: Deciding & { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  const client = useQueryClient();
  const { isBusy, error, run, forget } = useCall();
  const { payroll, payout, decisions, canDecide } = view;
  if (!canDecide) return <p className={classes.quiet}>{t("notYet")}</p>;
  const these: PayoutChoice = { kind: "one", reference: payout.reference, evidence: view.evidence };
  const takeBack = async (): Promise<void> => {
    await ipc.withdrawPayoutDecisions(payroll, these);
    await client.invalidateQueries({ queryKey: keys.payroll(payroll) });
  };
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <div className={classes.ways}>
        <Button size="xs" variant="default" onClick={() => onDeciding(true)} data-testid="payment-enter">
          {t("enter")}
        </Button>
        {decisions.some(({ withdrawnAt }) => withdrawnAt === null) ? (
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            title={t("takeBackText")}
            onClick={() => void run(takeBack)}
            data-testid="payment-take-back"
          >
            {t("takeBack")}
          </Button>
        ) : null}
      </div>
      {isDeciding ? (
        <DecideDialog
          payroll={payroll}
          choice={these}
          name={payout.name}
          totals={[{ count: 1, sum: payout.amount, currency: payout.currency }]}
          onClose={() => onDeciding(false)}
        />
      ) : null}
    </>
  );
}
