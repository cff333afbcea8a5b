import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

const CATALOGUES = ["check", "problems", "approve", "states"] as const;

/** The catalogues of the Check screen; countries are named as on the Approve screen. */
export type Words = TFunction<typeof CATALOGUES>;

export const useWords = (): Words => useTranslation(CATALOGUES).t;
