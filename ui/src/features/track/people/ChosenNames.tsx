// The people of a question, by name, account and amount: some may be scrolled out of the list.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Account, Money, ScrollRegion, State } from "../../../components";
import type { ChosenPayoutView } from "../../../ipc";
import { shortBankName } from "../../../lib/banks/bankNames";
import classes from "../payment/Payment.module.css";

type Named = Pick<
  ChosenPayoutView,
  "reference" | "name" | "amount" | "currency" | "accountNumber" | "bankName" | "status"
> & { hasChanged?: boolean };

export function ChosenNames({ people }: { people: readonly Named[] }): ReactNode {
  const { t } = useTranslation("payment");
  return (
    <ScrollRegion label={t("chosen.people")} className={classes.chosen}>
      <ul data-testid="chosen-people">
        {people.map((payout) => (
          <li key={payout.reference} data-changed={payout.hasChanged === true || undefined}>
            <span className={classes.chosenName} title={payout.name}>
              {payout.name}
            </span>
            <span className={classes.chosenAmount}>
              <Money value={payout.amount} currency={payout.currency} />
            </span>
            <span className={classes.chosenAccount}>
              <Account number={payout.accountNumber} /> {shortBankName(payout.bankName)}
            </span>
            <State of="payout" state={payout.status} />
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
