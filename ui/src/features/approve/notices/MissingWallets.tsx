// Currencies without a wallet: their passwords are entered here, before approval.

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Money } from "../../../components";
import type { ReviewView } from "../../../ipc";
import { settingsQuery } from "../../../query";
import { WalletForm } from "../../settings/secrets/WalletForm";
import classes from "../Approve.module.css";

type Props = { review: ReviewView; onSaved: () => void };

export function MissingWallets({ review, onSaved }: Props): ReactNode {
  const { t } = useTranslation("approve");
  const settings = useQuery(settingsQuery);
  const { walletsMissing, totals } = review;
  if (walletsMissing.length === 0 || settings.data === undefined) return null;
  const { wallets } = settings.data.profile;
  return (
    <div className={classes.wallets} data-testid="approve-wallets">
      {totals
        .filter(({ currency }) => walletsMissing.includes(currency))
        .map(({ currency, count, sum }) => (
          <section key={currency} className={classes.wallet} data-testid={`approve-wallet-${currency}`}>
            <h2>{t("wallets.title", { currency })}</h2>
            <p>
              {t("wallets.text", { count, currency })} <Money value={sum} currency={currency} />
            </p>
            <WalletForm
              wallet={wallets.find((wallet) => wallet.currency === currency) ?? { currency }}
              isSet={false}
              onDone={onSaved}
            />
          </section>
        ))}
    </div>
  );
}
