/** The amount of the charge and its currency. Where it was asked for, it stands as a figure until it is to be changed. */
import { useState } from "react";
import type { CardStart, Currency } from "../ipc";
import { plainAmount } from "./fields";

export type Amount = {
  /** As typed. */
  text: string;
  setText: (text: string) => void;
  currency: Currency;
  setCurrency: (currency: Currency) => void;
  /** Plain decimals; null while the text is no amount. */
  plain: string | null;
  isChanging: boolean;
  change: () => void;
};

export function useAmount({ amount, currency: wanted }: CardStart["prefill"]): Amount {
  const [text, setText] = useState(amount ?? "");
  const [currency, setCurrency] = useState<Currency>(wanted ?? "NGN");
  const [isChanging, setChanging] = useState(amount === null);
  return {
    text,
    setText,
    currency,
    setCurrency,
    plain: plainAmount(text, currency),
    isChanging,
    change: () => setChanging(true),
  };
}
