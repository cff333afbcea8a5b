/** The Check screen put together: head, figure, chips, grid and side panel, and what the keyboard does everywhere. */
import { useMediaQuery } from "@mantine/hooks";
import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { IconCircleMinus, IconInfoCircle } from "@tabler/icons-react";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { ErrorPanel, useToast } from "../../components";
import { hasListInstead } from "../../components/useCopyOfFile";
import { DataGrid, useRowWindows, useWindowsVersion, type GridCell, type GridHandle, type GridSort } from "../../components/DataGrid";
import { type Country, type Currency, type DraftView, type Field, ipc, type RowView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { queryClient, rowDetailQuery, useSession } from "../../query";
import classes from "./Check.module.css";
import { Chips } from "./filters/Chips";
import { Compared } from "./summary/Compared";
import { checkColumns, editedField, type CheckColumn } from "./grid/columns";
import { FigureZone } from "./summary/FigureZone";
import { ALL, chipKey, chosenChip, EVERY_ROW, rowFilter, type Chip } from "./state/filter";
import { Head, reviewReason } from "./summary/Head";
import { ListInstead } from "./tools/ListInstead";
import { Panel } from "./panel/Panel";
import { columnOf, isBankField, openProblems, type ColumnId } from "./state/problems";
import { failure, FileNotes, NoRows, SameRun } from "./summary/Notes";
import { openedOn, useFirstOpenRow, useOpening, useRowsRevision } from "./state/opening";
import { PasteDialog, usePaste } from "./grid/Paste";
import { ReadBy } from "./summary/ReadBy";
import { Skipped } from "./summary/Skipped";
import { Tools } from "./tools/Tools";
import { useDraftCommands } from "./state/useDraftCommands";
import { useDeleteKey, useShortcuts } from "./state/useKeys";
import { indexOfPosition, problemColumn, useSelection } from "./state/useSelection";
import { ofRow, useWords } from "./words";

const ROW_PX = { comfortable: 36, compact: 30 } as const;
/** Below this the side panel lies over the grid. */
const NARROW = "(max-width: 1199px)";
const PANEL_PX = 336;

export function Check({ draft }: { draft: DraftView }) {
  const { id } = draft;
  const t = useWords();
  const { go } = useNavigation();
  const { appearance } = useSession();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const grid = useRef<GridHandle>(null);
  const gridBox = useRef<HTMLDivElement>(null);
  const [focusTurn, setFocusTurn] = useState(1);
  const takeFocus = useCallback(() => setFocusTurn((turn) => turn + 1), []);
  /** The row whose value is typed in its cell because the panel asked for it. */
  const typedFor = useRef<number>(undefined);

  const [wantedChip, setWantedChip] = useState<Chip>(ALL);
  const [text, setText] = useState("");
  const chip = useMemo(() => chosenChip(draft, wantedChip), [draft, wantedChip]);
  const [bank, setBank] = useState<string>();
  const [sort, setSort] = useState<GridSort>();
  const filterText = useDeferredValue(text);
  const narrowed = useMemo(() => ({ text: filterText, bank, sort }), [filterText, bank, sort]);
  const question = JSON.stringify(rowFilter(chip, narrowed));
  const fetchRows = useCallback(
    (offset: number, limit: number) => ipc.draftRows(id, JSON.parse(question), offset, limit),
    [id, question],
  );
  const opening = useOpening(id);
  const windows = useRowWindows<RowView>(fetchRows, question, useRowsRevision(draft), opening?.rows);
  useWindowsVersion(windows);
  const showChanged = useCallback((changed: readonly RowView[]) => windows.put(changed, isSamePerson), [windows]);
  const { run, inTurn, error, setError } = useDraftCommands(showChanged);
  const { selection, select } = useSelection(windows, opening && openedOn(opening));
  const indexNow = useRef<number>(undefined);
  useEffect(() => {
    indexNow.current = selection?.index;
  });

  const [pinned, setPinned] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();
  const position = selection?.position;
  const detailQuery = useQuery({
    ...rowDetailQuery(id, position ?? 0),
    enabled: position !== undefined,
    placeholderData: keepPreviousData,
  });
  const detail = position === undefined ? undefined : detailQuery.data;
  const state = (selection && windows.row(selection.index)?.state) ?? detail?.row.state;
  const asks = state !== undefined && state !== "ready";
  const hasOpen = draft.toFix + draft.toDecide > 0;
  const isPinned = position !== undefined && pinned === position;
  const isShown = isNarrow === true ? (asks && dismissed !== position) || isPinned : hasOpen || state === "excluded" || isPinned;
  const panelOpen = detail !== undefined && isShown && windows.total !== 0;
  // Its place is kept while there is something to mend, so that columns do not jump between rows.
  const isKept = isNarrow !== true && hasOpen;

  const columns = useMemo(
    () => checkColumns({
      t,
      wide: !panelOpen && !isKept && isNarrow !== true,
      hasHolder: draft.names.available,
      currency: draft.currency,
      isMixed: draft.payable.length > 1,
      rowMax: draft.rows + draft.skipped.length + 1,
    }),
    [t, panelOpen, isKept, isNarrow, draft.names.available, draft.currency, draft.payable.length, draft.rows, draft.skipped.length],
  );
  const active = selection && { row: selection.index, column: indexOfColumn(columns, selection.column) };

  /** Selects a row by its position, wherever it stands under the filter; the filter of `now`, after a change. */
  const goTo = useCallback(
    async (to: number, row?: RowView, now?: string) => {
      const asked = now ?? question;
      const ask = () => ipc.rowIndex(id, JSON.parse(asked), to);
      const index = await indexOfPosition(to, asked === question ? windows : undefined, ask);
      if (index === undefined) return;
      const known = (await queryClient.fetchQuery(rowDetailQuery(id, to)).catch(() => undefined))?.row ?? row;
      setDismissed(undefined);
      const column = known === undefined ? "account_number" : problemColumn(known, "account_number");
      select({ index, column, position: to, ...(asked === windows.question ? {} : { awaits: asked }) });
    },
    [id, question, select, windows],
  );

  /** After a mend: the row's next problem, else the next row to fix, else to decide, under the filter that is left. */
  const moveOn = useCallback(
    async (now: DraftView, from: number) => {
      const left = chosenChip(now, chip);
      const asked = rowFilter(left, narrowed);
      const after = await queryClient.fetchQuery(rowDetailQuery(id, from));
      const stays = openProblems(after.row).some(({ code }) => left.kind !== "problem" || code === left.code);
      if (stays) return goTo(from, after.row, JSON.stringify(asked));
      const wanted = left.kind === "problem" ? asked : { ...asked, group: now.toFix > 0 ? "to_fix" : "to_decide" } as const;
      const next = await ipc.rowAfter(id, wanted, from);
      if (next !== null) await goTo(next, undefined, JSON.stringify(asked));
    },
    [chip, narrowed, goTo, id],
  );

  const step = useCallback((to: number) => void goTo(to), [goTo]);

  useFirstOpenRow(draft, opening, goTo);

  const onCommit = useCallback(
    (row: RowView, column: string, value: string) => {
      const field = editedField(column);
      if (field === undefined) return;
      const isAsked = typedFor.current === row.position;
      typedFor.current = undefined;
      void inTurn(
        () => ipc.editCell(id, row.position, field, value),
        isAsked ? (now) => moveOn(now, row.position).then(() => takeFocus()) : undefined,
      );
    },
    [id, inTurn, moveOn, takeFocus],
  );
  const onActive = useCallback(
    (cell: GridCell) => {
      if (cell.row !== indexNow.current) typedFor.current = undefined;
      setDismissed(undefined);
      select({ index: cell.row, column: columns[cell.column]?.id ?? "name", position: windows.row(cell.row)?.position });
    },
    [columns, select, windows],
  );
  const canReview = reviewReason(t, draft) === undefined;
  const review = useCallback(() => {
    if (canReview) go({ name: "approve", id });
  }, [canReview, go, id]);
  const setDestination = useCallback(
    (country: Country, currency: Currency) => void run(() => ipc.setDestination(id, country, currency)),
    [id, run],
  );
  const undo = useCallback(() => void inTurn(() => ipc.undo(id)), [id, inTurn]);
  const redo = useCallback(() => void inTurn(() => ipc.redo(id)), [id, inTurn]);
  useShortcuts({ undo: draft.canUndo ? undo : undefined, redo: draft.canRedo ? redo : undefined });

  const chooseChip = useCallback(
    (next: Chip) => {
      setWantedChip(next);
      if (chipKey(next) === chipKey(chip)) return;
      const awaits = JSON.stringify(rowFilter(next, narrowed));
      if (next.kind !== "all") select({ index: 0, column: "account_number", position: undefined, awaits });
    },
    [chip, narrowed, select],
  );
  const showAll = () => {
    setText("");
    setBank(undefined);
    setWantedChip(ALL);
  };
  const paste = usePaste({ id, columns, windows, question, run: inTurn, onError: setError });
  const addRow = () =>
    void run(() => ipc.addRow(id), async (now) => {
      showAll();
      setSort(undefined);
      const awaits = JSON.stringify(EVERY_ROW);
      select({ index: now.rows - 1, column: "name", position: now.rows - 1, ...(awaits === question ? {} : { awaits }) });
      setPinned(undefined);
      grid.current?.focus();
    });
  const editCell = useCallback(
    (field: Field): boolean => {
      const column = isBankField(field) ? "bank_name" : field;
      const at = columns.findIndex((known) => known.id === column);
      if (at < 0 || selection === undefined) return false;
      grid.current?.edit({ row: selection.index, column: at });
      typedFor.current = selection.position;
      return true;
    },
    [columns, selection],
  );
  const toast = useToast();
  const onEditLost = useCallback(() => toast(t("notice.editLost"), IconInfoCircle), [t, toast]);
  const toggleExcluded = (row: RowView) => {
    const isOut = row.state === "excluded";
    const who = row.name === "" ? ofRow(t, "someoneInRow", row.row) : row.name;
    void run(
      () => (isOut ? ipc.restore(id, [row.position]) : ipc.exclude(id, [row.position])),
      async () => {
        const words = t(isOut ? "notice.restored" : "notice.excluded", { who });
        toast(words, isOut ? undefined : IconCircleMinus, { label: t("undo"), run: undo });
      },
    );
  };
  useDeleteKey(gridBox, () => {
    const row = selection && windows.row(selection.index);
    if (row !== undefined) toggleExcluded(row);
  });
  const closePanel = useCallback(() => {
    setDismissed(position);
    setPinned(undefined);
    grid.current?.focus();
  }, [position]);
  const field = selection === undefined ? null : (detail?.row.problems.find((p) => columnOf(p, draft.names.available) === selection.column)?.field ?? null);

  return (
    <div className={classes.screen} data-testid="check-screen">
      <Head
        draft={draft}
        onUndo={undo}
        onRedo={redo}
        onReview={review}
        onDestination={setDestination}
      />
      <FigureZone draft={draft} />
      <Chips
        draft={draft}
        chip={chip}
        onChip={chooseChip}
        bank={bank}
        onBank={setBank}
        text={text}
        onText={setText}
        onError={setError}
        tools={<Tools draft={draft} filter={question} count={windows.total ?? 0} run={run} onAddRow={addRow} onError={setError} />}
      />
      {error !== undefined && (
        <div className={classes.error}>
          <ErrorPanel
            error={error}
            actions={hasListInstead(error) ? <ListInstead id={id} onError={setError} /> : undefined}
            onClose={() => setError(undefined)}
          />
        </div>
      )}
      <SameRun draft={draft} />
      <Compared draft={draft} onShow={step} />
      <ReadBy draft={draft} />
      <FileNotes draft={draft} />
      <div className={classes.work}>
        <div className={classes.gridBox} ref={gridBox}>
          <DataGrid<RowView>
            ref={grid}
            label={t("grid.label")}
            columns={columns}
            windows={windows}
            rowKey={(row) => row.position}
            rowClass={excludedClass}
            rowHeight={ROW_PX[appearance.density]}
            active={active}
            onActive={onActive}
            onCommit={onCommit}
            onOpen={(row) => setPinned(row.position)}
            sort={sort}
            onSort={setSort}
            onPaste={paste.look}
            onEditLost={onEditLost}
            onTooMuch={() => toast(t("notice.tooMuch"), IconInfoCircle)}
            coveredEnd={panelOpen && isNarrow === true ? PANEL_PX : 0}
            foot={<Skipped draft={draft} run={run} undo={undo} onShow={step} />}
            footCount={(first, last, total) => t("grid.count", { first, last, count: total })}
            empty={<NoRows draft={draft} text={text} isFiltered={chip.kind !== "all" || text !== "" || bank !== undefined} onAll={showAll} />}
            failure={failure}
          />
        </div>
        {isKept && !panelOpen && <div className={classes.kept} />}
        {panelOpen && (
          <div className={isNarrow === true ? classes.over : classes.beside}>
            <Panel
              draft={draft}
              detail={detail}
              field={field}
              chosen={chip.kind === "problem" ? chip.code : undefined}
              isLoading={detailQuery.isPlaceholderData}
              focusTurn={focusTurn}
              takeFocus={takeFocus}
              run={run}
              moveOn={moveOn}
              goTo={step}
              editCell={editCell}
              onClose={isNarrow === true || (isPinned && !hasOpen) ? closePanel : undefined}
            />
          </div>
        )}
      </div>
      <PasteDialog paste={paste} />
    </div>
  );
}

const isSamePerson = (one: RowView, other: RowView): boolean => one.position === other.position;

const excludedClass = (row: RowView): string | undefined => (row.state === "excluded" ? classes.excluded : undefined);

function indexOfColumn(columns: readonly CheckColumn[], id: ColumnId): number {
  const at = columns.findIndex((column) => column.id === id);
  return at >= 0 ? at : 1;
}
