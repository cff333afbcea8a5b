// The shown and the selected people. Opening one of them stores this state for the way back.

import { useDebouncedValue } from "@mantine/hooks";
import { useCallback, useMemo, useState } from "react";

import { type GridCell, type RowSelection, useRowSelection } from "../../components/DataGrid";
import { ipc, type PeopleOrder, type PersonLine } from "../../ipc";
import { personId } from "../../lib/personId";
import { useNavigation } from "../../navigation";
import type { Screen } from "../../screen";

const TYPING_MS = 150;
/** People per call when all are listed; the desk may return fewer. */
const LISTED_AT_ONCE = 500;
/** The column of the name, active on return. */
const NAME = 1;

export type PeopleInput = Omit<Extract<Screen, { name: "people" }>, "name">;
export type PeopleSelection = RowSelection<PersonLine, string>;

export const idOf = ({ key }: PersonLine): string => personId(key);

/** The search text, null for everyone, and the order. */
export type Searched = { text: string | null; order: PeopleOrder };

export type PeopleView = {
  /** The text of the search field; the query follows with a delay. */
  typed: string;
  setTyped: (typed: string) => void;
  query: Searched;
  setOrder: (order: PeopleOrder) => void;
  selection: PeopleSelection;
  active: GridCell | undefined;
  setActive: (cell: GridCell) => void;
  open: (line: PersonLine) => void;
};

export function usePeopleView(input: PeopleInput, onError: (error: unknown) => void): PeopleView {
  const { go, replace } = useNavigation();
  const [typed, setTyped] = useState(input.text ?? "");
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [order, setOrder] = useState(input.order ?? "last_paid");
  const [active, setActive] = useState(() => (input.row === undefined ? undefined : { row: input.row, column: NAME }));
  const query = useMemo<Searched>(() => ({ text: text === "" ? null : text, order }), [text, order]);
  const list = useCallback(() => everyone(query), [query]);
  const selection = useRowSelection({ keyOf: idOf, list, onError, first: input.selected });
  const open = ({ key }: PersonLine): void => {
    const selected = [...selection.selected.values()];
    replace({
      name: "people",
      text: typed.trim(),
      order,
      selected,
      ...(active === undefined ? {} : { row: active.row }),
    });
    go({ name: "person", person: key });
  };
  return { typed, setTyped, query, setOrder, selection, active, setActive, open };
}

async function everyone(query: Searched): Promise<PersonLine[]> {
  const people: PersonLine[] = [];
  for (;;) {
    const { total, rows } = await ipc.people(query, people.length, LISTED_AT_ONCE);
    people.push(...rows);
    if (rows.length === 0 || people.length >= total) return people;
  }
}
