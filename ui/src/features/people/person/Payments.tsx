// Every payment of a person, the newest first. Each opens in place.

import { type CSSProperties, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { CopyIcon, State, useStateWord } from "../../../components";
import { type LineProps, LineTable } from "../../../components/LineTable";
import type { PersonLine, PersonPaymentView } from "../../../ipc";
import { formatAmount } from "../../../lib/currency/money";
import { textPx } from "../../../lib/textWidth";
import { formatDay, formatPeriod } from "../../../lib/time/dates";
import type { PaymentId } from "../../track/payment/OtherPayments";
import { PaymentDrawer } from "../../track/payment/PaymentDrawer";
import classes from "./Person.module.css";

const COLUMNS = ["date", "payroll", "amount", "state", "reference", "narration"] as const;

type Props = { payments: readonly PersonPaymentView[]; person: PersonLine };
type Line = PersonPaymentView & { id: number };

export function Payments({ payments, person }: Props): ReactNode {
  const { t } = useTranslation("people");
  const id = useId();
  const [opened, setOpened] = useState<PaymentId | null>(null);
  const lines: Line[] = payments.map((payment, at) => ({ ...payment, id: at }));
  const hasReferences = payments.some(({ fileReference }) => fileReference !== null);
  const columns = hasReferences ? ([...COLUMNS, "fileReference"] as const) : COLUMNS;
  return (
    <section aria-labelledby={id} style={useStateWidth(payments)} data-testid="person-payments">
      <h2 id={id}>{t("payment.title")}</h2>
      <LineTable
        label={t("payment.title")}
        columns={columns.map((column) => ({
          id: column,
          label: t(`payment.${column}`, { currency: person.key.currency }),
        }))}
        lines={lines}
        onOpen={({ payroll, reference }) => setOpened({ payroll, reference })}
        className={classes.table}
        columnsClassName={`${classes.columns} ${hasReferences ? classes.withReferences : ""}`}
      >
        {(propsOf) =>
          lines.map((line) => (
            <Payment key={line.id} line={line} props={propsOf(line)} person={person} hasReference={hasReferences} />
          ))
        }
      </LineTable>
      <PaymentDrawer payment={opened} onClose={() => setOpened(null)} />
    </section>
  );
}

/** A state's icon with its gap. */
const ICON_PX = 26;

/** As wide as the longest state; the rest is for the reference. */
function useStateWidth(payments: Props["payments"]): CSSProperties {
  const word = useStateWord();
  const width = Math.max(0, ...payments.map(({ status }) => textPx(word({ of: "payout", state: status }))));
  return { "--state-width": `${Math.ceil(width) + ICON_PX}px` } as CSSProperties;
}

type PaymentProps = { line: Line; props: LineProps; person: PersonLine; hasReference: boolean };

function Payment({ line, props, person, hasReference }: PaymentProps): ReactNode {
  const { t } = useTranslation("people");
  const { at, payrollName, period, name, amount, currency, status, reference, narration, fileReference } = line;
  const nothing = t("nothing");
  const asName = name === person.name || name === "" ? null : t("payment.asName", { name });
  const title = [payrollName, formatPeriod(period), asName].filter((part) => part !== null && part !== "").join(" · ");
  return (
    <div {...props} data-testid={`person-payment-${line.id}`}>
      <span role="gridcell">{at === null ? nothing : formatDay(at)}</span>
      <span role="gridcell" className={classes.clipped} title={title}>
        <span className={classes.payroll}>{payrollName}</span>
        {asName === null ? null : <span className={classes.quiet}> {asName}</span>}
      </span>
      <span role="gridcell" data-column="amount">
        {formatAmount(amount, currency)}
      </span>
      <span role="gridcell" className={classes.state}>
        <State of="payout" state={status} />
      </span>
      <span role="gridcell" className={classes.reference}>
        <span className={classes.clipped} title={reference}>
          {reference}
        </span>
        <CopyIcon
          text={reference}
          label={t("person.copyReference", { payroll: payrollName })}
          tabIndex={props.tabIndex}
          testid={`person-copy-${line.id}`}
        />
      </span>
      <Text text={narration === "" ? nothing : narration} />
      {hasReference ? <Text text={fileReference ?? nothing} /> : null}
    </div>
  );
}

/** Shrinks; the title shows all of it. */
function Text({ text }: { text: string }): ReactNode {
  return (
    <span role="gridcell" className={`${classes.clipped} ${classes.quiet}`} title={text}>
      {text}
    </span>
  );
}
