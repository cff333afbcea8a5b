// The estimated balance of each currency: the provider's last report, less the payments since.

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Figure, Money, Waiting } from "../../components";
import type { BalanceView } from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import { formatMoment } from "../../lib/time/dates";
import { balancesQuery } from "../../query";
import classes from "./TopUp.module.css";

const ZERO = /^0+(\.0+)?$/;

export function Balances(): ReactNode {
  const { t } = useTranslation("topUp");
  const balances = useQuery(balancesQuery);
  if (balances.data === undefined) {
    return (
      <div className={classes.balance}>
        <Waiting query={balances} rows={2} height={40} columns={2} />
      </div>
    );
  }
  if (balances.data.length === 0) {
    return (
      <section className={classes.balance} data-testid="top-up-balance-unknown">
        <div>
          <h2 className={classes.unknown}>{t("balance.unknown")}</h2>
          <p className={classes.told}>{t("balance.unknownText")}</p>
        </div>
      </section>
    );
  }
  const isOne = balances.data.length === 1;
  return balances.data.map((balance) => <Balance key={balance.currency} balance={balance} isOne={isOne} />);
}

function Balance({ balance, isOne }: { balance: BalanceView; isOne: boolean }): ReactNode {
  const { t } = useTranslation("topUp");
  const { currency } = balance;
  const label = isOne ? t("balance.left") : t("balance.leftIn", { currency });
  return (
    <section className={classes.balance} aria-label={label} data-testid={`top-up-balance-${currency}`}>
      <div className={classes.known}>
        <h2 className={classes.caption}>{label}</h2>
        <Figure size="deciding">
          <Money value={balance.left} currency={currency} decimals="grey" />
        </Figure>
        <p className={classes.told}>{t("balance.told", { when: formatMoment(balance.at) })}</p>
        {balance.left.startsWith("-") ? <p className={classes.below}>{t("balance.below")}</p> : null}
      </div>
      <div className={classes.reckoning}>
        <dl>
          <Line label={t("balance.after")} value={formatMoney(balance.balance, currency)} />
          <Line label={t("balance.accepted")} value={negated(balance.acceptedSince, balance)} />
          <Line label={t("balance.underWay")} value={negated(balance.underWay, balance)} />
          <Line label={t("balance.left")} value={formatMoney(balance.left, currency)} isSum />
        </dl>
      </div>
    </section>
  );
}

/** A debit, with its minus. */
const negated = (amount: string, { currency }: BalanceView): string =>
  formatMoney(ZERO.test(amount) ? amount : `-${amount}`, currency);

function Line({ label, value, isSum = false }: { label: string; value: string; isSum?: boolean }): ReactNode {
  return (
    <div className={classes.reckoningLine} data-sum={isSum || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
