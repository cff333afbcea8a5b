/** The totals of a payroll, one line per currency. */
import { Money } from "../../components";
import type { Total } from "../../ipc";
import classes from "./Pay.module.css";

export function Sums({ totals }: { totals: Total[] }) {
  return totals.map(({ sum, currency }) => (
    <div key={currency} className={classes.sum}>
      <Money value={sum} currency={currency} sign="plain" />
    </div>
  ));
}
