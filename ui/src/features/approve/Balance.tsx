// The balance before and after this payroll, or the shortfall. Shown, not enforced: only the service has the balance.

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconWallet } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel } from "../../components";
import { Copy } from "../../components/Copy";
import type { Currency, ShortfallView } from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import { formatMoment } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { settingsQuery, shortfallQuery, useSession } from "../../query";
import { useCardWindow } from "../topUp/useCardWindow";
import classes from "./Approve.module.css";

export function Balance({ id }: { id: number }): ReactNode {
  // Without a balance nothing is shown: paying does not depend on it.
  const { data = [] } = useQuery(shortfallQuery(id));
  return data.map((of) =>
    of.missing === null ? (
      <Sufficient key={of.currency} shortfall={of} />
    ) : (
      <Shortfall key={of.currency} shortfall={of} />
    ),
  );
}

function Sufficient({ shortfall: { currency, balance, after } }: { shortfall: ShortfallView }): ReactNode {
  const { t } = useTranslation("approve");
  if (balance === null || after === null) return null;
  const isAsked = balance.source === "asked";
  return (
    <p className={classes.balance} data-testid={`approve-balance-${currency}`}>
      <IconWallet size={18} stroke={1.75} aria-hidden />
      <span>
        {t(isAsked ? "balance.asked" : "balance.left", {
          left: formatMoney(balance.left, currency),
          after: formatMoney(after, currency),
        })}
      </span>
      <span className={classes.where}>
        {t(isAsked ? "balance.reportedNow" : "balance.reported", { when: formatMoment(balance.at) })}
      </span>
    </p>
  );
}

/** The same in one line, in the bar of a low window, which hides the panel. */
export function InsufficientBalanceBar({ id }: { id: number }): ReactNode {
  const { data = [] } = useQuery(shortfallQuery(id));
  return data.map((of) => <InsufficientBalance key={of.currency} shortfall={of} />);
}

function InsufficientBalance({ shortfall: { currency, balance, missing } }: { shortfall: ShortfallView }): ReactNode {
  const { t } = useTranslation("topUp");
  const card = useCardWindow();
  const isBlocked = useSession().blocked !== null;
  if (missing === null || balance === null) return null;
  const amount = formatMoney(missing, currency);
  return (
    <div className={`${classes.locked} ${classes.shortBar}`} data-testid={`approve-short-bar-${currency}`}>
      <IconWallet size={18} stroke={1.75} aria-hidden />
      <p>{t("insufficientBalance.title", { missing: amount })}</p>
      {card.error === null ? null : <ErrorPanel error={card.error} onClose={card.forget} />}
      <Button
        size="xs"
        variant="default"
        onClick={() => void card.open({ amount: missing, currency })}
        disabled={isBlocked}
        data-testid={`approve-short-bar-top-up-${currency}`}
      >
        {t("insufficientBalance.topUp", { missing: amount })}
      </Button>
    </div>
  );
}

function Shortfall({ shortfall }: { shortfall: ShortfallView }): ReactNode {
  const { t } = useTranslation("topUp");
  const { go } = useNavigation();
  const { currency, fees, balance, missing } = shortfall;
  if (missing === null || balance === null) return null;
  const money = (amount: string): string => formatMoney(amount, currency);
  const whole = money(shortfall.needed);
  const needed = fees === null ? whole : t("insufficientBalance.withFees", { needed: whole, fees: money(fees) });
  return (
    <section className={classes.shortfall} data-testid={`approve-short-${currency}`}>
      <IconWallet size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t("insufficientBalance.title", { missing: money(missing) })}</h2>
        <p>
          {t(balance.source === "asked" ? "insufficientBalance.asked" : "insufficientBalance.text", {
            needed,
            left: money(balance.left),
            when: formatMoment(balance.at),
          })}
        </p>
        <ByTransfer missing={missing} currency={currency} />
        <ByCard shortfall={shortfall} missing={missing}>
          <Button size="xs" variant="default" onClick={() => go({ name: "topUp" })} data-testid="approve-see-balance">
            {t("insufficientBalance.see")}
          </Button>
        </ByCard>
      </div>
    </section>
  );
}

/** First, because it costs less: the account and the exact amount, to copy into the bank's page. */
function ByTransfer({ missing, currency }: { missing: string; currency: Currency }): ReactNode {
  const { t } = useTranslation("topUp");
  const { go } = useNavigation();
  const { mode } = useSession();
  const settings = useQuery(settingsQuery).data;
  // In practice there is no account to pay into.
  if (settings === undefined || mode !== "live") return null;
  const { fundingInstructions: lines, wallets, walletCurrency } = settings.profile;
  // The account belongs to the profile's main wallet; money in another currency would reach the wrong one.
  const isOfAnother =
    wallets.some((wallet) => wallet.currency === currency) || (walletCurrency ?? currency) !== currency;
  if (isOfAnother) return null;
  return (
    <div className={classes.way} data-testid={`approve-by-transfer-${currency}`}>
      <h3>{t("insufficientBalance.byTransfer", { missing: formatMoney(missing, currency) })}</h3>
      <p className={lines === "" ? "" : `${classes.payInLines} selectable`}>
        {lines === "" ? t("payIn.unset") : lines}
      </p>
      <div className={classes.shortfallActions}>
        {lines === "" ? (
          <Button size="xs" variant="default" onClick={() => go({ name: "settings", section: "profile" })}>
            {t("payIn.add")}
          </Button>
        ) : (
          <>
            <Copy text={lines} label={t("payIn.copy")} testid="approve-copy-account" />
            <Copy
              text={missing}
              label={t("insufficientBalance.copyAmount")}
              name={`${t("insufficientBalance.copyAmount")}: ${formatMoney(missing, currency)}`}
              testid="approve-copy-amount"
            />
          </>
        )}
      </div>
    </div>
  );
}

/** `children`: other actions. */
function ByCard(props: { shortfall: ShortfallView; missing: string; children: ReactNode }): ReactNode {
  const { t } = useTranslation("topUp");
  const card = useCardWindow();
  const session = useSession();
  const { currency, lastFeePercent: percent } = props.shortfall;
  const missing = formatMoney(props.missing, currency);
  const isLive = session.mode === "live";
  return (
    <div className={classes.way}>
      {isLive ? <h3>{t("insufficientBalance.byCard")}</h3> : null}
      <p>{percent === null ? t("form.feeAhead") : t("form.feeAheadLast", { percent })}</p>
      {card.error === null ? null : <ErrorPanel error={card.error} onClose={card.forget} />}
      <div className={classes.shortfallActions}>
        <Button
          size="xs"
          variant={isLive ? "default" : "filled"}
          onClick={() => void card.open({ amount: props.missing, currency })}
          // The Pay button below shows the reason.
          disabled={session.blocked !== null}
          data-testid="approve-top-up"
        >
          {t("insufficientBalance.topUp", { missing })}
        </Button>
        {props.children}
      </div>
    </div>
  );
}
