import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

const CATALOGUES = ["check", "problems", "approve", "states"] as const;

/** The catalogues of the Check screen; countries are named as on the Approve screen. */
export type Words = TFunction<typeof CATALOGUES>;

/** Texts that name a row by its line in the file; each has a variant for added rows. */
type RowTextKey =
  "panel.label" | "panel.whoNameless" | "panel.excludeNameless" | "panel.restoreNameless" | "someoneInRow";

/** An added row has no line in the file. */
export const rowText = (t: Words, key: RowTextKey, row: number | null): string =>
  row === null ? t(`${key}Added`) : t(key, { row });

export const useWords = (): Words => useTranslation(CATALOGUES).t;
