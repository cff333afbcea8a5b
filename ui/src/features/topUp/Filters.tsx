// Which top-ups: by a part of their reference, card, payer or amount, by state, by time.

import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";

import { Button, Menu, TextInput } from "@mantine/core";
import { IconCheck, IconChevronDown, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useStateWord } from "../../components";
import { topUpStyles } from "../../components/states";
import type { FundingState, TopUpQuery } from "../../ipc";
import classes from "./TopUp.module.css";

const SINCE = ["week", "month", "year"] as const;
type Since = (typeof SINCE)[number];
const DAYS_BACK: Readonly<Record<Since, number>> = { week: 7, month: 30, year: 365 };

export type Filters = { text: string; state: FundingState | null; since: Since | null };
export const NO_FILTERS: Filters = { text: "", state: null, since: null };

const STATES = Object.keys(topUpStyles) as FundingState[];

/** The query of the desk. Days begin at midnight here, so that it stays the same for a day. */
export function queryOf({ text, state, since }: Filters, now: Date = new Date()): TopUpQuery {
  const from = since === null ? null : new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS_BACK[since]).toISOString();
  return { text: text === "" ? null : text, state, from, before: null };
}

type Props = { filters: Filters; onFilters: (filters: Filters) => void; total: number };

export function FilterRow({ filters, onFilters, total }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const word = useStateWord();
  return (
    <div className={classes.filters}>
      <h2 className={classes.listTitle}>{t("list.title")}</h2>
      <span className={classes.count} role="status">{t("list.count", { count: total })}</span>
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
      <Choice
        label={t("list.state")}
        any={t("list.anyState")}
        value={filters.state}
        options={STATES.map((state) => ({ value: state, label: word({ of: "topUp", state }) }))}
        onPick={(state) => onFilters({ ...filters, state })}
        testId="top-up-state"
      />
      <Choice
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
