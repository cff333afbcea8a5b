// The user's mapping of a list's columns; the desk returns the missing fields and the number of readable rows.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import {
  type FileHandle,
  ipc,
  type ListColumn,
  type ListKind,
  type ListMapping,
  type OutcomeColumnsView,
  type TableChoice,
} from "../../../ipc";
import { keys } from "../../../query";

export type OutcomeColumns = {
  /** The last result; a request for the current choice may be running. */
  view: OutcomeColumnsView | undefined;
  /** The current choice. */
  mapping: ListMapping | undefined;
  isCurrent: boolean;
  error: unknown;
  retry: () => void;
  chooseTable: (table: TableChoice) => void;
  chooseColumns: (columns: ListColumn[]) => void;
};

type Question = { table: TableChoice | null; mapping: ListMapping | null };

export function useOutcomeColumns(kind: ListKind, handle: FileHandle, chosen: ListMapping | null): OutcomeColumns {
  const [question, setQuestion] = useState<Question>({ table: null, mapping: chosen });
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: keys.mapping(`outcomes ${kind} ${handle}`, question),
    queryFn: () => ipc.previewOutcomeColumns(kind, handle, question),
    placeholderData: keepPreviousData,
    // The file may have changed since the last read.
    gcTime: 0,
  });
  const isOfAnotherTable = question.mapping === null && isPlaceholderData;
  return {
    view: data,
    mapping: question.mapping ?? data?.mapping,
    isCurrent: data !== undefined && !isPlaceholderData,
    error,
    retry: () => void refetch(),
    chooseTable: (table) => setQuestion({ table, mapping: null }),
    chooseColumns: (columns) => {
      if (data === undefined || isOfAnotherTable) return;
      const { sheet, headerRow } = question.mapping ?? data.mapping;
      setQuestion({ table: null, mapping: { sheet, headerRow, columns } });
    },
  };
}
