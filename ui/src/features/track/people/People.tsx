// The people of a payroll with their results, fetched in windows. The result of selected ones can be entered together.

import { Button } from "@mantine/core";
import { IconUserSearch } from "@tabler/icons-react";
import { type FocusEvent, type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState, ErrorPanel } from "../../../components";
import {
  DataGrid,
  type GridCell,
  type GridHandle,
  type RowWindows,
  useRowWindows,
  useSelectionKeys,
  useWindowsVersion,
} from "../../../components/DataGrid";
import { ipc, type PayoutFilter, type PayoutOrder, type PayoutView, type TrackView } from "../../../ipc";
import { formatCount } from "../../../lib/time/dates";
import { useSession } from "../../../query";
import { PaymentDrawer } from "../payment/PaymentDrawer";
import type { Filter } from "../status";
import classes from "../Track.module.css";
import { SELECT, useShownColumns, useStamp } from "./columns";
import { DecideChosen } from "./DecideChosen";
import { PeopleFoot } from "./PeopleFoot";
import { SelectedBar } from "./SelectedBar";
import { TakeBackChosen } from "./TakeBackChosen";
import { type PayoutSelection, usePayoutSelection } from "./usePayoutSelection";

const ROW_PX = 36;
const ROW_COMPACT_PX = 30;

type Props = {
  view: TrackView;
  /** Changes whenever the payroll was refetched. */
  revision: number;
  filter: Filter;
  text: string;
  /** The payment that is opened initially, by its reference. */
  opened: string | null;
  onShowAll: () => void;
};

export function People({ view, revision, filter, text, opened: openedAtFirst, onShowAll }: Props): ReactNode {
  const { windows, selection, problem, forget } = useSelectable(view, revision, filter, text);
  const [opened, setOpened] = useState<string | null>(openedAtFirst);
  const [question, setQuestion] = useState<Asked | null>(null);
  const grid = useRef<GridHandle>(null);
  const close = (): void => {
    setOpened(null);
    // Opened initially, it has no previous focus to restore.
    grid.current?.focus();
  };
  return (
    <>
      {problem === null ? null : (
        <div className={classes.problem}>
          <ErrorPanel error={problem} onClose={forget} />
        </div>
      )}
      <Grid
        ref={grid}
        view={view}
        windows={windows}
        selection={selection}
        opened={opened}
        onOpen={setOpened}
        onShowAll={onShowAll}
        onQuestion={setQuestion}
      />
      <PaymentDrawer payment={opened === null ? null : { payroll: view.id, reference: opened }} onClose={close} />
      {selection.selected.size === 0 ? null : (
        <Question question={question} payroll={view.id} selection={selection} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}

type Asked = "decide" | "take back";
type QuestionProps = {
  question: Asked | null;
  payroll: number;
  selection: PayoutSelection;
  onClose: () => void;
};

function Question({ question, ...props }: QuestionProps): ReactNode {
  if (question === null) return null;
  return question === "decide" ? <DecideChosen {...props} /> : <TakeBackChosen {...props} />;
}

type Selectable = {
  windows: RowWindows<PayoutView>;
  selection: PayoutSelection;
  /** Why rows could not be selected. */
  problem: unknown;
  forget: () => void;
};

function useSelectable(view: TrackView, revision: number, filter: Filter, text: string): Selectable {
  const { id } = view;
  const [problem, setProblem] = useState<unknown>(null);
  // During results the latest come first; before and after, the file's order.
  const order: PayoutOrder = view.lastOutcomeAt === null || view.state === "closed" ? "row" : "latest";
  const query = useMemo<PayoutFilter>(
    () => ({ status: filter === "everyone" ? null : filter, text: text === "" ? null : text, order }),
    [filter, text, order],
  );
  const fetch = useCallback((offset: number, limit: number) => ipc.payouts(id, query, offset, limit), [id, query]);
  const windows = useRowWindows<PayoutView>(fetch, `${filter} ${order} ${text}`, revision);
  const selection = usePayoutSelection({ id, query, windows, onError: setProblem });
  return { windows, selection, problem, forget: () => setProblem(null) };
}

type GridProps = {
  ref: RefObject<GridHandle | null>;
  view: TrackView;
  windows: RowWindows<PayoutView>;
  selection: PayoutSelection;
  opened: string | null;
  onOpen: (reference: string) => void;
  onShowAll: () => void;
  onQuestion: (question: Asked) => void;
};

function Grid({ ref, view, windows, selection, opened, onOpen, onShowAll, onQuestion }: GridProps): ReactNode {
  const { t } = useTranslation("track");
  const { appearance } = useSession();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<GridCell>();
  // Rows move when a result arrives: nobody else is marked beside an open payment.
  useWindowsVersion(windows);
  const here = windows.row(active?.row ?? 0);
  const isMarked = opened === null || active === undefined || here?.reference === opened;
  useSelectionKeys({ box, row: here?.canDecide === true ? here : undefined, selection });
  const { selected } = selection;
  const rowClass = useCallback(
    (row: PayoutView) => (selected.has(row.reference) ? classes.chosen : undefined),
    [selected],
  );
  const select = (row: PayoutView, extend: boolean): void => {
    if (row.canDecide) selection.toggle(row, extend);
  };
  return (
    <div className={classes.grid} ref={box} onFocus={showFocused}>
      <DataGrid
        ref={ref}
        label={t("grid")}
        columns={useShownColumns(view, selection)}
        windows={windows}
        rowKey={keyOf}
        rowClass={rowClass}
        rowHeight={appearance.density === "compact" ? ROW_COMPACT_PX : ROW_PX}
        active={isMarked ? active : undefined}
        onActive={setActive}
        onOpen={(row) => onOpen(row.reference)}
        onClickRow={(row, column, { shiftKey }) => {
          if (column === SELECT) select(row, shiftKey);
          else if (!shiftKey) onOpen(row.reference);
        }}
        foot={
          selected.size > 0 ? (
            <SelectedBar
              selection={selection}
              onDecide={() => onQuestion("decide")}
              onTakeBack={() => onQuestion("take back")}
            />
          ) : (
            <PeopleFoot view={view} />
          )
        }
        footCount={useFootCount(view)}
        empty={<Nobody onShowAll={onShowAll} />}
        failure={failure}
      />
    </div>
  );
}

/** The grid shows its active cell; the page may have to scroll to it. A clicked row must not move. */
const showFocused = ({ target }: FocusEvent): void => {
  if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
};

function Nobody({ onShowAll }: { onShowAll: () => void }): ReactNode {
  const { t } = useTranslation("track");
  return (
    <EmptyState
      icon={IconUserSearch}
      title={t("empty.filtered")}
      body={t("empty.filteredText")}
      action={
        <Button variant="default" onClick={onShowAll}>
          {t("empty.clear")}
        </Button>
      }
    />
  );
}

const failure = (error: unknown, retry: () => void): ReactNode => <ErrorPanel error={error} onRetry={retry} />;

/** Added rows have no number in the file: their keys are below all numbers. */
const keyOf = ({ row, position }: PayoutView): number => row ?? -1 - position;

function useFootCount(view: TrackView): (first: number, last: number, total: number) => string {
  const { t } = useTranslation("track");
  const stamp = useStamp(view);
  const { lastOutcomeAt } = view;
  return useCallback(
    (first, last, total) => {
      const range = { count: total, first: formatCount(first), last: formatCount(last), total: formatCount(total) };
      return lastOutcomeAt === null
        ? t("foot.count", range)
        : t("foot.countAndLast", { ...range, when: stamp(lastOutcomeAt) });
    },
    [t, lastOutcomeAt, stamp],
  );
}
