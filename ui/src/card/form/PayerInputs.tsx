/** Who pays with the card. */
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Payer } from "../../ipc";
import classes from "../Card.module.css";
import type { Field } from "../fields";
import type { InputProps } from "./useCardFields";

const NOBODY: Payer = { firstName: "", lastName: "", email: "", phone: "" };

type Props = { payer: Payer | null; inputOf: (name: Field, label: string) => InputProps };

export function PayerInputs({ payer, inputOf }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const { firstName, lastName, email, phone } = payer ?? NOBODY;
  return (
    <>
      <div className={classes.two}>
        <TextInput {...inputOf("first_name", t("form.firstName"))} defaultValue={firstName} maxLength={80} />
        <TextInput {...inputOf("last_name", t("form.lastName"))} defaultValue={lastName} maxLength={80} />
      </div>
      <TextInput {...inputOf("email", t("form.email"))} defaultValue={email} inputMode="email" maxLength={120} />
      <TextInput
        {...inputOf("phone", t("form.phone"))}
        defaultValue={phone}
        placeholder={t("form.phonePlaceholder")}
        description={t("form.phoneHint")}
        inputWrapperOrder={["label", "input", "error", "description"]}
        inputMode="tel"
        maxLength={24}
      />
    </>
  );
}
