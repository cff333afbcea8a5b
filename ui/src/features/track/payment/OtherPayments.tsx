// Other payments to the same account, in all payrolls: they show a wrong account or a second payment.

import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { Money, State, TextButton } from "../../../components";
import type { AccountPaymentsView, PersonPaymentView } from "../../../ipc";
import { formatDay } from "../../../lib/time/dates";
import { useNavigation } from "../../../navigation";
import classes from "./Payment.module.css";

/** A payment of any payroll. */
export type PaymentId = { readonly payroll: number; readonly reference: string };

type Props = { account: AccountPaymentsView; onOpen: (payment: PaymentId) => void };

export function OtherPayments({ account: { earlier, later, unreadable, person }, onOpen }: Props): ReactNode {
  const { t } = useTranslation("payment");
  const { screen, go } = useNavigation();
  return (
    <>
      {later.length === 0 ? null : (
        <Payments title={t("others.later")} payments={later} onOpen={onOpen} which="later" />
      )}
      <Payments title={t("others.earlier")} payments={earlier} onOpen={onOpen} which="earlier">
        {unreadable === 0 ? null : <p className={classes.quiet}>{t("others.unreadable", { count: unreadable })}</p>}
        {/* The person's page lists all of them already. */}
        {screen.name === "person" || earlier.length + later.length === 0 ? null : (
          <TextButton size="small" onClick={() => go({ name: "person", person })} data-testid="payment-person">
            {t("others.all")}
          </TextButton>
        )}
      </Payments>
    </>
  );
}

type PaymentsProps = {
  title: string;
  payments: readonly PersonPaymentView[];
  which: "earlier" | "later";
  onOpen: (payment: PaymentId) => void;
  children?: ReactNode;
};

function Payments({ title, payments, which, onOpen, children }: PaymentsProps): ReactNode {
  const { t } = useTranslation("payment");
  const id = useId();
  return (
    <section aria-labelledby={id} data-testid={`payment-${which}`}>
      <h3 id={id} className={classes.section}>
        {title}
      </h3>
      {payments.length === 0 ? (
        <p className={classes.quiet}>{t("others.none")}</p>
      ) : (
        <ul className={classes.others}>
          {payments.map((payment) => (
            <li key={payment.reference}>
              <Other payment={payment} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

type OtherProps = { payment: PersonPaymentView; onOpen: (payment: PaymentId) => void };

function Other({ payment, onOpen }: OtherProps): ReactNode {
  const { payroll, payrollName, reference, amount, currency, status, at } = payment;
  return (
    <UnstyledButton
      className={classes.other}
      onClick={() => onOpen({ payroll, reference })}
      data-testid={`payment-other-${reference}`}
    >
      <span className={classes.otherPayroll} title={payrollName}>
        {payrollName}
      </span>
      <span className={classes.otherAmount}>
        <Money value={amount} currency={currency} />
      </span>
      <span className={classes.quiet}>{at === null ? "" : formatDay(at)}</span>
      <State of="payout" state={status} />
      <IconChevronRight size={16} stroke={1.75} className={classes.otherMore} aria-hidden />
    </UnstyledButton>
  );
}
