// Filters of top-ups: part of a reference, card, payer or amount; state; time.

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useStateWord } from "../../components";
import { FilterMenu } from "../../components/FilterMenu";
import { topUpStyles } from "../../components/states";
import type { FundingState, TopUpQuery } from "../../ipc";
import classes from "./TopUp.module.css";

const SINCE = ["week", "month", "year"] as const;
type Since = (typeof SINCE)[number];
const DAYS_BACK: Readonly<Record<Since, number>> = { week: 7, month: 30, year: 365 };

export type Filters = { text: string; state: FundingState | null; since: Since | null };
export const NO_FILTERS: Filters = { text: "", state: null, since: null };

export const isFiltered = ({ text, state, since }: Filters): boolean =>
  text.trim() !== "" || state !== null || since !== null;

const STATES = Object.keys(topUpStyles) as FundingState[];

/** The desk's query. Days begin at local midnight, so that it stays the same for a day. */
export function queryOf({ text, state, since }: Filters, now: Date = new Date()): TopUpQuery {
  const from =
    since === null ? null : new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS_BACK[since]).toISOString();
  return { text: text === "" ? null : text, state, from, before: null };
}

type Props = { filters: Filters; onFilters: (filters: Filters) => void; total: number };

export function FilterRow({ filters, onFilters, total }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const word = useStateWord();
  return (
    <div className={classes.filters}>
      <h2 className={classes.listTitle}>
        <span role="status">{t("list.count", { count: total })}</span>
      </h2>
      <TextInput
        type="search"
        className={classes.search}
        aria-label={t("list.search")}
        placeholder={t("list.search")}
        value={filters.text}
        onChange={(event) => onFilters({ ...filters, text: event.currentTarget.value })}
        leftSection={<IconSearch size={18} stroke={1.75} />}
        autoComplete="off"
        spellCheck={false}
        data-testid="top-up-search"
      />
      <FilterMenu
        label={t("list.state")}
        any={t("list.anyState")}
        value={filters.state}
        options={STATES.map((state) => ({ value: state, label: word({ of: "topUp", state }) }))}
        onPick={(state) => onFilters({ ...filters, state })}
        testId="top-up-state"
      />
      <FilterMenu
        label={t("list.when")}
        any={t("list.anyTime")}
        value={filters.since}
        options={SINCE.map((since) => ({ value: since, label: t(`list.${since}`) }))}
        onPick={(since) => onFilters({ ...filters, since })}
        testId="top-up-when"
      />
    </div>
  );
}
