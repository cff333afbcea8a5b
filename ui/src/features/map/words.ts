import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Field } from "../../ipc";
import type { Fault } from "./columns";

const CATALOGUES = ["mapping", "problems", "approve"] as const;

export type Words = TFunction<typeof CATALOGUES>;

export const useWords = (): Words => useTranslation(CATALOGUES).t;

export const fieldWord = (t: Words, field: Field): string => t(`field.${field}`);

/** "D and F", "D, E and F". */
export function listed(t: Words, names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : t("and", { first: names.slice(0, -1).join(", "), last });
}

/** The text of a mapping error. */
export function faultText(t: Words, fault: Fault): string {
  if (fault.kind === "double")
    return t("fault.double", { field: fieldWord(t, fault.field), columns: listed(t, fault.columns) });
  return t(`fault.${fault.need}`);
}
