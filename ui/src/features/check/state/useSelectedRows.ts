/** Rows of the draft that are selected to be changed together, by their positions: fixes leave them selected, too. */
import { useCallback } from "react";
import { type RowSelection, useRowSelection } from "../../../components/DataGrid";
import { ipc, type RowFilter } from "../../../ipc";

export type SelectedRows = RowSelection<number>;

interface Input {
  readonly id: number;
  /** The filter and order of the grid. */
  readonly filter: RowFilter;
  readonly onError: (error: unknown) => void;
}

const itself = (position: number): number => position;

export function useSelectedRows({ id, filter, onError }: Input): SelectedRows {
  const list = useCallback(() => ipc.rowPositions(id, filter), [id, filter]);
  return useRowSelection({ keyOf: itself, list, onError });
}
