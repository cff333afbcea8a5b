/** Charges the card: one charge at a time, and the card's fields are wiped after sending. */
import { useRef, useState } from "react";
import {
  asDeskError,
  type CardBrand,
  type CardStep,
  type ChargeInput,
  type Currency,
  type DeskError,
  ipc,
} from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import { digitsOf } from "../fields";
import { chargeMessage, wipe } from "../message";
import { type UnrecordedCharge, unrecordedChargeOf } from "../outcome/UnrecordedOutcome";
import { sealed } from "../seal";
import { type Fields, isField } from "./useCardFields";

type Input = {
  fields: Fields;
  currency: Currency;
  brand: CardBrand;
  onStep: (step: CardStep, sent: ChargeInput) => void;
  onUnrecorded: (unrecorded: UnrecordedCharge) => void;
};

export type Charge = {
  isCharging: boolean;
  error: DeskError | null;
  clearError: () => void;
  /** `plain`: the amount as decimal digits. `earlier`: a confirmed earlier charge of the same amount. */
  charge: (plain: string, earlier: number | null) => Promise<void>;
};

export function useCharge({ fields, currency, brand, onStep, onUnrecorded }: Input): Charge {
  const [isCharging, setCharging] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const inFlight = useRef(false);
  const { valueOf } = fields;

  const charge = async (plain: string, earlier: number | null): Promise<void> => {
    const card = fields.card();
    if (inFlight.current || card === null) return;
    inFlight.current = true;
    setCharging(true);
    setError(null);
    const payer = {
      firstName: valueOf("first_name").trim(),
      lastName: valueOf("last_name").trim(),
      email: valueOf("email").trim(),
      phone: valueOf("phone").trim(),
    };
    try {
      const input = { amount: plain, currency, payer, beside: earlier };
      const step = await ipc.chargeCard(await sealed(chargeMessage(card, input)));
      wipe(card);
      onStep(step, input);
    } catch (thrown) {
      const known = asDeskError(thrown);
      const unrecorded = unrecordedChargeOf(known, {
        amount: formatMoney(plain, currency),
        card: { brand, lastFour: digitsOf(card.number.value).slice(-4) },
      });
      if (unrecorded !== null) {
        wipe(card);
        onUnrecorded(unrecorded);
        return;
      }
      const wrong = known.code === "value_invalid" ? known.data.field : undefined;
      if (isField(wrong)) {
        fields.setFault(wrong, wrong);
        fields.focus(wrong);
      } else setError(known);
      setCharging(false);
    } finally {
      inFlight.current = false;
    }
  };
  return { isCharging, error, clearError: () => setError(null), charge };
}
