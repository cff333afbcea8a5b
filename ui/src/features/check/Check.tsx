/** The Check screen: head, figure, chips, grid and side panel. Each part's state is in its own hook. */
import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo, useRef } from "react";
import { ErrorPanel } from "../../components";
import { canExportListInstead } from "../../components/useExport";
import type { GridHandle } from "../../components/DataGrid";
import type { DraftView } from "../../ipc";
import classes from "./Check.module.css";
import { Chips } from "./filters/Chips";
import { CheckGrid } from "./grid/CheckGrid";
import { PasteDialog, usePaste } from "./grid/PasteDialog";
import { useCellEditing } from "./grid/useCellEditing";
import { useCheckColumns } from "./grid/useCheckColumns";
import { SidePanel } from "./panel/SidePanel";
import { initialSelection, useFirstOpenRow, useOpening } from "./state/opening";
import { useAccountNames } from "./state/useAccountNames";
import { useDraftActions } from "./state/useDraftActions";
import { type DraftCommands, useDraftCommands } from "./state/useDraftCommands";
import { useDraftWindows } from "./state/useDraftWindows";
import { usePanelState } from "./state/usePanelState";
import { useRowFilter } from "./state/rows/useRowFilter";
import { useRowNavigation } from "./state/rows/useRowNavigation";
import { useSelectedRows } from "./state/rows/useSelectedRows";
import { useSelection } from "./state/rows/useSelection";
import { Compared } from "./summary/Compared";
import { FigureZone } from "./summary/FigureZone";
import { Head } from "./summary/Head";
import { FileNotes, Notes } from "./summary/Notes";
import { ReadBy } from "./summary/ReadBy";
import { ReviewEarly } from "./summary/ReviewEarly";
import { ListInstead } from "./tools/ListInstead";
import { Tools } from "./tools/Tools";
import { useAddRow } from "./tools/useAddRow";

/** Below this width the side panel overlays the grid. */
const NARROW = "(max-width: 1199px)";

export function Check({ draft }: { draft: DraftView }) {
  const { id } = draft;
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) === true;
  const grid = useRef<GridHandle>(null);
  const rows = useRowFilter(draft);
  const opening = useOpening(id);
  const { windows, showChanged } = useDraftWindows(draft, rows, opening?.rows);
  const commands = useDraftCommands(id, showChanged);
  const { run, inTurn, setError } = commands;
  const { selection, select } = useSelection(windows, opening && initialSelection(opening));
  const panel = usePanelState({ draft, windows, selection, isNarrow });
  const isWide = panel.shown === undefined && !panel.isReserved && !isNarrow;
  const selectedRows = useSelectedRows({ id, filter: rows.filter, reading: draft.reading, onError: setError });
  const columns = useCheckColumns(draft, isWide, isNarrow, selectedRows);
  const { goTo, step, moveOn, chooseChip } = useRowNavigation({ id, rows, windows, select, onMove: panel.reopen });
  useFirstOpenRow(draft, opening, goTo);
  useAccountNames({ draft, windows, selection, goTo });
  const editing = useCellEditing({ grid, columns, windows, selection, select, inTurn, moveOn, panel });
  const { undo, redo, review, setDestination, early } = useDraftActions(draft, commands);
  const paste = usePaste({ id, columns, windows, filter: rows.filter, run: inTurn, onError: setError });
  const addRow = useAddRow({ grid, rows, select, panel, run });
  const { close } = panel;
  const closePanel = useCallback(() => {
    close();
    grid.current?.focus();
  }, [close]);
  const count = windows.total ?? 0;
  // Memoised: the chips render when their props change, not with each selected cell.
  const tools = useMemo(
    () => <Tools draft={draft} filter={rows.filter} count={count} run={run} onAddRow={addRow} onError={setError} />,
    [draft, rows.filter, count, run, addRow, setError],
  );
  return (
    <div className={classes.screen} data-testid="check-screen">
      <Head draft={draft} onUndo={undo} onRedo={redo} onReview={review} onDestination={setDestination} />
      <FigureZone draft={draft} />
      <Chips
        draft={draft}
        chip={rows.chip}
        onChip={chooseChip}
        bank={rows.bank}
        onBank={rows.setBank}
        paid={rows.paid}
        onPaid={rows.setPaid}
        text={rows.text}
        onText={rows.setText}
        onError={setError}
        tools={tools}
      />
      <CommandError id={id} commands={commands} />
      <Notes draft={draft} onError={setError} />
      <Compared draft={draft} onShow={step} />
      <ReadBy draft={draft} />
      <FileNotes draft={draft} />
      <div className={classes.work}>
        <CheckGrid
          {...{ draft, grid, columns, windows, rows, selection, panel, editing, paste, selectedRows, run, undo }}
          onShow={step}
          onError={setError}
        />
        <SidePanel
          draft={draft}
          panel={panel}
          chosen={rows.chip.kind === "problem" ? rows.chip.code : undefined}
          run={run}
          moveOn={moveOn}
          goTo={step}
          editCell={editing.editCell}
          onClose={closePanel}
        />
      </div>
      <PasteDialog paste={paste} />
      <ReviewEarly draft={draft} early={early} />
    </div>
  );
}

/** The last command's error, and the list that can be saved instead of a copy of the file. */
function CommandError({ id, commands: { error, setError } }: { id: number; commands: DraftCommands }) {
  if (error === undefined) return null;
  return (
    <div className={classes.error}>
      <ErrorPanel
        error={error}
        actions={canExportListInstead(error) ? <ListInstead id={id} onError={setError} /> : undefined}
        onClose={() => setError(undefined)}
      />
    </div>
  );
}
