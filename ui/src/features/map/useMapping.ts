/**
 * State of the mapping screen: the parsed file, the user's choices, and a preview of the first people. Unconfirmed
 * choices are stored while the window is open, so that going back loses nothing.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import {
  type Country,
  type DestinationView,
  type Field,
  type FileHandle,
  type Header,
  ipc,
  type MappedColumn,
  type MappingAnswer,
  type MappingQuestion,
  type MappingView,
  type TableChoice,
} from "../../ipc";
import { CURRENCY_OF } from "../../lib/currency/countries";
import { keys, onProfileReset } from "../../query";
import { duplicateFields, namesNoBank, sameColumns, withField } from "./columns";

/** The file: one that is not a payroll yet, or a draft's. */
export type Source = { kind: "file"; handle: FileHandle } | { kind: "draft"; id: number };

type Choice = {
  table: TableChoice | null;
  country: Country | null;
  /** Null until the user chooses. */
  columns: MappedColumn[] | null;
  /** The bank for rows without one. */
  bank: DestinationView | null;
  /** Checksum of the parsed file. */
  sha256: string;
};

const NO_CHOICE: Choice = { table: null, country: null, columns: null, bank: null, sha256: "" };
const DEBOUNCE_MS = 250;

const nameOf = (source: Source): string => (source.kind === "file" ? `file ${source.handle}` : `draft ${source.id}`);
const unconfirmed = new Map<string, Choice>();

/** Clears all choices: practice and live use the same draft numbers. */
export const forgetUnconfirmed = (): void => unconfirmed.clear();
onProfileReset(forgetUnconfirmed);

/** Clears the choice after its confirmation. */
export const discardChoice = (source: Source): boolean => unconfirmed.delete(nameOf(source));

const fetchMapping = (source: Source, question: MappingQuestion): Promise<MappingView> =>
  source.kind === "file" ? ipc.previewFile(source.handle, question) : ipc.previewDraftFile(source.id, question);

function useMappingView(source: Source, question: MappingQuestion, enabled: boolean) {
  return useQuery({
    queryKey: keys.mapping(nameOf(source), question),
    queryFn: () => fetchMapping(source, question),
    placeholderData: keepPreviousData,
    // The file may have changed since the last read.
    gcTime: 0,
    enabled,
  });
}

export type Mapping = ReturnType<typeof useMapping>;

export function useMapping(source: Source) {
  const [kept, setKept] = useState<Choice>(() => unconfirmed.get(nameOf(source)) ?? NO_CHOICE);
  const destination = (country: Country | null) => ({
    country,
    currency: country === null ? null : CURRENCY_OF[country],
  });
  const base = useMappingView(source, { table: kept.table, mapping: null, ...destination(kept.country) }, true);
  const view = base.data;
  // The choices belong to another version of the file, so sheet, headings and country are dropped.
  if (view !== undefined && kept !== NO_CHOICE && kept.sha256 !== view.sha256) {
    unconfirmed.delete(nameOf(source));
    setKept(NO_CHOICE);
  }
  const choice = kept;
  const columns = choice.columns ?? view?.decision.mapping.columns ?? [];
  const isEdited = view !== undefined && !sameColumns(columns, view.decision.mapping.columns);

  const answer: MappingAnswer | undefined = view && {
    sha256: view.sha256,
    mapping: { ...view.decision.mapping, columns },
    ...destination(choice.country),
  };
  const [asked] = useDebouncedValue(
    isEdited && duplicateFields(columns).size === 0 ? (answer?.mapping ?? null) : null,
    DEBOUNCE_MS,
  );
  const seen = useMappingView(source, { table: null, mapping: asked, ...destination(choice.country) }, asked !== null);

  const shown = asked === null ? view : (seen.data ?? view);
  // A bank chosen before the bank column is dropped.
  const asksForBank = source.kind === "file" && shown !== undefined && namesNoBank(columns, shown);
  const choose = (next: Partial<Choice>) => {
    const chosen = { ...choice, sha256: view?.sha256 ?? "", ...next };
    unconfirmed.set(nameOf(source), chosen);
    setKept(chosen);
  };
  return {
    view,
    error: base.error ?? seen.error,
    retry: () => void Promise.all([base.refetch(), asked !== null && seen.refetch()]),
    columns,
    answer: answer && { ...answer, bank: asksForBank ? (choice.bank?.code ?? null) : null },
    /** Some rows may have no bank: one can be chosen for them. */
    asksForBank,
    /** The user changed the detected mapping. */
    isEdited,
    /** The file as read with the choices; the previous result during a request. */
    seen: shown,
    /** The shown result matches the choices: no request for another sheet is running. */
    isCurrent: !base.isPlaceholderData,
    isSettled: isEdited
      ? asked !== null && !seen.isPlaceholderData && seen.data !== undefined
      : !base.isPlaceholderData,
    setField: (column: string, field: Field | null) => choose({ columns: withField(columns, column, field) }),
    chooseTable: (table: TableChoice) => choose({ table, columns: null, bank: null }),
    /** Belongs to the shown sheet. */
    chooseHeader: (header: Header) =>
      view !== undefined &&
      choose({ table: { sheet: view.decision.mapping.sheet, header }, columns: null, bank: null }),
    // A bank belongs to a country.
    chooseCountry: (country: Country) => choose({ country, bank: null }),
    bank: choice.bank,
    chooseBank: (bank: DestinationView | null) => choose({ bank }),
  };
}
