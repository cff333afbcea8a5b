/** The user's locale: numbers and dates follow it, words follow the catalogue. */

/** The first that is a language tag at all: on Linux a web view hands on `C`, which `Intl` throws at. */
export function firstLocale(candidates: readonly (string | undefined)[]): string {
  return candidates.find((candidate) => candidate !== undefined && isLocale(candidate)) ?? "en";
}

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag]).length > 0;
  } catch {
    return false;
  }
}

export const LOCALE: string = firstLocale([...navigator.languages, navigator.language]);
