// Search by name, and the two filters as menus.

import { Button, Menu, TextInput } from "@mantine/core";
import { IconCheck, IconChevronDown, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatPeriod } from "../../lib/dates";
import { type Filters, STATE_FILTERS } from "./lines";
import classes from "./Payrolls.module.css";

type Props = {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  /** Months there are payrolls in, newest first. */
  months: string[];
};

export function FilterRow({ filters, onFilters, months }: Props): ReactNode {
  const { t } = useTranslation("payrolls");
  return (
    <div className={classes.filters}>
      <TextInput
        type="search"
        className={classes.search}
        aria-label={t("search")}
        placeholder={t("search")}
        value={filters.text}
        onChange={(event) => onFilters({ ...filters, text: event.currentTarget.value })}
        leftSection={<IconSearch size={18} stroke={1.75} />}
        data-testid="payrolls-search"
      />
      <Choice
        label={t("filter.month")}
        any={t("filter.anyMonth")}
        value={filters.month}
        options={months.map((month) => ({ value: month, label: formatPeriod(month) }))}
        onPick={(month) => onFilters({ ...filters, month })}
        testId="payrolls-month"
      />
      <Choice
        label={t("filter.state")}
        any={t("filter.anyState")}
        value={filters.state}
        options={STATE_FILTERS.map((state) => ({ value: state, label: t(`filter.${state}`) }))}
        onPick={(state) => onFilters({ ...filters, state })}
        testId="payrolls-state"
      />
    </div>
  );
}

type ChoiceProps<V extends string> = {
  label: string;
  any: string;
  value: V | null;
  options: { value: V; label: string }[];
  onPick: (value: V | null) => void;
  testId: string;
};

function Choice<V extends string>({ label, any, value, options, onPick, testId }: ChoiceProps<V>): ReactNode {
  const shown = options.find((option) => option.value === value)?.label ?? any;
  const all: { value: V | null; label: string }[] = [{ value: null, label: any }, ...options];
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.choice}
          data-chosen={value !== null || undefined}
          aria-label={`${label}: ${shown}`}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
          data-testid={testId}
        >
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.options}>
        {all.map((option) => (
          <Menu.Item
            key={option.value ?? "any"}
            role="menuitemradio"
            aria-checked={option.value === value}
            onClick={() => onPick(option.value)}
            rightSection={option.value === value ? <IconCheck size={16} stroke={1.75} /> : null}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
