/** Saving a list, or a copy of the user's own file, where the user chooses. */
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { useToast } from "../../../components";
import { saveCopyOfFile, useCopyWords } from "../../../components/useCopyOfFile";
import { type CopyMade, ipc, type ListKind } from "../../../ipc";
import { fileName } from "../../../lib/files";
import { listWords } from "../../../lib/listWords";
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
      toast(more(made) ?? t("changes.saved", { file: fileName(made.path) }), IconFileSpreadsheet, {
        label: t("changes.show"),
        run: () => void ipc.showInFolder(made.path).catch(setError),
      });
    } catch (thrown) {
      setError(thrown);
    }
  };
  return { run, error };
}

async function saveList(id: number, list: ListKind): Promise<CopyMade | undefined> {
  const path = await ipc.chooseList(id, list);
  if (path === null) return undefined;
  await ipc.exportList(id, list, await listWords(), path);
  return { path, madeAnewFrom: null };
}
