/** The card: number, expiry date, security code and PIN. */
import { TextInput } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import { type FocusEvent, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CardBrand } from "../../ipc";
import classes from "../Card.module.css";
import {
  CVV_DIGITS_MAX,
  DIGITS_MAX,
  digitsOf,
  type Fault,
  type Field,
  groupCard,
  groupExpiry,
  PIN_DIGITS_MAX,
} from "../fields";
import { SecretInput } from "../SecretInput";
import type { InputProps } from "./useCardFields";

const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "error", "description"];

type Props = {
  brand: CardBrand;
  inputOf: (name: Field, label: string) => InputProps;
  onNumber: (digits: string) => void;
  setFault: (name: Field, fault: Fault) => void;
};

export function CardInputs({ brand, inputOf, onNumber, setFault }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const number = inputOf("card_number", t("form.number"));
  const expiryLength = useRef(0);
  /** Grouped on blur: grouping while typing would break undo and move the caret. */
  const leaveNumber = ({ currentTarget: input }: FocusEvent<HTMLInputElement>): void => {
    input.value = groupCard(input.value);
    number.onBlur();
  };
  return (
    <>
      <SecretInput
        {...number}
        leftSection={<IconCreditCard size={18} stroke={1.75} />}
        rightSection={
          brand === "other" ? null : (
            <span className={classes.brand} data-testid="card-brand">
              {t(`brand.${brand}`)}
            </span>
          )
        }
        rightSectionWidth={brand === "other" ? 12 : 132}
        classNames={{ input: classes.digits }}
        inputMode="numeric"
        filterText={digitsOf}
        lengthMax={DIGITS_MAX}
        onBlur={leaveNumber}
        onInput={(event) => onNumber(digitsOf(event.currentTarget.value))}
        onTooLong={() => setFault("card_number", "card_number_long")}
      />
      <div className={classes.three}>
        <TextInput
          {...inputOf("card_expiry", t("form.expiry"))}
          placeholder={t("form.expiryHint")}
          inputMode="numeric"
          maxLength={7}
          classNames={{ input: classes.digits }}
          onInput={(event) => {
            const input = event.currentTarget;
            input.value = groupExpiry(input.value, expiryLength.current);
            expiryLength.current = input.value.length;
          }}
        />
        <SecretInput
          {...inputOf("card_cvv", t("form.cvv"))}
          description={t(brand === "american_express" ? "form.cvvHintAmex" : "form.cvvHint")}
          inputWrapperOrder={ORDER}
          type="password"
          inputMode="numeric"
          filterText={digitsOf}
          lengthMax={CVV_DIGITS_MAX}
          onTooLong={() => setFault("card_cvv", "card_cvv")}
        />
        <SecretInput
          {...inputOf("card_pin", t("form.pin"))}
          type="password"
          inputMode="numeric"
          description={t("form.pinHint")}
          inputWrapperOrder={ORDER}
          filterText={digitsOf}
          lengthMax={PIN_DIGITS_MAX}
          onTooLong={() => setFault("card_pin", "card_pin")}
        />
      </div>
    </>
  );
}
