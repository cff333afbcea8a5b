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
  const { payout, problem } = line;
  const reference = payout?.reference ?? "";
  return (
    <tr data-testid="outcomes-line" data-kind={line.kind}>
      <td className={classes.box}>
        {payout !== null && line.needsConfirmation && line.isNew ? (
          <Checkbox
            aria-label={t("confirmOne", { name: payout.name })}
            checked={confirmed.has(reference)}
            onChange={(event) => onConfirm([reference], event.currentTarget.checked)}
            data-testid="outcomes-confirm"
          />
        ) : null}
      </td>
      {payout === null ? (
        <td colSpan={4}>{problem === null ? null : t(`problem.${problem}`)}</td>
      ) : (
        <Payment payout={payout} />
      )}
      <td className="selectable">
        {line.says.map((said) => (
          <Said key={`${said.sheet}!${said.row}`} said={said} isNamed={payout === null} />
        ))}
        {line.needsConfirmation ? <span className={classes.facts}>{t("byAccount")}</span> : null}
      </td>
    </tr>
  );
}

function Payment({ payout }: { payout: OutcomePayout }): ReactNode {
  const { name, accountNumber, bankName, payrollName, amount, currency, before, after } = payout;
  return (
    <>
      <td>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          <Account number={accountNumber} /> · {bankName} · {payrollName}
        </span>
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
