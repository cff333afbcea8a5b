// The month of a payroll: twelve buttons and a year. A month has no days, so there is no calendar.

import { ActionIcon, Popover, UnstyledButton } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPencil } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatPeriod } from "../../../lib/time/dates";
import classes from "../Approve.module.css";
import { monthsOf, periodParts } from "./period";

type Props = {
  /** `2026-11` */
  value: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onSave: (period: string) => void;
  disabled: boolean;
};

export function PeriodPicker({ value, isOpen, onOpen, onSave, disabled }: Props): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.inline}
          data-testid="approve-period"
          data-period={value}
          aria-label={
            value === ""
              ? t("error.chooseMonth")
              : t("edit.change", { what: t("edit.period"), value: formatPeriod(value) })
          }
          disabled={disabled}
          onClick={() => onOpen(!isOpen)}
        >
          <span className={classes.inlineText}>{value === "" ? t("error.chooseMonth") : formatPeriod(value)}</span>
          <IconPencil size={14} stroke={1.75} className={classes.inlineIcon} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("edit.period")}>
        <Months
          value={value}
          onPick={(period) => {
            onOpen(false);
            if (period !== value) onSave(period);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Months({ value, onPick }: { value: string; onPick: (period: string) => void }): ReactNode {
  const { t } = useTranslation("approve");
  const [year, setYear] = useState(() => periodParts(value)?.year ?? new Date().getFullYear());
  return (
    <div className={classes.months}>
      <div className={classes.year}>
        <ActionIcon size={28} aria-label={t("edit.yearBack")} onClick={() => setYear(year - 1)}>
          <IconChevronLeft size={16} stroke={1.75} />
        </ActionIcon>
        <span aria-live="polite">{year}</span>
        <ActionIcon size={28} aria-label={t("edit.yearOn")} onClick={() => setYear(year + 1)}>
          <IconChevronRight size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      <div className={classes.monthGrid}>
        {monthsOf(year).map(({ period, name }) => (
          <UnstyledButton
            key={period}
            className={classes.month}
            data-autofocus={period === value || undefined}
            aria-pressed={period === value}
            aria-label={formatPeriod(period)}
            data-testid={`approve-period-${period}`}
            onClick={() => onPick(period)}
          >
            {name}
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}
