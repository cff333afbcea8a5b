// Search by name, and the two filters as menus.

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { FilterMenu } from "../../components/FilterMenu";
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
      <FilterMenu
        label={t("filter.month")}
        any={t("filter.anyMonth")}
        value={filters.month}
        options={months.map((month) => ({ value: month, label: formatPeriod(month) }))}
        onPick={(month) => onFilters({ ...filters, month })}
        testId="payrolls-month"
      />
      <FilterMenu
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
