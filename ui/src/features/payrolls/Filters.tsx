// Search by name, and the filters as menus.

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { FilterMenu } from "../../components/FilterMenu";
import type { PayrollLine } from "../../ipc";
import { formatPeriod } from "../../lib/time/dates";
import { currenciesOf, type Filters, STATE_FILTERS, timesOf } from "./lines";
import classes from "./Payrolls.module.css";

type Props = {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  /** The payrolls that are filtered. */
  lines: readonly PayrollLine[];
};

export function FilterRow({ filters, onFilters, lines }: Props): ReactNode {
  const { t } = useTranslation("payrolls");
  const currencies = currenciesOf(lines);
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
      {/* With one currency the filter is useless. */}
      {currencies.length < 2 ? null : (
        <FilterMenu
          label={t("filter.currency")}
          any={t("filter.anyCurrency")}
          value={filters.currency}
          options={currencies.map((currency) => ({ value: currency, label: currency }))}
          onPick={(currency) => onFilters({ ...filters, currency })}
          testId="payrolls-currency"
        />
      )}
      <FilterMenu
        label={t("filter.month")}
        any={t("filter.anyMonth")}
        value={filters.time}
        options={timesOf(lines).map((time) => ({ value: time, label: formatPeriod(time) }))}
        onPick={(time) => onFilters({ ...filters, time })}
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
