// Top up: the balance, every top-up with its state, and queries by reference. Nothing here charges a card: only the
// card window, which is opened from here, may.

import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { IconCreditCard, IconDownload, IconSearch, IconWallet, IconZoomCancel } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState, ErrorPanel, Page, Waiting } from "../../components";
import { useExport } from "../../components/useExport";
import type { TopUpView, TopUpWindow } from "../../ipc";
import { topUpListQuery, useSession } from "../../query";
import { BlockedHint } from "../blocked/BlockedHint";
import { Balances } from "./Balances";
import { Detail } from "./Detail";
import { type Filters, FilterRow, isFiltered, NO_FILTERS, queryOf } from "./Filters";
import { LookUp } from "./LookUp";
import { PayIn } from "./PayIn";
import { Table } from "./Table";
import classes from "./TopUp.module.css";
import { useCardWindow } from "./useCardWindow";

const TYPING_MS = 150;
/** Rows added by each "Show more". */
const PAGE_ROWS = 100;

export default function TopUpScreen(): ReactNode {
  const { t } = useTranslation("topUp");
  const [filters, setFilters] = useState(NO_FILTERS);
  const [text] = useDebouncedValue(filters.text.trim(), TYPING_MS);
  const [limit, setLimit] = useState(PAGE_ROWS);
  const [isAsking, setAsking] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const query = queryOf({ ...filters, text });
  const list = useQuery({ ...topUpListQuery(query, limit), placeholderData: keepPreviousData });
  const saving = useExport();
  const card = useCardWindow();
  const isBlocked = useSession().blocked !== null;
  const found = (topUp: TopUpView): void => {
    setAsking(false);
    setOpened(topUp.id);
  };
  return (
    <Page
      fill
      testid="top-up-screen"
      title={t("title")}
      actions={
        <Actions
          isSaving={saving.isBusy}
          onSave={
            (list.data?.total ?? 0) === 0 ? null : () => void saving.run((words) => ({ kind: "top_ups", query, words }))
          }
          onLookUp={() => setAsking(true)}
          onCard={isBlocked ? null : () => void card.open({ amount: null, currency: null })}
        />
      }
    >
      <div className={classes.scroll}>
        {isBlocked ? (
          <div className={classes.problem}>
            <BlockedHint />
          </div>
        ) : null}
        {saving.error === null ? null : (
          <div className={classes.problem}>
            <ErrorPanel error={saving.error} onClose={saving.forget} />
          </div>
        )}
        {card.error === null ? null : (
          <div className={classes.problem}>
            <ErrorPanel error={card.error} onClose={card.forget} />
          </div>
        )}
        <Balances />
        {list.data === undefined ? null : <PayIn isFirst={list.data.total === 0 && !isFiltered(filters)} />}
        <List
          list={list}
          filters={filters}
          onFilters={(changed) => {
            setFilters(changed);
            setLimit(PAGE_ROWS);
          }}
          onMore={() => setLimit(limit + PAGE_ROWS)}
          onOpen={setOpened}
        />
      </div>
      <LookUp opened={isAsking} onClose={() => setAsking(false)} onFound={found} />
      <Detail id={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}

/** Null if it is not possible now. */
type ActionsProps = {
  isSaving: boolean;
  onSave: (() => void) | null;
  onLookUp: () => void;
  onCard: (() => void) | null;
};

function Actions({ isSaving, onSave, onLookUp, onCard }: ActionsProps): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <>
      {onSave === null ? null : (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} />}
          onClick={onSave}
          loading={isSaving}
          data-testid="top-up-export"
        >
          {t("export")}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconSearch size={18} stroke={1.75} />}
        onClick={onLookUp}
        data-testid="top-up-look-up"
      >
        {t("check")}
      </Button>
      <Button
        leftSection={<IconCreditCard size={18} stroke={1.75} />}
        onClick={() => onCard?.()}
        disabled={onCard === null}
        data-testid="top-up-by-card"
      >
        {t("byCard")}
      </Button>
    </>
  );
}

type ListProps = {
  list: UseQueryResult<TopUpWindow>;
  filters: Filters;
  onFilters: (filters: Filters) => void;
  onMore: () => void;
  onOpen: (id: number) => void;
};

function List({ list, filters, onFilters, onMore, onOpen }: ListProps): ReactNode {
  const { t } = useTranslation("topUp");
  const window = list.data;
  if (window === undefined) {
    return (
      <div className={classes.waiting}>
        <Waiting query={list} label={t("loading")} rows={8} height={44} columns={6} />
      </div>
    );
  }
  if (window.total === 0 && !isFiltered(filters)) {
    return (
      <div className={classes.empty}>
        <EmptyState icon={IconWallet} title={t("empty.title")} body={t("empty.text")} />
      </div>
    );
  }
  return (
    <section aria-label={t("list.title")}>
      <FilterRow filters={filters} onFilters={onFilters} total={window.total} />
      {window.total === 0 ? (
        <div className={classes.empty}>
          <EmptyState
            icon={IconZoomCancel}
            title={t("filtered.title")}
            body={t("filtered.text")}
            action={
              <Button variant="default" onClick={() => onFilters(NO_FILTERS)}>
                {t("filtered.clear")}
              </Button>
            }
          />
        </div>
      ) : (
        <Table rows={window.rows} onOpen={onOpen} />
      )}
      {window.rows.length < window.total ? (
        <div className={classes.more}>
          <Button variant="default" onClick={onMore} data-testid="top-up-more">
            {t("list.more")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
