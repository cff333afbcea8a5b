/** The form: one column, what is wrong said as one leaves a field, the amount on the button. */
import "@mantine/core/styles/Combobox.layer.css";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconCreditCard, IconLock, IconPencil } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../components/ErrorPanel";
import { FieldError } from "../components/FieldError";
import { Figure } from "../components/Figure";
import { Money } from "../components/Money";
import { asDeskError, type CardBrand, type CardStart, type CardStep, type ChargeInput, type Currency, type DeskError, ipc, type PayerView } from "../ipc";
import { CURRENCY_OF } from "../lib/countries";
import { formatWhen } from "../lib/dates";
import { formatMoney } from "../lib/money";
import classes from "./Card.module.css";
import { type Covered, CoveredInput } from "./CoveredInput";
import {
  brandOf,
  cardFault,
  cvvFault,
  DIGITS_MAX,
  digitsOf,
  emailFault,
  expiryFault,
  type Fault,
  type Field,
  groupCard,
  groupExpiry,
  nameFault,
  phoneFault,
  pinFault,
  plainAmount,
} from "./fields";
import { BlockedCharge } from "./BlockedCharge";
import { type CardFields, chargeMessage, wipe } from "./message";
import { type Unwritten, unwrittenOf } from "./NotKept";
import { PracticeCards } from "./PracticeCards";
import { sealed } from "./seal";

const CURRENCIES = [...new Set(Object.values(CURRENCY_OF))];
const FIELDS: readonly Field[] = ["amount", "card_number", "card_expiry", "card_cvv", "card_pin", "first_name", "last_name", "email", "phone"];
const isField = (name: string | undefined): name is Field => FIELDS.some((field) => field === name);
const NOBODY: PayerView = { firstName: "", lastName: "", email: "", phone: "" };

/** What was typed besides the card goes with the answer: another card needs it again. */
type Props = { start: CardStart; onStep: (step: CardStep, sent: ChargeInput) => void; onUnwritten: (unwritten: Unwritten) => void };

