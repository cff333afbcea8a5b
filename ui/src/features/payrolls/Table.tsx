// The table of payrolls: one tab stop, arrows move, Enter opens. Months stand between the lines.

import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useIntake } from "../../frame/intake";
import type { PayrollLine } from "../../ipc";
import { formatPeriod } from "../../lib/dates";
import { useNavigation } from "../../navigation";
import { useSums } from "../../payroll/useSums";
import { Line } from "./Line";
import { type Month, screenOf } from "./lines";
import classes from "./Payrolls.module.css";

type Props = { months: Month[]; onDelete: (line: PayrollLine) => void };

const COLUMNS = ["payroll", "period", "people", "total", "state", "date", "approvedBy"] as const;

export function Table({ months, onDelete }: Props): ReactNode {
  const { t } = useTranslation("payrolls");
  const { go } = useNavigation();
  const { payAgain } = useIntake();
  const table = useRef<HTMLDivElement>(null);
  const lines = months.flatMap((month) => month.lines);
  const [at, setAt] = useState<number | null>(null);
  const current = lines.some(({ id }) => id === at) ? at : (lines[0]?.id ?? null);

  const moveTo = (index: number): void => {
    const line = lines[Math.min(Math.max(0, index), lines.length - 1)];
    if (line === undefined) return;
    setAt(line.id);
    table.current?.querySelector<HTMLElement>(`[data-line="${line.id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset["line"] === undefined) return;
    const index = lines.findIndex(({ id }) => id === current);
    const line = lines[index];
    const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: lines.length - 1 };
    const to = moves[event.key];
    if (to !== undefined) moveTo(to);
    else if (event.key === "Enter" && line !== undefined) go(screenOf(line));
    else if (event.key === "Delete" && line?.state === "draft") onDelete(line);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={table}
      className={classes.table}
      role="grid"
      aria-label={t("table")}
      aria-rowcount={lines.length}
      // The table itself is no tab stop; its current line is.
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div role="row" className={`${classes.head} ${classes.columns}`}>
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader" data-column={column}>
            {t(`column.${column}`)}
          </span>
        ))}
      </div>
      {months.map((month) => (
        <div key={month.month} role="rowgroup" aria-label={formatPeriod(month.month)}>
          <MonthHead month={month} />
          {month.lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              isCurrent={line.id === current}
              onFocus={() => setAt(line.id)}
              onOpen={() => go(screenOf(line))}
              onDelete={() => onDelete(line)}
              onAgain={() => void payAgain(line.id, line.name)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function MonthHead({ month: { month, paid } }: { month: Month }): ReactNode {
  const { t } = useTranslation("payrolls");
  const sums = useSums();
  return (
    <div role="row" className={classes.month}>
      <span role="gridcell" className={classes.monthName}>
        {formatPeriod(month)}
      </span>
      <span role="gridcell">{paid.length === 0 ? t("nothingPaid") : t("paid", { sums: sums(paid) })}</span>
    </div>
  );
}
