/** The amount: a figure with a button to change it, or the fields to type it. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Figure } from "../../components/Figure";
import { Money } from "../../components/Money";
import classes from "../Card.module.css";
import type { Amount } from "./useAmount";
import type { InputProps } from "./useCardFields";

type Props = { amount: Amount; input: InputProps; disabled: boolean };

export function AmountInput({ amount, input, disabled }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const { text, setText, currency, setCurrency, plain } = amount;
  if (!amount.isChanging && plain !== null) {
    return (
      <div className={classes.amountHead}>
        <div>
          <p className={classes.caption}>{t("form.amount")}</p>
          <Figure size="deciding">
            <Money value={plain} currency={currency} decimals="grey" />
          </Figure>
        </div>
        <Button
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.75} />}
          onClick={amount.change}
          disabled={disabled}
          data-testid="card-change"
        >
          {t("form.change")}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.amountRow}>
      <TextInput
        {...input}
        className={classes.grow}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => {
          input.onBlur();
          void amount.group();
        }}
        inputMode="decimal"
        autoFocus
      />
      {setCurrency !== undefined && (
        <NativeSelect
          size="lg"
          className={classes.currency}
          label={t("form.walletCurrency")}
          value={currency}
          data={[...amount.currencies]}
          onChange={(event) =>
            setCurrency(amount.currencies.find((one) => one === event.currentTarget.value) ?? currency)
          }
          disabled={disabled}
          data-testid="card-currency"
        />
      )}
    </div>
  );
}
