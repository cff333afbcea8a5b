/** An account number in groups. The gaps are margins, so copying it yields only the digits. */
import { accountGroups } from "../lib/banks/account";
import classes from "./Account.module.css";

export function Account({ number, className }: { number: string; className?: string }) {
  return (
    <span className={[classes.account, className].filter(Boolean).join(" ")}>
      {accountGroups(number).map((group, at) => (
        // The groups of one number never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at} className={classes.group}>
          {group}
        </span>
      ))}
    </span>
  );
}
