// An amount in words, as on a cheque. n2words has the numbers, the catalogue the names of the currencies. Only English
// so far: another language needs a module of its own.

import { toCardinal } from "n2words/en-GB";

export interface AmountWords {
  /** "Forty-five million, one hundred and twenty thousand, three hundred", capitalised. */
  readonly major: string;
  /** "fifty"; null without minor units. */
  readonly minor: string | null;
  /** For the catalogue's plural: 1 or more than one. */
  readonly majorCount: number;
  readonly minorCount: number;
}

const SCALE = /(thousand|million|billion|trillion|quadrillion) (?!and )/g;

function cardinal(digits: string): string {
  return toCardinal(BigInt(digits)).replaceAll(SCALE, "$1, ");
}

/** The catalogue only distinguishes one from several. */
function plural(digits: string): number {
  return BigInt(digits) === 1n ? 1 : 2;
}

/** Converts decimal digits such as `45120300.00` or `1200000` to words. */
export function amountWords(sum: string): AmountWords {
  const [whole = "0", fraction = ""] = sum.split(".");
  const words = cardinal(whole);
  const hasMinor = /[1-9]/.test(fraction);
  return {
    major: words.charAt(0).toUpperCase() + words.slice(1),
    minor: hasMinor ? cardinal(fraction) : null,
    majorCount: plural(whole),
    minorCount: hasMinor ? plural(fraction) : 0,
  };
}
