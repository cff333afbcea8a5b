// The bookings, their accounts, and the number of people without a booking.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Money, TextButton } from "../../components";
import type { JournalCurrency, JournalOptions, JournalView, PayoutStatus } from "../../ipc";
import { formatCount } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import classes from "./Journal.module.css";

/** These are final; all others may still be paid. */
const ENDED: ReadonlySet<PayoutStatus> = new Set<PayoutStatus>(["Failed", "NotAccepted", "Withdrawn"]);

type Props = { view: JournalView; options: JournalOptions; own: JournalCurrency };

export function Summary({ view, options, own }: Props): ReactNode {
  const { t } = useTranslation(["journal", "states"]);
  const { go } = useNavigation();
  const { paid, reversed, fees } = own;
  const used = view.presets.find(({ preset }) => preset === options.preset)?.used;
  const lines = options.detail === "person" ? own.linesByPerson : own.linesByAccount;
  const returned = used?.returned === "" ? used.payable : used?.returned;
  return (
    <section className={classes.summary} aria-label={t("summary.title")} data-testid="journal-summary">
      <dl className={classes.facts}>
        <dt>{t("summary.paid", { count: paid.count })}</dt>
        <dd>
          <Money value={paid.sum} currency={paid.currency} />
          <Accounts debit={used?.payable} credit={used?.bank} />
        </dd>
        {reversed.count === 0 ? null : (
          <>
            <dt>{t("summary.reversed", { count: reversed.count })}</dt>
            <dd>
              <Money value={reversed.sum} currency={reversed.currency} />
              <Accounts debit={used?.bank} credit={returned} />
            </dd>
          </>
        )}
        {fees.count === 0 ? null : (
          <>
            <dt>{t("summary.fees", { count: fees.count })}</dt>
            <dd data-testid="journal-fees">
              <Money value={fees.sum} currency={fees.currency} />
              <Accounts debit={used?.fees} credit={used?.bank} />
            </dd>
          </>
        )}
        <dt>{t("summary.lines")}</dt>
        <dd>{formatCount(lines)}</dd>
      </dl>
      <LeftOut own={own} />
      <TextButton
        size="small"
        onClick={() => go({ name: "settings", section: "journal" })}
        data-testid="journal-accounts"
      >
        {t("summary.accounts")}
      </TextButton>
    </section>
  );
}

function Accounts({ debit = "", credit = "" }: { debit?: string | undefined; credit?: string | undefined }): ReactNode {
  const { t } = useTranslation("journal");
  return <span className={classes.accounts}>{t("summary.booking", { debit, credit })}</span>;
}

function LeftOut({ own }: { own: JournalCurrency }): ReactNode {
  const { t } = useTranslation(["journal", "states"]);
  const count = own.leftOut.reduce((sum, { total }) => sum + total.count, 0);
  const open = own.leftOut.filter(({ status }) => !ENDED.has(status)).reduce((sum, { total }) => sum + total.count, 0);
  if (count === 0) return null;
  return (
    <div className={classes.leftOut} data-testid="journal-left-out">
      <p>{t("leftOut.title", { count })}</p>
      <ul>
        {own.leftOut.map(({ status, total }) => (
          <li key={status}>
            {status === "InProgress"
              ? t("leftOut.noResult", { count: total.count })
              : t("leftOut.line", { state: t(`states:payout.${status}`), count: total.count })}
            {": "}
            <Money value={total.sum} currency={total.currency} />
          </li>
        ))}
      </ul>
      {open === 0 ? null : <p>{t("leftOut.again")}</p>}
    </div>
  );
}
