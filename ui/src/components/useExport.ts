/** Saves a file where the user chooses, and shows its name with a link to its folder. */
import { IconFileSpreadsheet } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import {
  type ErrorCode,
  asDeskError,
  type ChosenFile,
  type FileToSave,
  ipc,
  type ListWords,
  type SavedFile,
} from "../ipc";
import { type Call, useCall } from "../lib/useCall";
import { listWords } from "../listWords";
import { useToast } from "./Toast";

/** Without the original file no copy can be made; a list contains the same people. */
const LIST_FALLBACK_ERRORS: readonly ErrorCode[] = ["file_moved", "file_changed", "copy_too_large", "copy_not_made"];

export const canExportListInstead = (error: unknown): boolean => LIST_FALLBACK_ERRORS.includes(asDeskError(error).code);

/** Returns the file; null if the user chose no place for it, or stopped the writing of a document. */
export async function saveFile(file: FileToSave): Promise<SavedFile | null> {
  const chosen = await ipc.chooseDestination(file);
  return chosen === null ? null : ipc.saveFile(file, chosen.handle);
}

type Icon = ComponentType<{ size?: number; stroke?: number }>;
type ReportSaved = (file: ChosenFile, text?: string, icon?: Icon) => void;

/** Reports a saved file by its name, or by another text. */
export function useReportSaved(fail: Call["fail"]): ReportSaved {
  const { t } = useTranslation("frame");
  const toast = useToast();
  return ({ handle, name }, text = t("saved.as", { file: name }), icon = IconFileSpreadsheet) =>
    toast(text, icon, { label: t("saved.show"), run: () => void ipc.showInFolder(handle).catch(fail) });
}

/** Saving a document has progress and can be stopped: see `useDocuments`. */
type SavedAtOnce = Exclude<FileToSave, { kind: "document" }>;

export type Export = Omit<Call, "run"> & {
  /** A list is saved with the window's texts. */
  run: (file: SavedAtOnce | ((words: ListWords) => SavedAtOnce)) => Promise<void>;
};

type Options = {
  /** The message about the saved file, instead of its name. */
  textOf?: (saved: SavedFile) => string;
  icon?: Icon;
  onSaved?: () => void;
  /** An outer call that this one is part of. */
  call?: Call;
};

export function useExport({ textOf, icon, onSaved, call: outer }: Options = {}): Export {
  const { t } = useTranslation("frame");
  const own = useCall();
  const call = outer ?? own;
  const report = useReportSaved(call.fail);
  const savedText = (saved: SavedFile): string | undefined => {
    const { file, madeAnewFrom } = saved;
    if (madeAnewFrom === null) return textOf?.(saved);
    return t("saved.anew", { file: file.name, format: `.${madeAnewFrom}` });
  };
  const run: Export["run"] = (file) =>
    call.run(async () => {
      const saved = await saveFile(typeof file === "function" ? file(await listWords()) : file);
      if (saved === null) return;
      report(saved.file, savedText(saved), icon);
      onSaved?.();
    });
  return { ...call, run };
}
