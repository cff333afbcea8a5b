/** The amount of the charge. A prefilled amount is shown as a figure until the user changes it. */
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
  /** The currencies of the wallets; all if the wallet's is unknown. */
  currencies: readonly Currency[];
  /** Undefined with one wallet: a charge names no currency, so that wallet's is used. */
  setCurrency: ((currency: Currency) => void) | undefined;
  /** Decimal digits; null while the text is not an amount. */
  plain: string | null;
  /** Like `plain`, but current right after a key press; never fails. */
  read: () => Promise<string | null>;
  /** Groups the amount's digits on blur, so that an extra digit is visible; like the card's number. */
  group: () => Promise<void>;
  isChanging: boolean;
  change: () => void;
};

export function useAmount({ prefill, form }: Pick<CardStart, "prefill" | "form">): Amount {
  const currencies = currenciesOf(form);
  // A prefilled amount in another currency is ignored.
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
    // Only if the desk parses the same amount.
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
