/** The rows of a draft under the filter, fetched in windows, and updated with the rows that a command changed. */
import { useCallback } from "react";
import { type PlacedWindow, type RowWindows, useRowWindows, useWindowsVersion } from "../../../components/DataGrid";
import { type DraftView, ipc, type RowView } from "../../../ipc";
import { useRowsRevision } from "./opening";
import type { RowFilterState } from "./rows/useRowFilter";

const isSamePerson = (one: RowView, other: RowView): boolean => one.position === other.position;

export interface DraftWindows {
  readonly windows: RowWindows<RowView>;
  /** Shows changed rows before they are refetched. */
  readonly showChanged: (changed: readonly RowView[]) => void;
}

export function useDraftWindows(
  draft: DraftView,
  { filter, key }: RowFilterState,
  first?: PlacedWindow<RowView>,
): DraftWindows {
  const { id } = draft;
  const fetchRows = useCallback(
    (offset: number, limit: number) => ipc.draftRows(id, filter, offset, limit),
    [id, filter],
  );
  const windows = useRowWindows<RowView>(fetchRows, key, useRowsRevision(draft), first);
  useWindowsVersion(windows);
  const showChanged = useCallback((changed: readonly RowView[]) => windows.put(changed, isSamePerson), [windows]);
  return { windows, showChanged };
}
