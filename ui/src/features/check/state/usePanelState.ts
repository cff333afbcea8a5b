/**
 * The content of the side panel, and whether it is open: the selected row's details, a row pinned by opening it, and a
 * row whose panel was closed.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { RowWindows } from "../../../components/DataGrid";
import type { DraftView, Field, RowDetail, RowView } from "../../../ipc";
import { rowDetailQuery } from "../../../query";
import { columnOf } from "./problems";
import type { Selection } from "./rows/useSelection";

interface Input {
  readonly draft: DraftView;
  readonly windows: RowWindows<RowView>;
  readonly selection: Selection | undefined;
  /** The panel overlays the grid. */
  readonly isNarrow: boolean;
}

export interface PanelState {
  /** The panel's row; undefined while the panel is closed. */
  readonly shown: RowDetail | undefined;
  /** The details still belong to another row. */
  readonly isLoading: boolean;
  /** The active cell's field, if it has a problem. */
  readonly field: Field | null;
  readonly isNarrow: boolean;
  /** Its place stays reserved while a problem is open, so that columns do not jump between rows. */
  readonly isReserved: boolean;
  readonly canClose: boolean;
  /** Each increment focuses the first field or action of the panel. */
  readonly focusTurn: number;
  readonly takeFocus: () => void;
  readonly pin: (position: number) => void;
  readonly unpin: () => void;
  readonly close: () => void;
  /** A closed panel reopens with the next selection. */
  readonly reopen: () => void;
}

export function usePanelState({ draft, windows, selection, isNarrow }: Input): PanelState {
  const [focusTurn, setFocusTurn] = useState(1);
  const takeFocus = useCallback(() => setFocusTurn((turn) => turn + 1), []);
  const [pinned, setPinned] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();
  const position = selection?.position;
  const query = useQuery({
    ...rowDetailQuery(draft.id, position ?? 0),
    enabled: position !== undefined,
    placeholderData: keepPreviousData,
  });
  const detail = position === undefined ? undefined : query.data;
  const state = (selection && windows.row(selection.index)?.state) ?? detail?.row.state;
  const asks = state !== undefined && state !== "ready";
  const hasOpen = draft.toFix + draft.toDecide > 0;
  const isPinned = position !== undefined && pinned === position;
  const isWanted = isNarrow
    ? (asks && dismissed !== position) || isPinned
    : hasOpen || state === "excluded" || isPinned;
  const unpin = useCallback(() => setPinned(undefined), []);
  const reopen = useCallback(() => setDismissed(undefined), []);
  const close = useCallback(() => {
    setDismissed(position);
    setPinned(undefined);
  }, [position]);
  return {
    shown: isWanted && windows.total !== 0 ? detail : undefined,
    isLoading: query.isPlaceholderData,
    field: selectedField(draft, detail, selection),
    isNarrow,
    isReserved: !isNarrow && hasOpen,
    canClose: isNarrow || (isPinned && !hasOpen),
    focusTurn,
    takeFocus,
    pin: setPinned,
    unpin,
    close,
    reopen,
  };
}

function selectedField(
  { names }: DraftView,
  detail: RowDetail | undefined,
  selection: Selection | undefined,
): Field | null {
  if (selection === undefined) return null;
  return detail?.row.problems.find((problem) => columnOf(problem, names.available) === selection.column)?.field ?? null;
}