export function Form({ start, onStep, onUnwritten }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const form = useRef<HTMLFormElement>(null);
  const number = useRef<Covered>(null);
  const [faults, setFaults] = useState<Partial<Record<Field, Fault | null>>>({});
  const [brand, setBrand] = useState<CardBrand>("other");
  const [amount, setAmount] = useState(start.wish.amount ?? "");
  const [currency, setCurrency] = useState<Currency>(start.wish.currency ?? "NGN");
  const [isChanging, setChanging] = useState(start.wish.amount === null);
  const [isCharging, setCharging] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const underWay = useRef(false);
  const plain = plainAmount(amount, currency);

  const field = (name: Field): HTMLInputElement | null => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? null;
  const valueOf = (name: Field): string => (name === "card_number" ? number.current?.value : field(name)?.value) ?? "";
  const faultOf = (name: Field): Fault | null => {
    const text = valueOf(name);
    switch (name) {
      case "amount":
        return plain === null ? "amount" : null;
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
  };
  const note = (name: Field, fault: Fault | null): void =>
    setFaults((others) => ((others[name] ?? null) === fault ? others : { ...others, [name]: fault }));
  /** Nothing is wrong with a field that one only passed through. */
  const leave = (name: Field) => (): void => note(name, valueOf(name) === "" ? null : faultOf(name));
  const said = (name: Field): ReactNode => {
    const fault = faults[name] ?? null;
    return fault === null ? undefined : <FieldError>{t(`form.need.${fault}`)}</FieldError>;
  };
  const text = (name: Field, label: string) => ({
    name,
    label,
    onBlur: leave(name),
    onFocus: () => note(name, null),
    error: said(name),
    readOnly: isCharging,
    size: "lg" as const,
    autoComplete: "off",
    autoCorrect: "off",
    autoCapitalize: "off",
    spellCheck: false,
    "data-1p-ignore": true,
    "data-testid": `card-${name.replaceAll("_", "-")}`,
  });
  const cardFields = (): CardFields | null => {
    const [expiry, cvv, pin] = [field("card_expiry"), field("card_cvv"), field("card_pin")];
    return number.current === null || expiry === null || cvv === null || pin === null ? null : { number: number.current, expiry, cvv, pin };
  };

  const charge = async (beside: number | null): Promise<void> => {
    const card = cardFields();
    if (underWay.current || card === null || plain === null) return;
    underWay.current = true;
    setCharging(true);
    setError(null);
    const payer = { firstName: valueOf("first_name").trim(), lastName: valueOf("last_name").trim(), email: valueOf("email").trim(), phone: valueOf("phone").trim() };
    try {
      const input = { amount: plain, currency, payer, beside };
      const step = await ipc.chargeCard(await sealed(chargeMessage(card, input)));
      wipe(card);
      onStep(step, input);
    } catch (thrown) {
      const known = asDeskError(thrown);
      const unwritten = unwrittenOf(known, { amount: formatMoney(plain, currency), card: { brand, lastFour: digitsOf(card.number.value).slice(-4) } });
      if (unwritten !== null) {
        wipe(card);
        onUnwritten(unwritten);
        return;
      }
      const wrong = known.data["field"];
      if (known.code === "value_invalid" && isField(wrong)) {
        note(wrong, wrong);
        field(wrong)?.focus();
      } else setError(known);
      setCharging(false);
    } finally {
      underWay.current = false;
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = FIELDS.flatMap((name) => {
      const fault = faultOf(name);
      return fault === null ? [] : [[name, fault] as const];
    });
    setFaults(Object.fromEntries(wrong));
    const [first] = wrong;
    if (first === undefined) void charge(null);
    else if (first[0] === "amount") setChanging(true);
    else field(first[0])?.focus();
  };
  const payer = start.form.payer ?? NOBODY;

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate autoComplete="off">
      {start.host === "" ? null : <p className={classes.caption} data-testid="card-host">{t("form.through", { host: start.host })}</p>}
      {isChanging || plain === null ? (
        <div className={classes.amountRow}>
          <TextInput
            {...text("amount", t("form.amount"))}
            className={classes.grow}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            inputMode="decimal"
            autoFocus
          />
          <NativeSelect
            size="lg"
            className={classes.currency}
            label={t("form.currency")}
            value={currency}
            data={CURRENCIES}
            onChange={(event) => setCurrency(CURRENCIES.find((one) => one === event.currentTarget.value) ?? currency)}
            disabled={isCharging}
            data-testid="card-currency"
          />
        </div>
      ) : (
        <div className={classes.amountHead}>
          <div>
            <h1 className={classes.caption}>{t("form.titleOf", { profile: start.form.profileName })}</h1>
            <Figure size="deciding"><Money value={plain} currency={currency} decimals="grey" /></Figure>
          </div>
          <Button variant="default" leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setChanging(true)} disabled={isCharging} data-testid="card-change">
            {t("form.change")}
          </Button>
        </div>
      )}
      <CoveredInput
        {...text("card_number", t("form.number"))}
        ref={number}
        leftSection={<IconCreditCard size={18} stroke={1.75} />}
        rightSection={brand === "other" ? null : <span className={classes.brand} data-testid="card-brand">{t(`brand.${brand}`)}</span>}
        rightSectionWidth={brand === "other" ? 12 : 132}
        inputMode="numeric"
        lengthMax={DIGITS_MAX}
        keep={digitsOf}
        show={groupCard}
        drawn="digits"
        onTyped={(digits) => {
          setBrand(brandOf(digits));
          note("card_number", null);
        }}
        onTooLong={() => note("card_number", "card_number_long")}
      />
      <div className={classes.three}>
        <TextInput
          {...text("card_expiry", t("form.expiry"))}
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
        <TextInput {...text("card_cvv", t("form.cvv"))} type="password" inputMode="numeric" maxLength={4} />
        <TextInput {...text("card_pin", t("form.pin"))} type="password" inputMode="numeric" maxLength={12} placeholder={t("form.pinHint")} />
      </div>
      <hr className={classes.rule} />
      <div className={classes.two}>
        <TextInput {...text("first_name", t("form.firstName"))} defaultValue={payer.firstName} maxLength={80} />
        <TextInput {...text("last_name", t("form.lastName"))} defaultValue={payer.lastName} maxLength={80} />
      </div>
      <TextInput {...text("email", t("form.email"))} defaultValue={payer.email} inputMode="email" maxLength={120} />
      <TextInput {...text("phone", t("form.phone"))} defaultValue={payer.phone} inputMode="tel" maxLength={24} />
      <Problem error={error} amount={plain === null ? "" : formatMoney(plain, currency)} onBeside={(id) => void charge(id)} onClose={() => setError(null)} />
      <Button type="submit" size="lg" fullWidth loading={isCharging} className={classes.pay} data-testid="card-pay">
        {plain === null ? t("form.payNoAmount") : t("form.pay", { amount: formatMoney(plain, currency) })}
      </Button>
      <p className={classes.never} role={isCharging ? "status" : undefined}>
        <IconLock size={18} stroke={1.75} aria-hidden />
        {isCharging ? t("form.charging") : t("form.never")}
      </p>
      {start.practiceCards.length === 0 ? null : (
        <PracticeCards
          cards={start.practiceCards}
          onUse={(digits) => {
            const card = cardFields();
            if (card === null || isCharging) return;
            fill(card.number, digits);
            setBrand(brandOf(digits));
            fill(card.expiry, `12 / ${String((new Date().getFullYear() + 2) % 100).padStart(2, "0")}`);
            fill(card.cvv, "123");
            setFaults({});
          }}
        />
      )}
    </form>
  );
}

function fill(input: { value: string }, value: string): void {
  input.value = value;
}

type ProblemProps = { error: DeskError | null; amount: string; onBeside: (id: number) => void; onClose: () => void };

/** The same amount within a day asks first; everything else is said as it is. */
function Problem({ error, amount, onBeside, onClose }: ProblemProps): ReactNode {
  const { t } = useTranslation("topUp");
  if (error === null) return null;
  if (error.code === "sending_blocked") return <BlockedCharge error={error} />;
  const earlier = Number(error.data["funding"]);
  if (error.code !== "charged_already" || !Number.isInteger(earlier)) return <ErrorPanel error={error} onClose={onClose} />;
  return (
    <section className={classes.already} role="alert" data-testid="card-already">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t("form.already.title")}</h2>
        <p>{t("form.already.text", { amount, time: formatWhen(error.data["at"] ?? "") })}</p>
        <div className={classes.actions}>
          <Button size="xs" variant="default" onClick={() => void ipc.closeCard()} data-testid="card-not-again">{t("form.already.back")}</Button>
          <Button size="xs" variant="default" onClick={() => onBeside(earlier)} data-testid="card-beside">{t("form.already.again", { amount })}</Button>
        </div>
      </div>
    </section>
  );
}
