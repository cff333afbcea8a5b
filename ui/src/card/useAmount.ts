/** The amount of the charge and its currency. Where it was asked for, it stands as a figure until it is to be changed. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CardStart, Currency } from "../ipc";
import { formatAmount } from "../lib/money";
import { amountQuery, queryClient } from "../query";

export type Amount = {
  /** As typed. */
  text: string;
  setText: (text: string) => void;
  currency: Currency;
  setCurrency: (currency: Currency) => void;
  /** Decimal digits; null while the text is no amount. */
  plain: string | null;
  /** As `plain`, also right after a key was pressed; never fails. */
  read: () => Promise<string | null>;
  /** Writes the amount with its separators: a digit too many is seen. Once it was left, as with the card's number. */
  group: () => Promise<void>;
  isChanging: boolean;
  change: () => void;
};

export function useAmount({ amount, currency: wanted }: CardStart["prefill"]): Amount {
  const [text, setText] = useState(amount ?? "");
  const [currency, setCurrency] = useState<Currency>(wanted ?? "NGN");
  const [isChanging, setChanging] = useState(amount === null);
  const isPrefilled = text === amount && currency === wanted;
  const { data = isPrefilled ? amount : null } = useQuery(amountQuery(text, currency));
  const readIn = (typed: string): Promise<string | null> =>
    queryClient.fetchQuery(amountQuery(typed, currency)).catch(() => null);
  const group = async (): Promise<void> => {
    const read = await readIn(text);
    const grouped = read === null ? text : formatAmount(read, currency);
    // Only where it stays the same amount to the desk.
    if (grouped === text || (await readIn(grouped)) !== read) return;
    setText((now) => (now === text ? grouped : now));
  };
  return {
    text,
    setText,
    currency,
    setCurrency,
    plain: data,
    read: () => readIn(text),
    group,
    isChanging,
    change: () => setChanging(true),
  };
}
