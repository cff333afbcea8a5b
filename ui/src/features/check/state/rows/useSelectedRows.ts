/** Rows of the draft that are selected to be changed together, by their positions: fixes leave them selected, too. */
import { useCallback, useEffect, useRef } from "react";
import { type RowSelection, useRowSelection } from "../../../../components/DataGrid";
import { type DraftView, ipc, type RowFilter } from "../../../../ipc";

export type SelectedRows = RowSelection<number>;

interface Input {
  readonly id: number;
  /** The filter and order of the grid. */
  readonly filter: RowFilter;
  /** The columns that the file is read by: by others, a position is another person's. */
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
