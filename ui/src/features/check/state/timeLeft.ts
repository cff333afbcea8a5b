import type { Words } from "../words";

/** How long the verification of account names still takes; undefined where nobody knows yet. */
export function timeLeft(t: Words, seconds: number | null): string | undefined {
  if (seconds === null) return undefined;
  return seconds < 60 ? t("names.leftSoon") : t("names.left", { count: Math.ceil(seconds / 60) });
}
