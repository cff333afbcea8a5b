// A person's destination, the account's holder at the bank, and the date of that answer.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Account, CopyIcon } from "../../../components";
import type { PersonView } from "../../../ipc";
import { formatDay } from "../../../lib/time/dates";
import classes from "./Person.module.css";

export function Facts({ view: { person, holder, holderAskedAt } }: { view: PersonView }): ReactNode {
  const { t } = useTranslation(["people", "approve"]);
  const day = (at: string | null): string => (at === null ? t("person.noneYet") : formatDay(at));
  const asked = holderAskedAt === null ? null : t("person.holderAsked", { when: formatDay(holderAskedAt) });
  return (
    <dl className={`${classes.facts} selectable`} aria-label={t("person.facts")}>
      <Fact name={t("person.account")}>
        <Account number={person.accountNumber} />
        <CopyIcon text={person.accountNumber} label={t("person.copyAccount")} testid="person-copy-account" />
      </Fact>
      <Fact name={t("person.bank")}>{person.bankName}</Fact>
      <Fact name={t("person.country")}>{t(`approve:country.${person.country}`)}</Fact>
      <Fact name={t("person.holder")} testid="person-holder">
        {holder ?? t(asked === null ? "person.holderNotAsked" : "person.holderNone")}
        {asked === null ? null : <span className={classes.quiet}>{asked}</span>}
      </Fact>
      <Fact name={t("person.first")}>{day(person.firstPaidAt)}</Fact>
      <Fact name={t("person.last")}>{day(person.lastPaidAt)}</Fact>
    </dl>
  );
}

function Fact({ name, testid, children }: { name: string; testid?: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes.fact} data-testid={testid}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
