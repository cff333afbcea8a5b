/** Saves a copy of the user's own file with columns added, and says so where it had to become another format. */
import { useTranslation } from "react-i18next";
import { fileName } from "../lib/files";
import { type CopyMade, type ErrorCode, asDeskError, ipc } from "../ipc";
import { listWords } from "../lib/listWords";

/** Without the file there is no copy, and a list has the same people. */
const LIST_INSTEAD: readonly ErrorCode[] = ["file_moved", "file_changed", "copy_too_large", "copy_not_made"];

export const hasListInstead = (error: unknown): boolean => LIST_INSTEAD.includes(asDeskError(error).code);

/** Lets the user say where to; nothing where they change their mind. */
export async function saveCopyOfFile(id: number): Promise<CopyMade | undefined> {
  const path = await ipc.chooseCopy(id);
  return path === null ? undefined : ipc.exportCopy(id, await listWords(), path);
}

/** What to say of a copy beyond its name; nothing where it has the format of the original. */
export function useCopyWords(): (made: CopyMade) => string | undefined {
  const { t } = useTranslation("lists");
  return ({ path, madeAnewFrom }) =>
    madeAnewFrom === null ? undefined : t("anew", { file: fileName(path), format: `.${madeAnewFrom}` });
}
