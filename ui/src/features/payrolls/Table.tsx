// The table of payrolls, with months between the lines.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { LineTable } from "../../components/LineTable";
import { useIntake } from "../../session/intake";
import type { PayrollLine } from "../../ipc";
import { formatPeriod } from "../../lib/time/dates";
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
  return (
    <LineTable
      label={t("table")}
      columns={COLUMNS.map((id) => ({ id, label: t(`column.${id}`) }))}
      lines={months.flatMap((month) => month.lines)}
      onOpen={(line) => go(screenOf(line))}
      onDelete={(line) => line.state === "draft" && onDelete(line)}
      className={classes.table}
      columnsClassName={classes.columns}
    >
      {(propsOf) =>
        months.map((month) => (
          <div key={month.month} role="rowgroup" aria-label={formatPeriod(month.month)}>
            <MonthHead month={month} />
            {month.lines.map((line) => (
              <Line
                key={line.id}
                line={line}
                props={propsOf(line)}
                onDelete={() => onDelete(line)}
                onAgain={() => void payAgain(line.id, line.name)}
              />
            ))}
          </div>
        ))
      }
    </LineTable>
  );
}

function MonthHead({ month: { month, paid } }: { month: Month }): ReactNode {
  const { t } = useTranslation("payrolls");
  const sums = useSums();
  const name = formatPeriod(month);
  return (
    <div role="row" className={classes.month}>
      <span role="gridcell" className={classes.monthName}>
        {name}
      </span>
      <span role="gridcell">{paid.length === 0 ? t("nothingPaid") : t("paid", { sums: sums(paid), month: name })}</span>
    </div>
  );
}
