/** The wallets for a single currency, each with its reference and its password. */
import { Button } from "@mantine/core";
import { IconCircleDashed, IconWallet } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Pill, type StateStyle, useToast } from "../../../components";
import { type Currency, ipc, type SettingsView, type WalletSettings } from "../../../ipc";
import { CURRENCY_CODES } from "../../../lib/currency/countries";
import classes from "../Settings.module.css";
import { cacheSettings, WalletForm } from "./WalletForm";

const ConfirmDialog = lazy(async () => ({
  default: (await import("../../../components/ConfirmDialog")).ConfirmDialog,
}));

const SET: StateStyle = { icon: IconWallet, tone: "paid" };
const NOT_SET: StateStyle = { icon: IconCircleDashed, tone: "plain", outlined: true };

export function Wallets({ settings }: { settings: SettingsView }): ReactNode {
  const { t } = useTranslation("settings");
  const [isAdding, setAdding] = useState(false);
  const { wallets, walletCurrency } = settings.profile;
  const taken: readonly (Currency | null)[] = [walletCurrency, ...wallets.map(({ currency }) => currency)];
  const free = CURRENCY_CODES.filter((code) => !taken.includes(code));
  const [first] = free;
  return (
    <div className={classes.row} data-testid="settings-wallets">
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle}>{t("wallets.title")}</h3>
          <p className={classes.rowBody}>{t("wallets.body")}</p>
        </div>
        {first !== undefined && (
          <Button size="xs" variant="default" onClick={() => setAdding(!isAdding)} data-testid="settings-wallet-add">
            {t(isAdding ? "secrets.cancel" : "wallets.add")}
          </Button>
        )}
      </div>
      {isAdding && first !== undefined && (
        <WalletForm wallet={{ currency: first }} currencies={free} isSet={false} onDone={() => setAdding(false)} />
      )}
      {wallets.map((wallet) => (
        <Wallet key={wallet.currency} wallet={wallet} isSet={settings.walletsSet.includes(wallet.currency)} />
      ))}
    </div>
  );
}

function Wallet({ wallet, isSet }: { wallet: WalletSettings; isSet: boolean }): ReactNode {
  const { t } = useTranslation("settings");
  const [isChanging, setChanging] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const toast = useToast();
  const { currency, reference } = wallet;
  return (
    <div className={classes.walletRow} data-testid={`settings-wallet-${currency}`}>
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <p className={classes.rowTitle}>{currency}</p>
          <p className={classes.rowBody}>{t("wallets.of", { reference })}</p>
        </div>
        <span className={classes.pill}>
          <Pill stateStyle={isSet ? SET : NOT_SET} word={t(isSet ? "wallets.set" : "wallets.notSet")} />
        </span>
        <Button
          size="xs"
          variant="default"
          onClick={() => setChanging(!isChanging)}
          data-testid={`settings-wallet-change-${currency}`}
        >
          {t(isChanging ? "secrets.cancel" : "wallets.change")}
        </Button>
        {!isChanging && (
          <Button
            size="xs"
            variant="subtle"
            data-danger
            onClick={() => setRemoving(true)}
            data-testid={`settings-wallet-remove-${currency}`}
          >
            {t("wallets.remove")}
          </Button>
        )}
      </div>
      {isChanging && <WalletForm wallet={wallet} isSet={isSet} onDone={() => setChanging(false)} />}
      {isRemoving && (
        <Suspense>
          <ConfirmDialog
            opened
            danger
            onClose={() => setRemoving(false)}
            title={t("wallets.removeTitle", { currency })}
            confirm={t("wallets.removeConfirm")}
            onConfirm={async () => {
              cacheSettings(await ipc.changeSettings({ kind: "remove_wallet", currency }));
              toast(t("wallets.removed", { currency }));
            }}
          >
            {t("wallets.removeBody", { currency })}
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
}
