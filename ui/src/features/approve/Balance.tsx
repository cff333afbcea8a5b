// The balance before and after this payroll, or what is short. It is said, not enforced: only the service knows it.

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconWallet } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel } from "../../components";
import type { ShortfallView } from "../../ipc";
import { formatMoment } from "../../lib/dates";
import { formatMoney } from "../../lib/money";
import { useNavigation } from "../../navigation";
import { shortfallQuery, useSession } from "../../query";
import { useCardWindow } from "../topUp/useCardWindow";
import classes from "./Approve.module.css";

export function Balance({ id }: { id: number }): ReactNode {
  // Where it cannot be told, nothing is said: paying does not depend on it.
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

/** The same in one line, in the bar at the foot of a low window: there the panel is hidden below the bar. */
export function ShortBar({ id }: { id: number }): ReactNode {
  const { data = [] } = useQuery(shortfallQuery(id));
  return data.map((of) => <ShortLine key={of.currency} shortfall={of} />);
}

function ShortLine({ shortfall: { currency, balance, missing } }: { shortfall: ShortfallView }): ReactNode {
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

function Shortfall({ shortfall: { currency, needed, balance, missing } }: { shortfall: ShortfallView }): ReactNode {
  const { t } = useTranslation("topUp");
  const { go } = useNavigation();
  const card = useCardWindow();
  // The pay button below says why.
  const isBlocked = useSession().blocked !== null;
  if (missing === null || balance === null) return null;
  const money = (amount: string): string => formatMoney(amount, currency);
  return (
    <section className={classes.shortfall} data-testid={`approve-short-${currency}`}>
      <IconWallet size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t("insufficientBalance.title", { missing: money(missing) })}</h2>
        {card.error === null ? null : <ErrorPanel error={card.error} onClose={card.forget} />}
        <p>
          {t(balance.source === "asked" ? "insufficientBalance.asked" : "insufficientBalance.text", {
            needed: money(needed),
            left: money(balance.left),
            when: formatMoment(balance.at),
          })}
        </p>
        <div className={classes.shortfallActions}>
          <Button
            size="xs"
            onClick={() => void card.open({ amount: missing, currency })}
            disabled={isBlocked}
            data-testid="approve-top-up"
          >
            {t("insufficientBalance.topUp", { missing: money(missing) })}
          </Button>
          <Button size="xs" variant="default" onClick={() => go({ name: "topUp" })} data-testid="approve-see-balance">
            {t("insufficientBalance.see")}
          </Button>
        </div>
      </div>
    </section>
  );
}
