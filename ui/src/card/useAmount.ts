/** The amount of the charge. Where it was asked for, it stands as a figure until it is to be changed. */
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
  /** Undefined where the wallet's currency is known: a charge names none, and counts in that one. */
  setCurrency: ((currency: Currency) => void) | undefined;
  /** Decimal digits; null while the text is no amount. */
  plain: string | null;
  /** As `plain`, also right after a key was pressed; never fails. */
  read: () => Promise<string | null>;
  /** Writes the amount with its separators: a digit too many is seen. Once it was left, as with the card's number. */
  group: () => Promise<void>;
  isChanging: boolean;
  change: () => void;
};

export function useAmount({ prefill, form }: Pick<CardStart, "prefill" | "form">): Amount {
  const wallet = form.currency;
  // What is missing in another currency is no amount of this wallet.
  const amount = wallet === null || prefill.currency === wallet ? prefill.amount : null;
  const [text, setText] = useState(amount ?? "");
  const [chosen, setCurrency] = useState<Currency>(prefill.currency ?? "NGN");
  const currency = wallet ?? chosen;
  const [isChanging, setChanging] = useState(amount === null);
  const isPrefilled = text === amount && currency === prefill.currency;
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
    setCurrency: wallet === null ? setCurrency : undefined,
    plain: data,
    read: () => readIn(text),
    group,
    isChanging,
    change: () => setChanging(true),
  };
}
