// Payrolls that may have been sent without a record in this ledger. Each is looked up at the provider and ticked.

import { Button } from "@mantine/core";
import { IconFileOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Checkbox, Money, Pill, type StateStyle } from "../../components";
import type { BlockedPayroll } from "../../ipc";
import { formatMoment, formatPeriod } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { toggleChecked, useAnswers } from "./answers";
import classes from "./Blocked.module.css";

const NOT_HERE: StateStyle = { icon: IconFileOff, tone: "attention" };

export function Payrolls({ payrolls }: { payrolls: BlockedPayroll[] }): ReactNode {
  const { t } = useTranslation("blocked");
  return (
    <section className={classes.section}>
      <h2 id="blocked-payrolls">{t("payrolls.title")}</h2>
      <p className={classes.text}>{t(payrolls.length === 0 ? "payrolls.none" : "payrolls.text")}</p>
      {payrolls.length === 0 ? null : (
        <ul className={classes.payrolls} aria-labelledby="blocked-payrolls">
          {payrolls.map((payroll) => (
            <Payroll key={payroll.key} payroll={payroll} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Payroll({ payroll }: { payroll: BlockedPayroll }): ReactNode {
  const { t } = useTranslation("blocked");
  const { go } = useNavigation();
  const { checked } = useAnswers();
  const { key, id, period, people, totals, sentAt } = payroll;
  const name = payroll.name === "" ? t("payrolls.nameless") : payroll.name;
  const facts = [
    period === "" ? null : formatPeriod(period),
    people === null ? t("payrolls.peopleUnknown") : t("payrolls.people", { count: people }),
    people !== null && totals.length === 0 ? t("payrolls.amountUnknown") : null,
    sentAt === null ? t("payrolls.sentAtUnknown") : t("payrolls.sentAt", { when: formatMoment(sentAt) }),
  ];
  return (
    <li className={classes.payroll} data-testid={`blocked-payroll-${key}`}>
      <div className={classes.head}>
        <div className={classes.headText}>
          <h3>{name}</h3>
          <p>{facts.filter((fact) => fact !== null).join(" · ")}</p>
        </div>
        <div className={classes.sums}>
          {totals.map(({ sum, currency }) => (
            <Money key={currency} value={sum} currency={currency} />
          ))}
        </div>
      </div>
      <div className={classes.foot}>
        <label className={classes.check}>
          <Checkbox
            aria-label={t("payrolls.checkedNamed", { name })}
            checked={checked.has(key)}
            onChange={() => toggleChecked(key)}
            data-testid={`blocked-checked-${key}`}
          />
          {t("payrolls.checked")}
        </label>
        {id === null ? (
          <Pill stateStyle={NOT_HERE} word={t("payrolls.notHere")} />
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={t("payrolls.trackNamed", { name })}
            onClick={() => go({ name: "track", id })}
            data-testid={`blocked-track-${key}`}
          >
            {t("payrolls.track")}
          </Button>
        )}
      </div>
    </li>
  );
}
