/** Rows selected for a common change, by their positions: fixes do not change the selection. */
import { useCallback, useEffect, useRef } from "react";
import { type RowSelection, useRowSelection } from "../../../../components/DataGrid";
import { type DraftView, ipc, type RowFilter } from "../../../../ipc";

export type SelectedRows = RowSelection<number>;

interface Input {
  readonly id: number;
  /** The filter and sort order of the grid. */
  readonly filter: RowFilter;
  /** The column mapping: under another one, a position belongs to another person. */
  readonly reading: DraftView["reading"];
  readonly onError: (error: unknown) => void;
}

const identity = (position: number): number => position;

export function useSelectedRows({ id, filter, reading, onError }: Input): SelectedRows {
  const list = useCallback(() => ipc.rowPositions(id, filter), [id, filter]);
  const selection = useRowSelection({ keyOf: identity, list, onError });
  const { clear } = selection;
  const readBy = JSON.stringify(reading);
  const selectedBy = useRef(readBy);
  useEffect(() => {
    if (selectedBy.current === readBy) return;
    selectedBy.current = readBy;
    clear();
  }, [clear, readBy]);
  return selection;
}
