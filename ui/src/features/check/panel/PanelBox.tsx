/** The evidence for a decision: the file's value, the suggestion, and the bank's answer. */
import { IconCircleCheck, IconUserQuestion } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Account } from "../../../components";
import { accountGroups } from "../../../lib/banks/account";
import { formatMoney } from "../../../lib/currency/money";
import type { ProblemView, RowDetail } from "../../../ipc";
import classes from "./Panel.module.css";
import { isBankField, rowsNamed, zerosAdded } from "../state/problems";
import { useWords } from "../words";

type Props = { detail: RowDetail; problem: ProblemView; hasFile: boolean };

export function PanelBox({ detail, problem, hasFile }: Props) {
  const t = useWords();
  const { row } = detail;
  const lines: { key: string; label: string; value: ReactNode }[] = [];
  // One below the other in equal groups, so that two numbers can be compared.
  if (problem.code === "account_changed" && problem.value !== null) {
    lines.push({ key: "last", label: t("panel.lastPaidTo"), value: shown(problem, problem.value) });
  }
  const inFile = valueInFile(detail, problem);
  if (inFile !== undefined) {
    lines.push({
      key: "file",
      label: t(hasFile ? "panel.inFile" : "panel.inPayroll"),
      value: inFile === "" ? <i>{t("panel.nothing")}</i> : shown(problem, inFile),
    });
  }
  const zeros = zerosAdded(problem);
  if (problem.suggestion !== null && zeros > 0) {
    const label = t(zeros > 1 ? "panel.withZeros" : "panel.withZero");
    lines.push({ key: "with", label, value: <WithZeros account={problem.suggestion} zeros={zeros} /> });
  } else if (problem.suggestion !== null && problem.code !== "text_too_long") {
    const suggested = isBankField(problem.field) ? (
      <>
        {problem.suggestionLabel ?? problem.suggestion}
        {problem.suggestionLabel !== null && <span className={classes.code}>{problem.suggestion}</span>}
      </>
    ) : problem.field === "amount" && /^\d+(\.\d+)?$/.test(problem.suggestion) ? (
      <span className="num">{formatMoney(problem.suggestion, row.currency)}</span>
    ) : (
      shown(problem, problem.suggestion)
    );
    lines.push({ key: "with", label: t("panel.suggested"), value: suggested });
  }
  if (problem.rows.length > 0) {
    const label = t("panel.sameIn", { count: problem.rows.length });
    lines.push({ key: "rows", label, value: <span className="num">{rowsNamed(t, problem.rows)}</span> });
  }
  if (row.holder.kind !== "not_asked" && row.holder.kind !== "not_available") {
    lines.push({ key: "bank", label: t("panel.says"), value: <Holder detail={detail} /> });
  }
  if (lines.length === 0) return null;
  return (
    <dl className={classes.box}>
      {lines.map(({ key, label, value }) => (
        <div key={key} className={classes.boxLine}>
          <dt>{label}</dt>
          <dd className="selectable">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The file's value of the problem's field, before any edit. */
function valueInFile({ fileValues, row }: RowDetail, { code, field, value }: ProblemView): string | undefined {
  if (code === "name_differs" || code === "name_close") return row.name;
  if (code === "row_ragged" || field === null) return undefined;
  const fileValue = fileValues.find((found) => found.field === field);
  if (fileValue !== undefined) return fileValue.value;
  return row.edited.includes(field) ? (value ?? "") : "";
}

function shown({ field }: ProblemView, value: string): ReactNode {
  if (field === "account_number") return <Account number={value} className={classes.figure} />;
  if (field === "amount") return <span className="num">{value}</span>;
  return value;
}

/** The account with its lost zeros marked. */
function WithZeros({ account, zeros }: { account: string; zeros: number }) {
  const whole = accountGroups(account);
  const groups = whole.map((group, at) => {
    const before = whole.slice(0, at).join("").length;
    const marked = Math.min(Math.max(0, zeros - before), group.length);
    return { at, zeros: group.slice(0, marked), digits: group.slice(marked) };
  });
  return (
    <span className={classes.withZeros}>
      {groups.map((group) => (
        <span key={group.at} className={classes.group}>
          {group.zeros !== "" && <mark className={classes.zero}>{group.zeros}</mark>}
          {group.digits}
        </span>
      ))}
    </span>
  );
}

function Holder({ detail: { row } }: { detail: RowDetail }) {
  const t = useWords();
  const { holder } = row;
  switch (holder.kind) {
    case "not_asked":
    case "not_available":
      return null;
    case "matches":
      return (
        <span className={classes.matches}>
          <IconCircleCheck size={16} stroke={1.75} />
          {holder.holder}
        </span>
      );
    case "close":
    case "differs":
      return (
        <span className={classes.differs}>
          <IconUserQuestion size={16} stroke={1.75} />
          {holder.holder}
        </span>
      );
    case "not_found":
      return (
        <span className={classes.differs}>
          <IconUserQuestion size={16} stroke={1.75} />
          {t("panel.saysNothing")}
        </span>
      );
  }
}
