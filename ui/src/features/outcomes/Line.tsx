// One line of the difference.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Account, Checkbox, Money, State } from "../../components";
import type { OutcomeLine, OutcomePayout, OutcomeSaid } from "../../ipc";
import classes from "./Outcomes.module.css";

type Props = {
  line: OutcomeLine;
  confirmed: ReadonlySet<string>;
  onConfirm: (references: string[], isConfirmed: boolean) => void;
};

export function Line({ line, confirmed, onConfirm }: Props): ReactNode {
  const { t } = useTranslation("outcomes");
  const { payout, batch, problem, confirmKey } = line;
  const name = payout?.name ?? t("batch", { number: batch?.number ?? 0 });
  return (
    <tr data-testid="outcomes-line" data-kind={line.kind}>
      <td className={classes.box}>
        {confirmKey !== null && line.isNew ? (
          <Checkbox
            aria-label={t("confirmOne", { name })}
            checked={confirmed.has(confirmKey)}
            onChange={(event) => onConfirm([confirmKey], event.currentTarget.checked)}
            data-testid="outcomes-confirm"
          />
        ) : null}
      </td>
      <Subject line={line} />
      <td className="selectable">
        {line.says.map((said) => (
          <Said key={`${said.sheet}!${said.row}`} said={said} isNamed={payout === null && batch === null} />
        ))}
        {payout !== null && problem !== null ? <span>{t(`problem.${problem}`)}</span> : null}
        {confirmKey === null ? null : (
          <span className={classes.facts}>{t(batch === null ? "byAccount" : "bySum")}</span>
        )}
      </td>
    </tr>
  );
}

/** What the line is about: a payment, a batch, or a row of the file that is about neither. */
function Subject({ line: { payout, batch, problem, kind } }: { line: OutcomeLine }): ReactNode {
  const { t } = useTranslation("outcomes");
  if (payout !== null) return <Payment payout={payout} />;
  if (batch === null) return <td colSpan={4}>{problem === null ? null : t(`problem.${problem}`)}</td>;
  const { number, payrollName, total } = batch;
  return (
    <>
      <td>
        <span className={classes.name}>{t("batch", { number })}</span>
        <span className={classes.facts}>
          {t("people", { count: total.count })} · {payrollName}
        </span>
      </td>
      <td data-column="amount">
        <Money value={total.sum} currency={total.currency} sign="plain" />
      </td>
      <td colSpan={2}>{t(`kind.${kind}`)}</td>
    </>
  );
}

function Payment({ payout }: { payout: OutcomePayout }): ReactNode {
  const { name, accountNumber, bankName, payrollName, amount, currency, before, after } = payout;
  return (
    <>
      <td>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          <Account number={accountNumber} /> · {bankName}
        </span>
        <span className={classes.facts}>{payrollName}</span>
      </td>
      <td data-column="amount">
        <Money value={amount} currency={currency} sign="plain" />
      </td>
      <td>
        <State of="payout" state={before} />
      </td>
      <td>
        <State of="payout" state={after} />
      </td>
    </>
  );
}

/** What a row of the file reports, in the file's words. */
function Said({ said, isNamed }: { said: OutcomeSaid; isNamed: boolean }): ReactNode {
  const { t } = useTranslation("outcomes");
  const { sheet, row, status, code, message, reference, account, amount } = said;
  const words = [status, code === "" ? "" : t("code", { code }), message].filter((text) => text !== "");
  const names = isNamed ? [reference, account, amount].filter((text) => text !== "") : [];
  return (
    <span className={classes.said}>
      {words.length === 0 ? t("nothing") : words.join(" · ")}
      <span className={classes.facts}>
        {[sheet === "" ? t("row", { row }) : t("rowOf", { row, sheet }), ...names].join(" · ")}
      </span>
    </span>
  );
}
