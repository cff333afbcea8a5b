/** The card: number, expiry date, security code and PIN. */
import { TextInput } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { CardBrand } from "../ipc";
import classes from "./Card.module.css";
import { type Covered, CoveredInput } from "./CoveredInput";
import { DIGITS_MAX, digitsOf, type Field, groupCard, groupExpiry } from "./fields";
import type { InputProps } from "./useCardFields";

type Props = {
  number: RefObject<Covered | null>;
  brand: CardBrand;
  inputOf: (name: Field, label: string) => InputProps;
  onNumber: (digits: string) => void;
  onTooLong: () => void;
};

export function CardInputs({ number, brand, inputOf, onNumber, onTooLong }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <>
      <CoveredInput
        {...inputOf("card_number", t("form.number"))}
        ref={number}
        leftSection={<IconCreditCard size={18} stroke={1.75} />}
        rightSection={brand === "other" ? null : <span className={classes.brand} data-testid="card-brand">{t(`brand.${brand}`)}</span>}
        rightSectionWidth={brand === "other" ? 12 : 132}
        inputMode="numeric"
        lengthMax={DIGITS_MAX}
        keep={digitsOf}
        show={groupCard}
        drawn="digits"
        onTyped={onNumber}
        onTooLong={onTooLong}
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
            input.value = groupExpiry(input.value, input.dataset["before"] ?? "");
            input.dataset["before"] = input.value;
          }}
        />
        <TextInput {...inputOf("card_cvv", t("form.cvv"))} type="password" inputMode="numeric" maxLength={4} />
        <TextInput {...inputOf("card_pin", t("form.pin"))} type="password" inputMode="numeric" maxLength={12} placeholder={t("form.pinHint")} />
      </div>
    </>
  );
}
