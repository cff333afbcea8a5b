/** Countries and currencies, from the list that Rust shares. */
import { COUNTRIES, type Country, CURRENCIES, type Currency } from "../../ipc";

/** By country, in display order. */
export const CURRENCY_OF = Object.fromEntries(COUNTRIES.map(({ code, currency }) => [code, currency])) as Readonly<
  Record<Country, Currency>
>;

export const COUNTRY_CODES: readonly Country[] = COUNTRIES.map(({ code }) => code);
export const CURRENCY_CODES: readonly Currency[] = CURRENCIES.map(({ code }) => code);

type CurrencyFacts = (typeof CURRENCIES)[number];

const FACTS = Object.fromEntries(CURRENCIES.map((facts) => [facts.code, facts])) as Readonly<
  Record<Currency, CurrencyFacts>
>;

/** The currency sign beside an amount: `₦`, `KSh`. */
export const signOf = (currency: Currency): string => FACTS[currency].sign;

/** Decimals of the minor unit: 0 or 2 (ISO 4217). */
export const decimalsOf = (currency: Currency): number => FACTS[currency].decimals;
