/** An amount: sign in lighter grey, tabular digits, decimals grey unless money is about to be sent. */
import type { Currency } from "../ipc";
import { moneyParts } from "../lib/currency/money";
import classes from "./Money.module.css";

type Props = {
  /** Decimal digits, as the desk returns them. */
  value: string;
  currency: Currency;
  /** `full` where money is about to be sent; `grey` for other large figures. */
  decimals?: "grey" | "full";
  /** A grey sign for large figures, `plain` in lists. */
  sign?: "grey" | "plain";
  /** No currency sign, if the column's header contains it. */
  bare?: boolean;
  className?: string;
};

export function Money({ value, currency, decimals = "full", sign = "grey", bare = false, className }: Props) {
  const parts = moneyParts(value, currency);
  return (
    <span className={[classes.money, className].filter(Boolean).join(" ")} data-value={value}>
      {parts.negative && "−"}
      {!bare && (
        <span className={sign === "grey" ? classes.sign : undefined} data-gap={parts.gap || undefined}>
          {parts.sign}
        </span>
      )}
      {parts.whole}
      {parts.decimals !== "" && (
        <span className={decimals === "grey" ? classes.grey : undefined}>{parts.decimals}</span>
      )}
    </span>
  );
}
