/** The fields of the form. They are uncontrolled and read when needed; only their errors are state. */
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldError } from "../../components/FieldError";
import {
  cardFault,
  cvvFault,
  emailFault,
  expiryFault,
  type Fault,
  type Field,
  nameFault,
  phoneFault,
  pinFault,
} from "../fields";
import type { CardFields } from "../message";

const FIELDS: readonly Field[] = [
  "amount",
  "card_number",
  "card_expiry",
  "card_cvv",
  "card_pin",
  "first_name",
  "last_name",
  "email",
  "phone",
];
export const isField = (name: string | undefined): name is Field => FIELDS.some((field) => field === name);

/** Props of every field of the form. */
export type InputProps = {
  name: Field;
  label: string;
  onBlur: () => void;
  onFocus: () => void;
  error: ReactNode;
  size: "lg";
  autoComplete: string;
  autoCorrect: string;
  autoCapitalize: string;
  spellCheck: boolean;
  "data-1p-ignore": boolean;
  "data-testid": string;
};

export type Fields = {
  form: RefObject<HTMLFormElement | null>;
  valueOf: (name: Field) => string;
  focus: (name: Field) => void;
  setFault: (name: Field, fault: Fault | null) => void;
  clearFaults: () => void;
  /** Marks all errors; returns the first field with one. */
  check: (amount: string | null) => Field | undefined;
  /** The fields of the card; null before they are rendered. */
  card: () => CardFields | null;
  inputOf: (name: Field, label: string) => InputProps;
};

/** `readAmount` returns the amount, or null. */
export function useCardFields(readAmount: () => Promise<string | null>): Fields {
  const { t } = useTranslation("topUp");
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Partial<Record<Field, Fault | null>>>({});

  const field = (name: Field): HTMLInputElement | null =>
    form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? null;
  const valueOf = (name: Field): string => field(name)?.value ?? "";
  const faultOf = (name: Field, amount: string | null): Fault | null => {
    if (name === "amount") return amount === null ? "amount" : null;
    return faultIn(name, valueOf(name));
  };
  const setFault = (name: Field, fault: Fault | null): void =>
    setFaults((others) => ((others[name] ?? null) === fault ? others : { ...others, [name]: fault }));
  /** An empty field that was only passed through has no error. */
  const leave = async (name: Field): Promise<void> =>
    setFault(name, valueOf(name) === "" ? null : faultOf(name, name === "amount" ? await readAmount() : null));
  const errorOf = (name: Field): ReactNode => {
    const fault = faults[name] ?? null;
    return fault === null ? undefined : <FieldError>{t(`form.need.${fault}`)}</FieldError>;
  };
  const check = (amount: string | null): Field | undefined => {
    const wrong = FIELDS.flatMap((name) => {
      const fault = faultOf(name, amount);
      return fault === null ? [] : [[name, fault] as const];
    });
    setFaults(Object.fromEntries(wrong));
    return wrong[0]?.[0];
  };
  const card = (): CardFields | null => {
    const [number, expiry, cvv, pin] = [
      field("card_number"),
      field("card_expiry"),
      field("card_cvv"),
      field("card_pin"),
    ];
    return number === null || expiry === null || cvv === null || pin === null ? null : { number, expiry, cvv, pin };
  };
  const inputOf = (name: Field, label: string): InputProps => ({
    name,
    label,
    onBlur: () => void leave(name),
    onFocus: () => setFault(name, null),
    error: errorOf(name),
    size: "lg",
    autoComplete: "off",
    autoCorrect: "off",
    autoCapitalize: "off",
    spellCheck: false,
    "data-1p-ignore": true,
    "data-testid": `card-${name.replaceAll("_", "-")}`,
  });
  return {
    form,
    valueOf,
    focus: (name) => field(name)?.focus(),
    setFault,
    clearFaults: () => setFaults({}),
    check,
    card,
    inputOf,
  };
}

function faultIn(name: Exclude<Field, "amount">, text: string): Fault | null {
  switch (name) {
    case "card_number":
      return cardFault(text);
    case "card_expiry":
      return expiryFault(text);
    case "card_cvv":
      return cvvFault(text);
    case "card_pin":
      return pinFault(text);
    case "first_name":
    case "last_name":
      return nameFault(name, text);
    case "email":
      return emailFault(text);
    case "phone":
      return phoneFault(text);
  }
}
