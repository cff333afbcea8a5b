/** The provider's fee per payment, by currency: an estimate if it reports no fee. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldError, Money } from "../../../components";
import type { Currency, DeskError, PayoutFee, SettingsView } from "../../../ipc";
import { CURRENCY_CODES } from "../../../lib/currency/countries";
import type { SavedProfile } from "../fields/useProfile";
import classes from "../Settings.module.css";

type Props = { settings: SettingsView; profile: SavedProfile };

export function PayoutFees({ settings, profile: { change } }: Props): ReactNode {
  const { t } = useTranslation("settings");
  const [isAdding, setAdding] = useState(false);
  const { payoutFees, walletCurrency } = settings.profile;
  const free = CURRENCY_CODES.filter((code) => !payoutFees.some(({ currency }) => currency === code));
  const first = free.find((code) => code === walletCurrency) ?? free[0];
  return (
    <div className={classes.card}>
      <div className={classes.row} data-testid="settings-payout-fees">
        <div className={classes.rowHead}>
          <div className={classes.rowText}>
            <h3 className={classes.rowTitle}>{t("payoutFees.title")}</h3>
            <p className={classes.rowBody}>{t("payoutFees.body")}</p>
          </div>
          {first !== undefined && (
            <Button size="xs" variant="default" onClick={() => setAdding(!isAdding)} data-testid="payout-fee-add">
              {t(isAdding ? "secrets.cancel" : "payoutFees.add")}
            </Button>
          )}
        </div>
        {isAdding && first !== undefined && (
          <AddFee
            first={first}
            free={free}
            onAdd={async (fee) => {
              const refused = await change((profile) => ({ payoutFees: [...profile.payoutFees, fee] }));
              if (refused === null) setAdding(false);
              return refused;
            }}
          />
        )}
        {payoutFees.map((fee) => (
          <div key={fee.currency} className={classes.extraField} data-testid={`payout-fee-${fee.currency}`}>
            <span className={classes.grow}>
              <Money value={fee.amount} currency={fee.currency} />
            </span>
            <Button
              size="xs"
              variant="subtle"
              data-danger
              leftSection={<IconTrash size={14} stroke={1.75} />}
              onClick={() =>
                void change((profile) => ({
                  payoutFees: profile.payoutFees.filter(({ currency }) => currency !== fee.currency),
                }))
              }
              aria-label={t("payoutFees.removeOf", { currency: fee.currency })}
              data-testid={`payout-fee-remove-${fee.currency}`}
            >
              {t("payoutFees.remove")}
            </Button>
          </div>
        ))}
      </div>
    </div>
  );
}

type Adding = { first: Currency; free: Currency[]; onAdd: (fee: PayoutFee) => Promise<DeskError | null> };

function AddFee({ first, free, onAdd }: Adding): ReactNode {
  const { t } = useTranslation("settings");
  const [fee, setFee] = useState<PayoutFee>({ currency: first, amount: "" });
  const [isRefused, setRefused] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const refused = await onAdd({ ...fee, amount: fee.amount.trim() });
    setRefused(refused?.code === "value_invalid");
  };
  return (
    <form className={classes.wallet} onSubmit={(event) => void submit(event)} noValidate>
      <NativeSelect
        label={t("payoutFees.currency")}
        value={fee.currency}
        data={free}
        onChange={(event) =>
          setFee({ ...fee, currency: free.find((code) => code === event.currentTarget.value) ?? first })
        }
        data-testid="payout-fee-currency"
      />
      <TextInput
        label={t("payoutFees.amount")}
        placeholder="10.00"
        inputMode="decimal"
        value={fee.amount}
        error={isRefused ? <FieldError>{t("payoutFees.need")}</FieldError> : undefined}
        onChange={(event) => {
          setRefused(false);
          setFee({ ...fee, amount: event.currentTarget.value });
        }}
        data-testid="payout-fee-amount"
      />
      <Button type="submit" data-testid="payout-fee-save">
        {t("payoutFees.save")}
      </Button>
    </form>
  );
}
