// Saves the journal where the user chooses, and reports how many people are not in it.

import { IconNotebook } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { type Export, useExport } from "../../components/useExport";
import type { JournalOptions, SavedFile } from "../../ipc";
import { keys, queryClient } from "../../query";

type JournalExport = Omit<Export, "run"> & { run: (options: JournalOptions) => Promise<void> };

export function useJournalExport(payroll: number, onSaved: () => void): JournalExport {
  const { t } = useTranslation("journal");
  const textOf = ({ file, booked }: SavedFile): string => {
    const text = t("saved", { file: file.name });
    const count = booked?.leftOut.reduce((sum, { total }) => sum + total.count, 0) ?? 0;
    return count === 0 ? text : `${text} ${t("leftOut.title", { count })}`;
  };
  const saving = useExport({
    textOf,
    icon: IconNotebook,
    onSaved: () => {
      // The options are proposed the next time.
      void queryClient.invalidateQueries({ queryKey: keys.journals });
      void queryClient.invalidateQueries({ queryKey: keys.journal(payroll) });
      onSaved();
    },
  });
  return { ...saving, run: (options) => saving.run((words) => ({ kind: "journal", payroll, options, words })) };
}
