/** What each country pays in. */
import type { Country, Currency } from "../ipc";

export const CURRENCY_OF = {
  NG: "NGN",
  KE: "KES",
  GH: "GHS",
  TZ: "TZS",
  UG: "UGX",
  ZA: "ZAR",
  RW: "RWF",
  SL: "SLL",
  CM: "XAF",
  SN: "XOF",
  BN: "XOF",
  CD: "XOF",
} as const satisfies Record<Country, Currency>;

export const COUNTRIES = Object.keys(CURRENCY_OF) as Country[];
