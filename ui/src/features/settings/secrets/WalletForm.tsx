/** A currency's wallet: its reference, and its password, which is sent to the desk once and wiped here. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, FieldError, RevealInput } from "../../../components";
import { asDeskError, type Currency, type DeskError, ipc, type SettingsView, type WalletSettings } from "../../../ipc";
import { keys, queryClient } from "../../../query";
import classes from "../Settings.module.css";

/** The providers' usual reference for the main wallet of a currency. */
const MAIN_REFERENCE = "0";

type Props = {
  /** The current wallet; only its currency if there is none yet. */
  wallet: { currency: Currency; reference?: string };
  /** Currencies to choose from; absent if the wallet's is fixed. */
  currencies?: readonly Currency[];
  /** A stored password is kept if none is typed. */
  isSet: boolean;
  onDone: () => void;
};

export function WalletForm({ wallet, currencies, isSet, onDone }: Props): ReactNode {
  const { t } = useTranslation("settings");
  const [currency, setCurrency] = useState(wallet.currency);
  const [reference, setReference] = useState(wallet.reference ?? MAIN_REFERENCE);
  // Another wallet has another password.
  const mayStay = isSet && reference.trim() === wallet.reference;
  const { password, save, missing, setMissing, error, busy } = useWallet(mayStay, onDone);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save({ currency, reference: reference.trim() });
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off" data-testid="wallet-form">
      <div className={classes.wallet}>
        {currencies !== undefined && (
          <NativeSelect
            label={t("wallets.currency")}
            value={currency}
            data={[...currencies]}
            onChange={(event) => setCurrency(currencies.find((one) => one === event.currentTarget.value) ?? currency)}
            data-testid="wallet-currency"
          />
        )}
        <TextInput
          label={t("wallets.reference")}
          value={reference}
          error={missing === "reference" ? <FieldError>{t("wallets.needReference")}</FieldError> : undefined}
          onChange={(event) => {
            setReference(event.currentTarget.value);
            setMissing(null);
          }}
          data-testid="wallet-reference"
        />
        <RevealInput
          ref={password}
          label={mayStay ? t("wallets.newPassword", { currency }) : t("wallets.password", { currency })}
          {...(mayStay ? { placeholder: t("wallets.unchanged") } : {})}
          autoFocus
          error={missing === "password" ? <FieldError>{t("secrets.need")}</FieldError> : undefined}
          onChange={() => setMissing(null)}
          testid="wallet-password"
        />
        <Button type="submit" loading={busy} data-testid="wallet-save">
          {t("wallets.save")}
        </Button>
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} />
        </div>
      )}
    </form>
  );
}

type Missing = "reference" | "password" | null;

function useWallet(mayStay: boolean, onDone: () => void) {
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState<Missing>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const save = async (wallet: WalletSettings): Promise<void> => {
    const input = password.current;
    if (input === null || busy) return;
    const lacks = wallet.reference === "" ? "reference" : input.value === "" && !mayStay ? "password" : null;
    setMissing(lacks);
    if (lacks !== null) return;
    setBusy(true);
    setError(null);
    const saving = ipc.saveWallet(wallet, input.value === "" ? null : input.value);
    input.value = "";
    try {
      cacheSettings(await saving);
      onDone();
    } catch (thrown) {
      setError(asDeskError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { password, save, missing, setMissing, error, busy };
}

/** Caches the settings that the desk returned. */
export function cacheSettings(settings: SettingsView): void {
  queryClient.setQueryData(keys.settings, settings);
  void queryClient.invalidateQueries({ queryKey: keys.session });
}
