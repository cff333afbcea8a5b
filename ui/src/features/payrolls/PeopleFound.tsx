// People and payments that match the payroll search: "when was Ada Obi last paid" is answered here.

import { UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Money, State } from "../../components";
import type { FoundPayment } from "../../ipc";
import { formatDay } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { peopleCountQuery, SEARCH_CHARS_MIN, searchQuery } from "../../query";
import type { PaymentId } from "../track/payment/OtherPayments";
import { PaymentDrawer } from "../track/payment/PaymentDrawer";
import classes from "./Payrolls.module.css";

const TYPING_MS = 150;
/** Limit of listed payments: the payrolls below stay visible, and People has the others. */
const PAYMENTS_SHOWN = 3;

export function PeopleFound({ search }: { search: string }): ReactNode {
  const [text] = useDebouncedValue(search.trim(), TYPING_MS);
  return text === "" || search.trim() === "" ? null : <Found text={text} />;
}

function Found({ text }: { text: string }): ReactNode {
  const { t } = useTranslation("payrolls");
  const { go } = useNavigation();
  // The line stays during the next search, so that the table below does not jump.
  const found = useQuery({ ...peopleCountQuery(text), placeholderData: keepPreviousData }).data?.total ?? 0;
  return (
    <div className={classes.people}>
      {found === 0 ? null : (
        <UnstyledButton
          className={classes.peopleFound}
          onClick={() => go({ name: "people", text })}
          data-testid="payrolls-people"
        >
          {t("peopleFound", { count: found, text })}
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      )}
      <Payments text={text} />
    </div>
  );
}

/** Each opens in place, as on Track. */
function Payments({ text }: { text: string }): ReactNode {
  const { t } = useTranslation("payrolls");
  const [opened, setOpened] = useState<PaymentId | null>(null);
  const isSearched = text.length >= SEARCH_CHARS_MIN;
  const search = useQuery({ ...searchQuery(text), enabled: isSearched, placeholderData: keepPreviousData });
  const payments = isSearched ? (search.data ?? []).slice(0, PAYMENTS_SHOWN) : [];
  return (
    <>
      {payments.length === 0 ? null : (
        <ul className={classes.payments} aria-label={t("paymentsFound")} data-testid="payrolls-payments">
          {payments.map((payment) => (
            <li key={payment.reference}>
              <Payment payment={payment} onOpen={() => setOpened(payment)} />
            </li>
          ))}
        </ul>
      )}
      <PaymentDrawer payment={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function Payment({ payment, onOpen }: { payment: FoundPayment; onOpen: () => void }): ReactNode {
  const { reference, name, accountNumber, payrollName, amount, currency, status, at } = payment;
  return (
    <UnstyledButton className={classes.payment} onClick={onOpen} data-testid={`payrolls-payment-${reference}`}>
      <span className={classes.paymentName}>{name === "" ? accountNumber : name}</span>
      <span className={classes.paymentOf} title={payrollName}>
        {payrollName}
      </span>
      <span>{at === null ? "" : formatDay(at)}</span>
      <span className={classes.paymentAmount}>
        <Money value={amount} currency={currency} />
      </span>
      <State of="payout" state={status} />
    </UnstyledButton>
  );
}
