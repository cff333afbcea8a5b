// Saves the journal where the user says, and reports how many people are not in it.

import { IconNotebook } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useToast } from "../../components";
import { ipc, type JournalOptions } from "../../ipc";
import { listWords } from "../../listWords";
import { type Call, useCall } from "../../lib/useCall";
import { keys, queryClient } from "../../query";

type Export = Omit<Call, "run"> & { run: (options: JournalOptions) => Promise<void> };

export function useJournalExport(id: number, onSaved: () => void): Export {
  const { t } = useTranslation("journal");
  const toast = useToast();
  const call = useCall();
  const save = async (options: JournalOptions): Promise<void> => {
    const words = await listWords();
    const chosen = await ipc.chooseJournal(id, options, words);
    if (chosen === null) return;
    const made = await ipc.exportJournal(id, options, words, chosen.handle);
    // The choice is proposed the next time.
    void queryClient.invalidateQueries({ queryKey: keys.journals });
    void queryClient.invalidateQueries({ queryKey: keys.journal(id) });
    const count = made.booked.leftOut.reduce((sum, { total }) => sum + total.count, 0);
    const text = t("saved", { file: made.file.name });
    toast(count === 0 ? text : `${text} ${t("leftOut.title", { count })}`, IconNotebook, {
      label: t("showInFolder"),
      run: () => void ipc.showInFolder(made.file.handle).catch(call.fail),
    });
    onSaved();
  };
  return { ...call, run: (options) => call.run(() => save(options)) };
}
