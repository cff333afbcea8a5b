// Everyone who was paid, fetched in windows.

import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconUserSearch, IconUsers } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState, ErrorPanel, useStateWord } from "../../components";
import {
  DataGrid,
  type GridHandle,
  type GridSort,
  type RowWindows,
  useRowWindows,
  useSelectionKeys,
  useWindowsVersion,
} from "../../components/DataGrid";
import { ipc, type PeopleOrder, type PersonLine } from "../../ipc";
import { useSession } from "../../query";
import { peopleColumns, SELECT } from "./columns";
import classes from "./People.module.css";
import { SelectedBar } from "./SelectedBar";
import { idOf, type PeopleView } from "./usePeopleView";

const ROW_PX = { comfortable: 36, compact: 30 } as const;

/** In a narrow window the names need the room. */
const NARROW = "(max-width: 1039px)";

/** Each order has one direction: latest payment first, names from A to Z. */
const SORTS = {
  last_paid: { column: "last_paid", direction: "descending" },
  name: { column: "name", direction: "ascending" },
} as const satisfies Record<PeopleOrder, GridSort>;

type Props = {
  view: PeopleView;
  year: number;
  /** Changes whenever the people were refetched. */
  revision: number;
  onPay: () => void;
};

export function PeopleGrid({ view, year, revision, onPay }: Props): ReactNode {
  const { t } = useTranslation("people");
  const { appearance } = useSession();
  const stateWord = useStateWord();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const { query, selection, active, open } = view;
  const { selected } = selection;
  const fetch = useCallback((offset: number, limit: number) => ipc.people(query, offset, limit), [query]);
  const windows = useRowWindows<PersonLine>(fetch, `${query.order} ${query.text ?? ""}`, revision);
  useWindowsVersion(windows);
  const columns = useMemo(
    () => peopleColumns({ t, year, isNarrow, selection, stateWord }),
    [t, year, isNarrow, selection, stateWord],
  );
  const box = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  // Before any move, the first row is active.
  useSelectionKeys({ box, row: windows.row(active?.row ?? 0), selection });
  useRestoreFocus(grid, windows, active !== undefined);
  const rowClass = useCallback(
    (line: PersonLine) => (selected.has(idOf(line)) ? classes.chosen : undefined),
    [selected],
  );
  return (
    <div className={classes.grid} ref={box}>
      <DataGrid<PersonLine>
        ref={grid}
        label={t("grid")}
        columns={columns}
        windows={windows}
        rowKey={idOf}
        rowClass={rowClass}
        rowHeight={ROW_PX[appearance.density]}
        // On return, scrolls to the row only once the rows are loaded.
        active={windows.total === undefined ? undefined : active}
        onActive={view.setActive}
        onOpen={open}
        onClickRow={(line, column, { shiftKey }) => {
          if (column === SELECT) selection.toggle(line, shiftKey);
          else if (!shiftKey) open(line);
        }}
        sort={SORTS[query.order]}
        onSort={(sort) => view.setOrder(orderFor(sort, query.order))}
        foot={selected.size > 0 ? <SelectedBar selection={selection} onPay={onPay} /> : <Hint />}
        footCount={(first, last, total) => t("foot.count", { first, last, count: total })}
        empty={<NotFound text={query.text ?? ""} onClear={() => view.setTyped("")} />}
        failure={failure}
      />
    </div>
  );
}

/** A second press on a header would reverse the order, which does not exist. */
function orderFor(sort: GridSort | undefined, order: PeopleOrder): PeopleOrder {
  if (sort === undefined) return order;
  return sort.column === SORTS.name.column ? "name" : "last_paid";
}

/** Restores the focus to the active row on return. */
function useRestoreFocus(grid: RefObject<GridHandle | null>, windows: RowWindows<PersonLine>, isOnRow: boolean): void {
  const waits = useRef(isOnRow);
  const isThere = windows.total !== undefined && windows.total > 0;
  useEffect(() => {
    if (!waits.current || !isThere) return;
    waits.current = false;
    grid.current?.focus();
  }, [grid, isThere]);
}

const failure = (error: unknown, retry: () => void): ReactNode => <ErrorPanel error={error} onRetry={retry} />;

function Hint(): ReactNode {
  const { t } = useTranslation("people");
  return (
    <>
      <IconUsers size={16} stroke={1.75} aria-hidden />
      {t("foot.open")}
    </>
  );
}

function NotFound({ text, onClear }: { text: string; onClear: () => void }): ReactNode {
  const { t } = useTranslation("people");
  return (
    <EmptyState
      icon={IconUserSearch}
      title={t("filtered.title")}
      body={t("filtered.text", { text })}
      action={
        <Button variant="default" onClick={onClear} data-testid="people-clear">
          {t("filtered.clear")}
        </Button>
      }
    />
  );
}
