// Import of a file with results: choose, compare, and apply as shown.

import { IconFileCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import {
  asDeskError,
  type ChosenFile,
  ipc,
  type ListKind,
  type ListMapping,
  type OutcomeReading,
  type OutcomesView,
  type OutcomeWord,
  type WordMeaning,
  type WordReading,
} from "../../ipc";
import { type Call, useCall } from "../../lib/useCall";
import { keys } from "../../query";

/** The step of the dialog: mapping the columns, or the difference. */
export type Step = "columns" | "difference";

export type Outcomes = Omit<Call, "run" | "fail"> & {
  /** The difference; null before a file was read. */
  shown: OutcomesView | null;
  step: Step;
  /** The file or the recorded results changed between preview and confirmation: `shown` is the new difference. */
  isRenewed: boolean;
  isOpen: boolean;
  kind: ListKind;
  /** Null before a file was chosen. */
  file: ChosenFile | null;
  reading: OutcomeReading;
  choose: (kind: ListKind) => Promise<void>;
  /** Opens the column mapping although the file was readable. */
  askColumns: () => void;
  backToDifference: () => void;
  readBy: (columns: ListMapping) => Promise<void>;
  decideWord: (word: OutcomeWord, meaning: WordMeaning | null) => Promise<void>;
  apply: (confirmed: string[]) => Promise<void>;
  close: () => void;
};

type Chosen = {
  kind: ListKind;
  file: ChosenFile;
  reading: OutcomeReading;
  step: Step;
  shown: OutcomesView | null;
  isRenewed: boolean;
};

const AS_DETECTED: OutcomeReading = { columns: null, words: null };

export function useOutcomes(): Outcomes {
  const { t } = useTranslation("outcomes");
  const client = useQueryClient();
  const toast = useToast();
  const { run, isBusy, error, forget } = useCall();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const look = async (asked: Chosen, isRenewed: boolean): Promise<void> => {
    const answer = await ipc.previewOutcomes(asked.kind, asked.file.handle, asked.reading);
    const seen =
      answer.shows === "difference"
        ? { step: "difference" as const, shown: answer.view }
        : { step: "columns" as const, shown: null };
    // A dialog closed during the read stays closed.
    setChosen((now) => (now?.file.handle === asked.file.handle ? { ...asked, ...seen, isRenewed } : now));
  };
  const choose = async (kind: ListKind): Promise<void> => {
    const file = await ipc.chooseFile(kind);
    if (file === null) return;
    const asked: Chosen = { kind, file, reading: AS_DETECTED, step: "difference", shown: null, isRenewed: false };
    setChosen(asked);
    await look(asked, false);
  };
  const read = async (reading: Partial<OutcomeReading>): Promise<void> => {
    if (chosen !== null) await look({ ...chosen, reading: { ...chosen.reading, ...reading } }, false);
  };
  const apply = async (confirmed: string[]): Promise<void> => {
    if (chosen?.shown === null || chosen === null) return;
    const { kind, file, shown, reading } = chosen;
    const { sha256, fingerprint } = shown;
    try {
      const { payouts } = await ipc.applyOutcomes(kind, file.handle, { sha256, fingerprint, reading, confirmed });
      setChosen(null);
      toast(t("applied", { count: payouts, file: shown.fileName }), IconFileCheck);
      const changed = [keys.payrolls, keys.people, keys.unresolved, keys.layouts];
      for (const queryKey of changed) void client.invalidateQueries({ queryKey });
    } catch (thrown) {
      if (asDeskError(thrown).code !== "outcomes_changed") throw thrown;
      await look(chosen, true);
    }
  };
  const go = (step: Step): void => {
    forget();
    setChosen((now) => now && { ...now, step });
  };
  const close = (): void => {
    if (isBusy && chosen?.shown !== null) return;
    forget();
    setChosen(null);
  };
  return {
    isBusy,
    error,
    forget,
    shown: chosen?.shown ?? null,
    step: chosen?.step ?? "difference",
    isRenewed: chosen?.isRenewed ?? false,
    isOpen: chosen !== null || error !== null,
    kind: chosen?.kind ?? "results",
    file: chosen?.file ?? null,
    reading: chosen?.reading ?? AS_DETECTED,
    choose: (kind) => run(() => choose(kind)),
    askColumns: () => go("columns"),
    backToDifference: () => go("difference"),
    readBy: (columns) => run(() => read({ columns, words: null })),
    decideWord: (word, meaning) => run(() => read({ words: wordReadings(chosen?.shown?.words ?? [], word, meaning) })),
    apply: (confirmed) => run(() => apply(confirmed)),
    close,
  };
}

/** All words and codes of the file that have a meaning, one of them changed. */
function wordReadings(words: readonly OutcomeWord[], changed: OutcomeWord, meaning: WordMeaning | null): WordReading[] {
  const all = words.map((one) => (one.kind === changed.kind && one.word === changed.word ? { ...one, meaning } : one));
  return all.flatMap(({ kind, word, meaning: read }) => (read === null ? [] : [{ kind, word, meaning: read }]));
}
