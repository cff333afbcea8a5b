/** Saves a copy of the user's own file with columns added, and says so where it had to become another format. */
import { useTranslation } from "react-i18next";
import { type ErrorCode, asDeskError, ipc, type SavedCopy } from "../ipc";
import { listWords } from "../listWords";

/** Without the file there is no copy, and a list has the same people. */
const LIST_INSTEAD: readonly ErrorCode[] = ["file_moved", "file_changed", "copy_too_large", "copy_not_made"];

export const hasListInstead = (error: unknown): boolean => LIST_INSTEAD.includes(asDeskError(error).code);

/** Lets the user say where to; nothing where they change their mind. */
export async function saveCopyOfFile(id: number): Promise<SavedCopy | undefined> {
  const chosen = await ipc.chooseCopy(id);
  return chosen === null ? undefined : ipc.exportCopy(id, await listWords(), chosen.handle);
}

/** What to say of a copy beyond its name; nothing where it has the format of the original. */
export function useCopyWords(): (made: SavedCopy) => string | undefined {
  const { t } = useTranslation("lists");
  return ({ file, madeAnewFrom }) =>
    madeAnewFrom === null ? undefined : t("anew", { file: file.name, format: `.${madeAnewFrom}` });
}
