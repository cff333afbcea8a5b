// One payment: its result and the source, its references, and entering its result. It opens in place, on any page with
// payments, and links to the other payments to the same account.

import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog, Drawer, Figure, Money, StatePill, TextButton, Waiting } from "../../../components";
import { ipc, type PaymentReportView, type PaymentView, type PayoutChoice } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import { keys, paymentQuery } from "../../../query";
import { usePrint } from "../documents/print/PrintProvider";
import { displayedPaymentState } from "../displayedState";
import { AttemptList } from "./Attempts";
import { DecideDialog } from "./DecideDialog";
import { Facts } from "./Facts";
import { OtherPayments, type PaymentId } from "./OtherPayments";
import classes from "./Payment.module.css";
import { PaymentDocuments } from "./PaymentDocuments";
import { settledText } from "./settled";
import { Timeline } from "./Timeline";

const DRAWER_PX = 480;

type Props = {
  /** Null: closed. */
  payment: PaymentId | null;
  onClose: () => void;
};

export function PaymentDrawer({ payment, onClose }: Props): ReactNode {
  const { t } = useTranslation("payment");
  const [deciding, setDeciding] = useState<Dialog | null>(null);
  const { isOpen: isPrinting } = usePrint();
  return (
    <Drawer
      opened={payment !== null}
      onClose={onClose}
      title={t("title")}
      size={DRAWER_PX}
      // Escape closes the dialog above the drawer, not both.
      closeOnEscape={deciding === null && !isPrinting}
    >
      {payment === null ? null : (
        <Opened
          key={`${payment.payroll} ${payment.reference}`}
          first={payment}
          deciding={deciding}
          onDeciding={setDeciding}
        />
      )}
    </Drawer>
  );
}

/** The dialog above the drawer. */
type Dialog = "enter" | "take_back";
type Deciding = { deciding: Dialog | null; onDeciding: (dialog: Dialog | null) => void };
type OpenedProps = Deciding & { first: PaymentId };

/** The opened payment, or one to the same account that was opened from it. */
function Opened({ first, ...deciding }: OpenedProps): ReactNode {
  const { t } = useTranslation("payment");
  const [trail, setTrail] = useState<readonly PaymentId[]>([first]);
  const [hasMoved, setMoved] = useState(false);
  const { payroll, reference } = trail.at(-1) ?? first;
  const payment = useQuery(paymentQuery(payroll, reference));
  const move = (to: readonly PaymentId[]): void => {
    setMoved(true);
    setTrail(to);
  };
  return (
    <>
      {trail.length === 1 ? null : (
        <Button
          size="xs"
          variant="subtle"
          className={classes.back}
          leftSection={<IconArrowLeft size={14} stroke={1.75} />}
          onClick={() => move(trail.slice(0, -1))}
          data-testid="payment-back"
        >
          {t("back")}
        </Button>
      )}
      {payment.data === undefined ? (
        <Waiting query={payment} label={t("loading")} rows={6} columns={2} />
      ) : (
        <Payment
          key={reference}
          view={payment.data}
          takesFocus={hasMoved}
          onOpen={(other) => move([...trail, other])}
          {...deciding}
        />
      )}
    </>
  );
}

type PaymentProps = Deciding & {
  view: PaymentView;
  /** The pressed button is gone, and the focus with it. */
  takesFocus: boolean;
  onOpen: (payment: PaymentId) => void;
};

function Payment({ view, takesFocus, onOpen, ...deciding }: PaymentProps): ReactNode {
  const { payout } = view;
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) name.current?.focus();
  }, [takesFocus]);
  return (
    <div className={classes.payment} data-testid="payment" data-state={payout.state}>
      <header className={classes.head}>
        <h2 ref={name} tabIndex={-1} className={classes.name}>
          {payout.name}
        </h2>
        <div className={classes.amount}>
          <Figure>
            <Money value={payout.amount} currency={payout.currency} decimals="grey" />
          </Figure>
          <StatePill {...displayedPaymentState(payout, null).which} />
        </div>
        <Meaning view={view} />
        <ToPayroll view={view} />
      </header>
      <Entry view={view} {...deciding} />
      <Timeline view={view} />
      <Attempts view={view} />
      <Facts view={view} />
      <OtherPayments account={view.account} onOpen={onOpen} />
      <PaymentDocuments view={view} />
    </div>
  );
}

