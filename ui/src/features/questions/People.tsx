// People who are paid by both payrolls. Undecided ones can be selected one by one.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Account, Checkbox, Money, State } from "../../components";
import type { OverlapView, QuestionView } from "../../ipc";
import { shortBankName } from "../../lib/banks/bankNames";
import { formatDay } from "../../lib/time/dates";
import classes from "./Questions.module.css";

type Props = { question: QuestionView; chosen: ReadonlySet<string>; onChosen: (chosen: ReadonlySet<string>) => void };

export function People({ question: { people, open, other }, chosen, onChosen }: Props): ReactNode {
  const { t } = useTranslation("questions");
  const undecided = people.filter(({ reason }) => reason === null);
  const isAll = undecided.length > 0 && undecided.every(({ key }) => chosen.has(key));
  const isAnyDecided = undecided.length < people.length;
  return (
    <>
      {/* A scrolling list needs keyboard focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.people} tabIndex={0} role="region" aria-label={t("people")}>
        <table>
          <thead>
            <tr>
              <th scope="col" className={classes.check}>
                {open === 0 ? null : (
                  <Checkbox
                    aria-label={t("column.chooseAll")}
                    checked={isAll}
                    onChange={() => onChosen(isAll ? new Set() : new Set(undecided.map(({ key }) => key)))}
                    data-testid="question-choose-all"
                  />
                )}
              </th>
              <th scope="col">{t("column.name")}</th>
              <th scope="col">{t("column.account")}</th>
              <th scope="col" className={classes.end}>
                {t("column.here")}
              </th>
              <th scope="col" className={classes.end}>
                {t("column.there", { name: other.name })}
              </th>
              <th scope="col">{t("column.state")}</th>
              <th scope="col">{t("column.date")}</th>
              {isAnyDecided ? <th scope="col">{t("column.reason")}</th> : null}
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <Person
                key={person.key}
                person={person}
                hasReasons={isAnyDecided}
                isChosen={chosen.has(person.key)}
                onChoose={() => onChosen(toggled(chosen, person.key))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {undecided.length < open ? <p className={classes.more}>{t("listed", { count: people.length })}</p> : null}
    </>
  );
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return next;
}

function AccountAt({ number, bank }: { number: string; bank: string }): ReactNode {
  return (
    <>
      <Account number={number} />{" "}
      <span className={classes.bank} title={bank}>
        {shortBankName(bank)}
      </span>
    </>
  );
}

/** The row shows the other payment's amount and state; its account may differ. */
function OtherAccount({ person }: { person: OverlapView }): ReactNode {
  const { t } = useTranslation("questions");
  const { accountNumber, bankName, otherAccountNumber, otherBankName } = person;
  if (accountNumber === otherAccountNumber && bankName === otherBankName) return null;
  return (
    <div className={classes.otherAccount}>
      {t("otherAccount")} <AccountAt number={otherAccountNumber} bank={otherBankName} />
    </div>
  );
}

type PersonProps = { person: OverlapView; hasReasons: boolean; isChosen: boolean; onChoose: () => void };

function Person({ person, hasReasons, isChosen, onChoose }: PersonProps): ReactNode {
  const { t } = useTranslation("questions");
  const {
    key,
    name,
    accountNumber,
    bankName,
    amount,
    currency,
    otherAmount,
    otherCurrency,
    otherStatus,
    otherAt,
    reason,
  } = person;
  return (
    <tr data-testid={`question-person-${key}`} data-decided={reason !== null || undefined}>
      <td className={classes.check}>
        {reason === null ? (
          <Checkbox aria-label={t("column.choosePerson", { name })} checked={isChosen} onChange={onChoose} />
        ) : null}
      </td>
      <td className={classes.name} title={name}>
        {name}
      </td>
      <td>
        <AccountAt number={accountNumber} bank={bankName} />
        <OtherAccount person={person} />
      </td>
      <td className={classes.end}>
        <Money value={amount} currency={currency} sign="plain" />
      </td>
      <td className={classes.end}>
        <Money value={otherAmount} currency={otherCurrency} sign="plain" />
      </td>
      <td>
        <State of="payout" state={otherStatus} />
      </td>
      <td className={classes.quiet}>{otherAt === null ? null : formatDay(otherAt)}</td>
      {hasReasons ? <td className={classes.quiet}>{reason}</td> : null}
    </tr>
  );
}
