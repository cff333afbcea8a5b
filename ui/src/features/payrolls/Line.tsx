// One payroll: name, amount, progress and date.

import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconRepeat, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { SegmentBar } from "../../components";
import type { LineProps } from "../../components/LineTable";
import type { PayrollLine, Total } from "../../ipc";
import { formatAmount } from "../../lib/currency/money";
import { formatCount, formatDayShort, formatPeriodShort } from "../../lib/time/dates";
import { segmentsOfPayroll } from "../../payroll/segments";
import { usePayrollStatus } from "../../payroll/usePayrollStatus";
import classes from "./Payrolls.module.css";

/** As many sums as fit in a line. */
const TOTALS_SHOWN_MAX = 2;

type Props = {
  line: PayrollLine;
  props: LineProps;
  onDelete: () => void;
  onAgain: () => void;
};

export function Line({ line, props, onDelete, onAgain }: Props): ReactNode {
  const { t } = useTranslation("payrolls");
  const { stateStyle, word } = usePayrollStatus()(line);
  const Icon = stateStyle.icon;
  return (
    <div {...props} data-state={line.state} data-testid={`payroll-line-${line.id}`}>
      <span role="gridcell" className={classes.name} title={line.name}>
        {line.name}
        <Again line={line} />
      </span>
      <span role="gridcell" data-column="period">
        {formatPeriodShort(line.period)}
      </span>
      <span role="gridcell" className={classes.number} data-column="people">
        {formatCount(line.people)}
      </span>
      <span role="gridcell" data-column="total">
        <Totals totals={line.totals} />
      </span>
      <span role="gridcell" className={classes.state}>
        <SegmentBar
          height={6}
          segments={segmentsOfPayroll(line)}
          faded={line.state === "closed" && stateStyle.tone === "paid"}
          className={classes.bar}
        />
        <span className={classes.word} data-tone={stateStyle.tone}>
          <Icon size={16} stroke={1.75} />
          {word}
        </span>
      </span>
      <span role="gridcell">{line.approvedAt === null ? t("none") : formatDayShort(line.approvedAt)}</span>
      <span role="gridcell" className={classes.last} title={line.approvedBy ?? undefined}>
        <span className={classes.clipped}>{line.approvedBy ?? t("none")}</span>
        <More line={line} tabIndex={props.tabIndex} onDelete={onDelete} onAgain={onAgain} />
      </span>
    </div>
  );
}

/** Links to the payrolls that it repeats or corrects, or that do so for it. */
function Again({ line: { paysAgain, paidAgainIn } }: Pick<Props, "line">): ReactNode {
  const { t } = useTranslation("payrolls");
  const lines = [
    ...paysAgain.map(({ people, name, isCorrection }) =>
      t(isCorrection ? "again.corrects" : "again.pays", { count: people, name }),
    ),
    ...paidAgainIn.map(({ people, name, isDraft, isCorrection }) =>
      t(`again.${isCorrection ? "correctedIn" : "paidIn"}${isDraft ? "Draft" : ""}`, { count: people, name }),
    ),
  ];
  if (lines.length === 0) return null;
  return (
    <span className={classes.again} title={lines.join("\n")} data-testid="payroll-paid-again">
      {` · ${lines.join(" · ")}`}
    </span>
  );
}

function Totals({ totals }: { totals: Total[] }): ReactNode {
  const { t } = useTranslation("payrolls");
  if (totals.length === 0) return <span className={classes.code}>{t("none")}</span>;
  if (totals.length > TOTALS_SHOWN_MAX)
    return <span className={classes.code}>{t("currencies", { count: totals.length })}</span>;
  return totals.map(({ sum, currency }) => (
    <span key={currency} className={classes.sum}>
      <span className={classes.code}>{currency}</span> {formatAmount(sum, currency)}
    </span>
  ));
}

/** A payroll that waits for approval has no menu: it is opened and unfrozen there. */
function More({
  line: { name, state },
  tabIndex,
  onDelete,
  onAgain,
}: Omit<Props, "props"> & Pick<LineProps, "tabIndex">): ReactNode {
  const { t } = useTranslation("payrolls");
  if (state === "frozen") return null;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          size={28}
          aria-label={t("menu.label", { name })}
          tabIndex={tabIndex}
          onClick={(event) => event.stopPropagation()}
          data-testid="payroll-more"
        >
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      {/* React propagates clicks in the menu to the line, which would open it. */}
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {state === "draft" ? (
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={onDelete}
            data-testid="payroll-delete"
          >
            {t("menu.delete")}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconRepeat size={16} stroke={1.75} />} onClick={onAgain} data-testid="payroll-again">
            {t("menu.again")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
