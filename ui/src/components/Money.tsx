/** An amount: sign in grey and lighter, digits in tabular figures, decimals grey where no money is about to move. */
import type { Currency } from "../ipc";
import { moneyParts } from "../lib/currency/money";
import classes from "./Money.module.css";

type Props = {
  /** Decimal digits, as the desk gives them. */
  value: string;
  currency: Currency;
  /** `full` where money is about to move; `grey` elsewhere in large figures. */
  decimals?: "grey" | "full";
  /** The sign in grey for large figures, `plain` in lists, where the whole amount is one thing. */
  sign?: "grey" | "plain";
  /** Without the currency's sign, where the column's head names it. */
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
