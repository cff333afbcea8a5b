// What the payroll needs above what is known to be there. It is said, not enforced: only the service knows the balance.

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

export function Short({ id }: { id: number }): ReactNode {
  // Where it cannot be told, nothing is said: paying does not depend on it.
  const { data = [] } = useQuery(shortfallQuery(id));
  return data.map((short) => <One key={short.currency} short={short} />);
}

function One({ short: { currency, needed, balance, missing } }: { short: ShortfallView }): ReactNode {
  const { t } = useTranslation("topUp");
  const { go } = useNavigation();
  const card = useCardWindow();
  // The pay button below says why.
  const isBlocked = useSession().blocked !== null;
  if (missing === null || balance === null) return null;
  const money = (amount: string): string => formatMoney(amount, currency);
  return (
    <section className={classes.short} data-testid={`approve-short-${currency}`}>
      <IconWallet size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t("short.title", { missing: money(missing) })}</h2>
        {card.error === null ? null : <ErrorPanel error={card.error} onClose={card.forget} />}
        <p>{t("short.text", { needed: money(needed), left: money(balance.left), when: formatMoment(balance.at) })}</p>
        <div className={classes.shortActions}>
          <Button size="xs" variant="default" onClick={() => void card.open({ amount: missing, currency })} disabled={isBlocked} data-testid="approve-top-up">
            {t("short.topUp", { missing: money(missing) })}
          </Button>
          <Button size="xs" variant="default" onClick={() => go({ name: "topUp" })} data-testid="approve-see-balance">{t("short.see")}</Button>
        </div>
      </div>
    </section>
  );
}
