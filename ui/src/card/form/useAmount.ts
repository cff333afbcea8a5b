/** The amount of the charge. Where it was asked for, it stands as a figure until it is to be changed. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CardStart, Currency } from "../../ipc";
import { CURRENCY_CODES } from "../../lib/currency/countries";
import { formatAmount } from "../../lib/currency/money";
import { amountQuery, queryClient } from "../../query";

export type Amount = {
  /** As typed. */
  text: string;
  setText: (text: string) => void;
  currency: Currency;
  /** The currencies of the wallets; all where the wallet's is not known. */
  currencies: readonly Currency[];
  /** Undefined where there is one wallet: a charge names no currency, and counts in that one's. */
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
  const currencies = currenciesOf(form);
  // What is missing in another currency is no amount of these wallets.
  const isOfWallet = prefill.currency !== null && currencies.includes(prefill.currency);
  const amount = isOfWallet ? prefill.amount : null;
  const [text, setText] = useState(amount ?? "");
  const [currency, setCurrency] = useState<Currency>((isOfWallet ? prefill.currency : form.currency) ?? "NGN");
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
    currencies,
    setCurrency: currencies.length > 1 ? setCurrency : undefined,
    plain: data,
    read: () => readIn(text),
    group,
    isChanging,
    change: () => setChanging(true),
  };
}

function currenciesOf({ currency, wallets }: CardStart["form"]): readonly Currency[] {
  return currency === null ? CURRENCY_CODES : [currency, ...wallets.filter((other) => other !== currency)];
}
