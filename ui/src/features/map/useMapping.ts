/**
 * What the mapping screen knows: the file as it was looked at, what the user made of it, and the first people as they
 * would be read by that. What is not confirmed yet is kept while the window is open, so that going back loses nothing.
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

/** Which file is looked at: one that is not a payroll yet, or a draft's. */
export type Source = { kind: "file"; handle: FileHandle } | { kind: "draft"; id: number };

type Choice = {
  table: TableChoice | null;
  country: Country | null;
  /** None while nothing was said otherwise. */
  columns: MappedColumn[] | null;
  /** The bank of rows that name none. */
  bank: DestinationView | null;
  /** Of the file that was looked at. */
  sha256: string;
};

const NO_CHOICE: Choice = { table: null, country: null, columns: null, bank: null, sha256: "" };
const DEBOUNCE_MS = 250;

const nameOf = (source: Source): string => (source.kind === "file" ? `file ${source.handle}` : `draft ${source.id}`);
const unconfirmed = new Map<string, Choice>();

/** Forgets all that was chosen: practice and live number their drafts alike. */
export const forgetUnconfirmed = (): void => unconfirmed.clear();
onProfileReset(forgetUnconfirmed);

/** Forgets what was chosen: it is confirmed now. */
export const discardChoice = (source: Source): boolean => unconfirmed.delete(nameOf(source));

const fetchMapping = (source: Source, question: MappingQuestion): Promise<MappingView> =>
  source.kind === "file" ? ipc.lookAtFile(source.handle, question) : ipc.lookAtDraft(source.id, question);

function useMappingView(source: Source, question: MappingQuestion, enabled: boolean) {
  return useQuery({
    queryKey: keys.mapping(nameOf(source), question),
    queryFn: () => fetchMapping(source, question),
    placeholderData: keepPreviousData,
    // The file may have changed since it was looked at last.
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
  // What was chosen was chosen of another file: of this one nothing is, neither sheet nor headings nor country.
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
  // A bank that was chosen before the column of the banks is not meant any more.
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
    /** Some rows may name no bank: one can be chosen for them. */
    asksForBank,
    /** Something differs from what was detected. */
    isEdited,
    /** The file as it is read by what is chosen; the last one while another is on its way. */
    seen: shown,
    /** What is shown is what was chosen: another sheet is not on its way. */
    isCurrent: !base.isPlaceholderData,
    isSettled: isEdited
      ? asked !== null && !seen.isPlaceholderData && seen.data !== undefined
      : !base.isPlaceholderData,
    setField: (column: string, field: Field | null) => choose({ columns: withField(columns, column, field) }),
    chooseTable: (table: TableChoice) => choose({ table, columns: null, bank: null }),
    /** Of the sheet that is shown. */
    chooseHeader: (header: Header) =>
      view !== undefined &&
      choose({ table: { sheet: view.decision.mapping.sheet, header }, columns: null, bank: null }),
    // A bank is one of its country.
    chooseCountry: (country: Country) => choose({ country, bank: null }),
    bank: choice.bank,
    chooseBank: (bank: DestinationView | null) => choose({ bank }),
  };
}
