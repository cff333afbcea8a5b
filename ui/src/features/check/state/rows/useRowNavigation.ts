/** Moves the selection: to a row by its position, to the next open row after a fix, to the first row of a chip. */
import { useCallback } from "react";
import type { RowWindows } from "../../../../components/DataGrid";
import { type DraftView, ipc, type RowFilter, type RowView } from "../../../../ipc";
import { queryClient, rowDetailQuery } from "../../../../query";
import { openProblems } from "../problems";
import { chipKey, chosenChip, filterKey, rowFilter, type Chip } from "./filter";
import type { RowFilterState } from "./useRowFilter";
import { indexOfPosition, problemColumn, type Selection } from "./useSelection";

interface Input {
  readonly id: number;
  readonly rows: RowFilterState;
  readonly windows: RowWindows<RowView>;
  readonly select: (selection: Selection) => void;
  /** Called before a row is selected by its position. */
  readonly onMove: () => void;
}

export interface RowNavigation {
  /** Selects a row by its position, at any index under the filter. */
  readonly goTo: (position: number, row?: RowView) => Promise<void>;
  readonly step: (position: number) => void;
  /** After a fix: the row's next problem, else the next row to fix, else to decide, under the remaining filter. */
  readonly moveOn: (now: DraftView, from: number) => Promise<void>;
  readonly chooseChip: (chip: Chip) => void;
}

export function useRowNavigation({ id, rows, windows, select, onMove }: Input): RowNavigation {
  const { chip, setChip, filterInput, filter, key } = rows;
  const goToUnder = useCallback(
    async (asked: RowFilter, to: number, row?: RowView) => {
      const askedKey = filterKey(asked);
      const index = await indexOfPosition(to, askedKey === key ? windows : undefined, () =>
        ipc.findRow(id, asked, { kind: "index_of", position: to }),
      );
      if (index === undefined) return;
      const known = (await queryClient.fetchQuery(rowDetailQuery(id, to)).catch(() => undefined))?.row ?? row;
      onMove();
      const column = known === undefined ? "account_number" : problemColumn(known, "account_number");
      select({ index, column, position: to, ...(askedKey === windows.question ? {} : { pendingFilter: askedKey }) });
    },
    [id, key, onMove, select, windows],
  );
  const goTo = useCallback((to: number, row?: RowView) => goToUnder(filter, to, row), [filter, goToUnder]);
  const step = useCallback((to: number) => void goTo(to), [goTo]);

  const moveOn = useCallback(
    async (now: DraftView, from: number) => {
      const left = chosenChip(now, chip);
      const asked = rowFilter(left, filterInput);
      const after = await queryClient.fetchQuery(rowDetailQuery(id, from));
      const stays = openProblems(after.row).some(({ code }) => left.kind !== "problem" || code === left.code);
      if (stays) return goToUnder(asked, from, after.row);
      const nextFilter =
        left.kind === "problem" ? asked : ({ ...asked, group: now.toFix > 0 ? "to_fix" : "to_decide" } as const);
      const next = await ipc.findRow(id, nextFilter, { kind: "position_after", position: from });
      if (next !== null) await goToUnder(asked, next);
    },
    [chip, filterInput, goToUnder, id],
  );

  const chooseChip = useCallback(
    (next: Chip) => {
      setChip(next);
      if (chipKey(next) === chipKey(chip)) return;
      const pendingFilter = filterKey(rowFilter(next, filterInput));
      if (next.kind !== "all") select({ index: 0, column: "account_number", position: undefined, pendingFilter });
    },
    [chip, filterInput, select, setChip],
  );
  return { goTo, step, moveOn, chooseChip };
}
