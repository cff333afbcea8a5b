// Asks for the amounts of a new payroll from selected people. It pays nothing.

import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { Account, ConfirmDialog, Radio } from "../../components";
import type { PeopleAmounts, PersonLine } from "../../ipc";
import { shortBankName } from "../../lib/banks/bankNames";
import { formatMoney } from "../../lib/currency/money";
import classes from "./People.module.css";
import { usePayPeople } from "./usePayPeople";
import { idOf } from "./usePeopleView";

const NAMED_MAX = 5;
const AMOUNTS = ["empty", "last_paid"] as const satisfies readonly PeopleAmounts[];

type Props = { people: readonly PersonLine[]; opened: boolean; onClose: () => void };

export function PayPeople({ people, opened, onClose }: Props): ReactNode {
  const { t } = useTranslation("people");
  const pay = usePayPeople();
  const id = useId();
  const [amounts, setAmounts] = useState<PeopleAmounts>("empty");
  const count = people.length;
  const lastPaid = lastPaidOf(people);
  const close = (): void => {
    setAmounts("empty");
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t("pay.title", { count, name: people[0]?.name ?? "" })}
      confirm={t("pay.confirm")}
      onConfirm={() => pay(people, amounts)}
    >
      <div className={classes.dialog} data-testid="pay-people">
        <Names people={people} />
        <div className={classes.choices} role="radiogroup" aria-labelledby={id}>
          <h3 id={id}>{t("pay.amounts", { count })}</h3>
          {AMOUNTS.map((choice) => (
            <Radio
              key={choice}
              name="amounts"
              checked={amounts === choice}
              onChange={() => setAmounts(choice)}
              data-autofocus={amounts === choice || undefined}
              data-testid={`pay-people-${choice}`}
            >
              {choice === "last_paid" && lastPaid !== null
                ? t("pay.lastPaidIs", { amount: lastPaid })
                : t(`pay.${choice}`, { count })}
            </Radio>
          ))}
        </div>
        <p>{t("pay.text")}</p>
      </div>
    </ConfirmDialog>
  );
}

/** A person's last paid amount; null if the newest payment is not paid, since only its amount is available. */
function lastPaidOf([person, ...others]: readonly PersonLine[]): string | null {
  if (person === undefined || others.length > 0 || person.lastStatus !== "Paid") return null;
  return formatMoney(person.lastAmount, person.key.currency);
}

function Names({ people }: { people: readonly PersonLine[] }): ReactNode {
  const { t } = useTranslation("people");
  const more = people.length - NAMED_MAX;
  return (
    <ul className={classes.names} aria-label={t("pay.people")}>
      {people.slice(0, NAMED_MAX).map((line) => (
        <li key={idOf(line)}>
          <span className={classes.clipped}>{line.name === "" ? t("noName") : line.name}</span>
          <span className={classes.where}>
            <Account number={line.accountNumber} />
            {shortBankName(line.bankName)}
          </span>
        </li>
      ))}
      {more > 0 ? <li className={classes.more}>{t("pay.more", { count: more })}</li> : null}
    </ul>
  );
}
