/** The user's changes in a ready row: the file's value, the present one, and a button that restores the file's. */
import { IconArrowBackUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Account, Money } from "../../../components";
import type { Field, RowDetail } from "../../../ipc";
import { isBankField } from "../state/problems";
import { useWords, type Words } from "../words";
import type { PanelProps } from "./panelProps";
import classes from "./Panel.module.css";

/** Only for rows of the file: added rows have no original value. */
export function SinceFile({ detail, run }: PanelProps) {
  const t = useWords();
  const { row } = detail;
  if (row.row === null || row.edited.length === 0) return null;
  return (
    <section className={classes.since} aria-label={t("panel.since.label")} data-testid="panel-since">
      <dl className={classes.box}>
        {row.edited.map((field) => (
          <div key={field} className={classes.boxLine}>
            <dt>{t(`approve:field.${field}`)}</dt>
            <dd className="selectable">
              <span className={classes.before}>{inFile(t, detail, field)}</span>
              <span aria-hidden>→</span>
              {now(t, detail, field)}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.sinceNote}>{t("panel.since.note")}</p>
      <button
        type="button"
        className={classes.linkLine}
        onClick={() => void run({ kind: "revert", positions: [row.position] })}
        data-testid="panel-revert"
      >
        <IconArrowBackUp size={18} stroke={1.75} />
        <span>{t("panel.since.undo")}</span>
      </button>
    </section>
  );
}

function inFile(t: Words, { fileValues }: RowDetail, field: Field): ReactNode {
  const own = fileValues.find((value) => value.field === field);
  // A bank is chosen by its code if the file has only its name.
  const value = own ?? (isBankField(field) ? fileValues.find((other) => isBankField(other.field)) : undefined);
  if (value === undefined || value.value === "") return t("panel.nothing");
  return field === "account_number" ? <Account number={value.value} /> : value.value;
}

function now(t: Words, { row, more }: RowDetail, field: Field): ReactNode {
  switch (field) {
    case "account_number":
      return <Account number={row.accountNumber} />;
    case "amount":
      return row.amount === null ? row.amountText : <Money value={row.amount} currency={row.currency} />;
    case "name":
      return row.name;
    case "narration":
      return row.narration === "" ? t("panel.nothing") : row.narration;
    case "bank_name":
    case "bank_code":
      return row.bankName;
    case "currency":
      return row.currency;
    case "country":
      return t(`approve:country.${row.country}`);
    case "branch_code":
    case "branch_name":
      return more.branchName ?? more.branchCode ?? t("panel.nothing");
    case "email":
      return more.email ?? t("panel.nothing");
    case "phone":
      return more.phone ?? t("panel.nothing");
    case "reference":
    case "employee_id":
    case "pay_date":
      return t("panel.since.changed");
  }
}
