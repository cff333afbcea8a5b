/** Saving a list, or a copy of the user's own file, where the user chooses. */
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { useToast } from "../../../components";
import { saveCopyOfFile, useCopyWords } from "../../../components/useCopyOfFile";
import { ipc, type ListKind, type SavedCopy } from "../../../ipc";
import { listWords } from "../../../listWords";
import { useWords } from "../words";

export function useSaveList(id: number) {
  const t = useWords();
  const toast = useToast();
  const more = useCopyWords();
  const [error, setError] = useState<unknown>();
  const run = async (list: ListKind | "copy") => {
    setError(undefined);
    try {
      const made = list === "copy" ? await saveCopyOfFile(id) : await saveList(id, list);
      if (made === undefined) return;
      toast(more(made) ?? t("changes.saved", { file: made.file.name }), IconFileSpreadsheet, {
        label: t("changes.show"),
        run: () => void ipc.showInFolder(made.file.handle).catch(setError),
      });
    } catch (thrown) {
      setError(thrown);
    }
  };
  return { run, error };
}

async function saveList(id: number, list: ListKind): Promise<SavedCopy | undefined> {
  const chosen = await ipc.chooseList(id, list);
  if (chosen === null) return undefined;
  return { file: await ipc.exportList(id, list, await listWords(), chosen.handle), madeAnewFrom: null };
}
