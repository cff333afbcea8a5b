/** The form: one column, errors shown on blur, the amount on the button. */
import "@mantine/core/styles/Combobox.layer.css";
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, type Ref, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CardBrand, CardStart, CardStep, ChargeInput } from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import classes from "../Card.module.css";
import { brandOf, type Field, groupCard } from "../fields";
import type { CardFields } from "../message";
import type { UnrecordedCharge } from "../outcome/UnrecordedOutcome";
import { AmountInput } from "./AmountInput";
import { CardInputs } from "./CardInputs";
import { ChargeProblem } from "./ChargeProblem";
import { PayerInputs } from "./PayerInputs";
import { PracticeCards } from "./PracticeCards";
import { useAmount } from "./useAmount";
import { useCardFields } from "./useCardFields";
import { useCharge } from "./useCharge";

/** The payer and the amount are returned with the answer: the form for another card needs them. */
type Props = {
  start: CardStart;
  onStep: (step: CardStep, sent: ChargeInput) => void;
  onUnrecorded: (unrecorded: UnrecordedCharge) => void;
};

export function Form({ start, onStep, onUnrecorded }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const [brand, setBrand] = useState<CardBrand>("other");
  /** The amount of the last charge, formatted. */
  const [asked, setAsked] = useState("");
  const pay = useRef<HTMLButtonElement>(null);
  const amount = useAmount(start);
  const fields = useCardFields(amount.read);
  const { isCharging, error, clearError, charge } = useCharge({
    fields,
    currency: amount.currency,
    brand,
    onStep,
    onUnrecorded,
  });
  const { form, setFault } = fields;
  const { plain, currency } = amount;
  const shown = plain === null ? "" : formatMoney(plain, currency);
  const inputOf = (name: Field, label: string) => ({ ...fields.inputOf(name, label), readOnly: isCharging });

  // The two choices replace the button: a second charge always takes two presses. Another amount resets the question.
  const asksAgain = error?.code === "charged_already" && asked === shown;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (asksAgain) return;
    const read = await amount.read();
    const wrong = fields.check(read);
    if (wrong === undefined && read !== null) {
      setAsked(formatMoney(read, currency));
      await charge(read, null);
    } else if (wrong === "amount") amount.change();
    else if (wrong !== undefined) fields.focus(wrong);
  };
  const takePracticeCard = (digits: string): void => {
    const card = fields.card();
    if (card === null || isCharging) return;
    fillPractice(card, digits);
    setBrand(brandOf(digits));
    fields.clearFaults();
    // The form may be scrolled out of view.
    pay.current?.focus();
  };

  return (
    <form ref={form} className={classes.form} onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
      <Head profile={start.form.profileName} host={start.host} />
      <AmountInput
        amount={amount}
        input={inputOf("amount", t("form.amountIn", { currency: amount.currency }))}
        disabled={isCharging}
      />
      <FeeAhead percent={start.form.lastFeePercent} />
      <CardInputs
        brand={brand}
        inputOf={inputOf}
        onNumber={(digits) => {
          setBrand(brandOf(digits));
          setFault("card_number", null);
        }}
        setFault={setFault}
      />
      <hr className={classes.rule} />
      <PayerInputs payer={start.form.payer} inputOf={inputOf} />
      <ChargeProblem
        error={error?.code === "charged_already" && !asksAgain ? null : error}
        amount={shown}
        onChargeAgain={(id) => void (plain === null ? undefined : charge(plain, id))}
        onClose={clearError}
      />
      {asksAgain ? null : <PayButton ref={pay} amount={shown} isCharging={isCharging} />}
      <StorageNotice isCharging={isCharging} />
      {start.practiceCards.length === 0 ? null : <PracticeCards cards={start.practiceCards} onUse={takePracticeCard} />}
    </form>
  );
}

type PayProps = { ref: Ref<HTMLButtonElement>; amount: string; isCharging: boolean };

function PayButton({ ref, amount, isCharging }: PayProps): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <Button
      ref={ref}
      type="submit"
      size="lg"
      fullWidth
      loading={isCharging}
      className={classes.pay}
      data-testid="card-pay"
    >
      {amount === "" ? t("form.payNoAmount") : t("form.pay", { amount })}
    </Button>
  );
}

/** The balance that is topped up, and the provider; practice has no host. */
function Head({ profile, host }: { profile: string; host: string }): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <header>
      <h1 data-testid="card-title">{t("form.titleOf", { profile })}</h1>
      {host === "" ? null : (
        <p className={classes.caption} data-testid="card-host">
          {t("form.through", { host })}
        </p>
      )}
    </header>
  );
}

/** The provider names the fee only after the charge. */
function FeeAhead({ percent }: { percent: string | null }): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <p className={classes.quiet} data-testid="card-fee-ahead">
      {percent === null ? t("form.feeAhead") : t("form.feeAheadLast", { percent })}
    </p>
  );
}

function StorageNotice({ isCharging }: { isCharging: boolean }): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <p className={classes.never} role={isCharging ? "status" : undefined}>
      <IconLock size={18} stroke={1.75} aria-hidden />
      {isCharging ? t("form.charging") : t("form.never")}
    </p>
  );
}

/** A practice card with a future expiry date. */
function fillPractice(card: CardFields, digits: string): void {
  card.number.value = groupCard(digits);
  card.expiry.value = `12 / ${String((new Date().getFullYear() + 2) % 100).padStart(2, "0")}`;
  card.cvv.value = "123";
}