/** The source of the result, or the meaning of the state while there is none. */
function Meaning({ view }: { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  const meaning = meaningOf(view);
  const text = settledText(view, t) ?? (meaning === null ? null : t(`meaning.${meaning}`));
  return text === null ? null : <p className={classes.quiet}>{text}</p>;
}

function meaningOf(view: PaymentView) {
  const { status } = view.payout;
  switch (status) {
    case "Conflict":
      return isPaidAndReversed(view) ? "paidAndReversed" : status;
    case "NotSent":
    case "NotAccepted":
    case "Unknown":
    case "InProgress":
    case "Overdue":
      return status;
    case "Paid":
    case "Failed":
    case "Reversed":
    case "Withdrawn":
      return null;
  }
}

/** Whether both reports are the provider's. A list, a statement or the user's entry may contradict as well. */
function isPaidAndReversed({ reports, decisions }: PaymentView): boolean {
  const has = (...kinds: PaymentReportView["report"][]) => reports.some(({ report }) => kinds.includes(report));
  const isProviders = reports.every(({ source }) => source === "callback" || source === "asked");
  const isEntered = decisions.some(({ withdrawnAt }) => withdrawnAt === null);
  return isProviders && !isEntered && has("successful") && has("reversed") && !has("failed", "contradictory");
}

/** On the payroll's own page the link is useless. */
function ToPayroll({ view: { payroll, payrollName, payout } }: { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  const { screen, go } = useNavigation();
  if (screen.name === "track" && screen.id === payroll) return null;
  return (
    <TextButton
      size="small"
      onClick={() => go({ name: "track", id: payroll, payment: payout.reference })}
      data-testid="payment-open-payroll"
    >
      {t("openPayroll", { name: payrollName })}
    </TextButton>
  );
}

function Attempts({ view: { payout, batchReference, attempts } }: { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  return (
    <section data-testid="payment-attempts">
      <h3 className={classes.section}>{t("attempts.title", { batch: payout.batch })}</h3>
      {attempts.length === 0 ? (
        <p className={classes.quiet}>{t("attempts.none")}</p>
      ) : (
        <AttemptList batch={{ number: payout.batch, reference: batchReference }} attempts={attempts} />
      )}
    </section>
  );
}

function Entry({ view, deciding, onDeciding }: Deciding & { view: PaymentView }): ReactNode {
  const { t } = useTranslation("payment");
  const client = useQueryClient();
  const { payroll, payout, decisions } = view;
  const these: PayoutChoice = { kind: "one", reference: payout.reference, evidence: view.evidence };
  // Fixed when the dialog opened: the entry does not cover a result that arrives meanwhile.
  const [asked, setAsked] = useState(these);
  if (!payout.canDecide) return <p className={classes.quiet}>{t("notYet")}</p>;
  const takeBack = async (): Promise<void> => {
    await ipc.changePayroll(payroll, { kind: "withdraw_decisions", choice: asked });
    await client.invalidateQueries({ queryKey: keys.payroll(payroll) });
  };
  return (
    <>
      <div className={classes.ways}>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setAsked(these);
            onDeciding("enter");
          }}
          data-testid="payment-enter"
        >
          {t("enter")}
        </Button>
        {decisions.some(({ withdrawnAt }) => withdrawnAt === null) ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setAsked(these);
              onDeciding("take_back");
            }}
            data-testid="payment-take-back"
          >
            {t("takeBack")}…
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        opened={deciding === "take_back"}
        onClose={() => onDeciding(null)}
        title={t("takeBackOf", { name: payout.name })}
        confirm={t("takeBackChosen.confirm", { count: 1 })}
        onConfirm={takeBack}
      >
        {t("takeBackText")}
      </ConfirmDialog>
      {deciding === "enter" ? (
        <DecideDialog
          payroll={payroll}
          choice={asked}
          name={payout.name}
          totals={[{ count: 1, sum: payout.amount, currency: payout.currency }]}
          onClose={() => onDeciding(null)}
        />
      ) : null}
    </>
  );
}
