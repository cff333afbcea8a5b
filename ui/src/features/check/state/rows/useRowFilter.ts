/** The user's filter: one chip, a text, a bank and a sort order. */
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { GridSort } from "../../../../components/DataGrid";
import type { DraftView, PaidBefore, RowFilter } from "../../../../ipc";
import { ALL, chosenChip, filterKey, rowFilter, type Chip, type FilterInput } from "./filter";

export interface RowFilterState {
  readonly chip: Chip;
  readonly setChip: (chip: Chip) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Code of the filtered bank. */
  readonly bank: string | undefined;
  readonly setBank: (bank: string | undefined) => void;
  /** Shows only rows that were paid before, or only new ones. */
  readonly paid: PaidBefore | undefined;
  readonly setPaid: (paid: PaidBefore | undefined) => void;
  readonly sort: GridSort | undefined;
  readonly setSort: (sort: GridSort | undefined) => void;
  /** Filters besides the chip. The text follows the typing with a delay. */
  readonly filterInput: FilterInput;
  /** The filter of the grid, and the cache key of its rows. */
  readonly filter: RowFilter;
  readonly key: string;
  readonly isFiltered: boolean;
  readonly showAll: () => void;
}

export function useRowFilter(draft: DraftView): RowFilterState {
  const [requestedChip, setChip] = useState<Chip>(ALL);
  const [text, setText] = useState("");
  const [bank, setBank] = useState<string>();
  const [paid, setPaid] = useState<PaidBefore>();
  const [sort, setSort] = useState<GridSort>();
  const chip = useMemo(() => chosenChip(draft, requestedChip), [draft, requestedChip]);
  const filterText = useDeferredValue(text);
  const filterInput = useMemo(() => ({ text: filterText, bank, paid, sort }), [filterText, bank, paid, sort]);
  const filter = useMemo(() => rowFilter(chip, filterInput), [chip, filterInput]);
  const isFiltered = chip.kind !== "all" || text !== "" || bank !== undefined || paid !== undefined;
  const showAll = useCallback(() => {
    setText("");
    setBank(undefined);
    setPaid(undefined);
    setChip(ALL);
  }, []);
  return {
    chip,
    setChip,
    text,
    setText,
    bank,
    setBank,
    paid,
    setPaid,
    sort,
    setSort,
    filterInput,
    filter,
    key: filterKey(filter),
    isFiltered,
    showAll,
  };
}
