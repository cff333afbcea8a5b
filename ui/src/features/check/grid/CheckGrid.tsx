/** The grid of the Check screen: one row per person, its foot and its placeholders. */
import { IconInfoCircle } from "@tabler/icons-react";
import { type RefObject, useCallback, useRef } from "react";
import { useToast } from "../../../components";
import { DataGrid, type GridHandle, type RowWindows, useSelectionKeys } from "../../../components/DataGrid";
import type { DraftView, RowView } from "../../../ipc";
import { useSession } from "../../../query";
import classes from "../Check.module.css";
import type { ColumnId } from "../state/problems";
import type { RunCommand } from "../state/useDraftCommands";
import type { PanelState } from "../state/usePanelState";
import type { RowFilterState } from "../state/rows/useRowFilter";
import type { SelectedRows } from "../state/rows/useSelectedRows";
import type { Selection } from "../state/rows/useSelection";
import { useWords } from "../words";
import type { CheckColumn } from "./columns";
import { failure, NoRows } from "./NoRows";
import type { Paste } from "./PasteDialog";
import { SelectedBar } from "./SelectedBar";
import { Skipped } from "./Skipped";
import type { CellEditing } from "./useCellEditing";
import { useExcludeKey } from "./useExcludeKey";
import own from "./cells.module.css";

const ROW_PX = { comfortable: 36, compact: 30 } as const;
/** Width of the overlaid panel. */
const PANEL_PX = 304;

interface Props {
  readonly draft: DraftView;
  readonly grid: RefObject<GridHandle | null>;
  readonly columns: readonly CheckColumn[];
  readonly windows: RowWindows<RowView>;
  readonly rows: RowFilterState;
  readonly selection: Selection | undefined;
  readonly panel: PanelState;
  readonly editing: CellEditing;
  readonly paste: Paste;
  readonly selectedRows: SelectedRows;
  readonly run: RunCommand;
  readonly undo: () => void;
  /** Selects a row by its position. */
  readonly onShow: (position: number) => void;
  readonly onError: (error: unknown) => void;
}

export function CheckGrid({
  draft,
  grid,
  columns,
  windows,
  rows,
  selection,
  panel,
  editing,
  paste,
  selectedRows,
  run,
  undo,
  onShow,
  onError,
}: Props) {
  const t = useWords();
  const toast = useToast();
  const { appearance } = useSession();
  const box = useRef<HTMLDivElement>(null);
  useExcludeKey({ box, windows, selection, selectedRows, run, undo });
  const here = selection && windows.row(selection.index);
  useSelectionKeys({ box, row: here?.position, selection: selectedRows });
  const { selected } = selectedRows;
  const rowClass = useCallback((row: RowView) => classesOf(row, selected.has(row.position)), [selected]);
  const onEditLost = useCallback(() => toast(t("notice.editLost"), IconInfoCircle), [t, toast]);
  return (
    <div className={classes.gridBox} ref={box}>
      <DataGrid<RowView>
        ref={grid}
        label={t("grid.label")}
        columns={columns}
        windows={windows}
        rowKey={positionOf}
        rowClass={rowClass}
        rowHeight={ROW_PX[appearance.density]}
        active={selection && { row: selection.index, column: indexOfColumn(columns, selection.column) }}
        onActive={editing.onActive}
        onCommit={editing.onCommit}
        onOpen={(row) => panel.pin(row.position)}
        sort={rows.sort}
        onSort={rows.setSort}
        onPaste={paste.preview}
        onEditLost={onEditLost}
        onRangeTooLarge={() => toast(t("notice.tooMuch"), IconInfoCircle)}
        coveredEnd={panel.shown !== undefined && panel.isNarrow ? PANEL_PX : 0}
        foot={
          selected.size > 0 ? (
            <SelectedBar draft={draft} rows={selectedRows} run={run} undo={undo} onError={onError} />
          ) : (
            <Skipped draft={draft} run={run} undo={undo} onShow={onShow} />
          )
        }
        footCount={(first, last, total) => t("grid.count", { first, last, count: total })}
        empty={<NoRows draft={draft} text={rows.text} isFiltered={rows.isFiltered} onAll={rows.showAll} />}
        failure={failure}
      />
    </div>
  );
}

/** Memoised: a row renders only when its data changed. */
const positionOf = ({ position }: RowView): number => position;

const classesOf = (row: RowView, isSelected: boolean): string =>
  [row.state === "excluded" && own.excluded, isSelected && own.chosen].filter(Boolean).join(" ");

function indexOfColumn(columns: readonly CheckColumn[], id: ColumnId): number {
  const at = columns.findIndex((column) => column.id === id);
  return at >= 0 ? at : 1;
}
