import type { Words } from "../words";

/** The remaining time of the name verification; undefined while it cannot be estimated. */
export function timeLeft(t: Words, seconds: number | null): string | undefined {
  if (seconds === null) return undefined;
  return seconds < 60 ? t("names.leftSoon") : t("names.left", { count: Math.ceil(seconds / 60) });
}
