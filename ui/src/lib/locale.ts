/**
 * The user's locale: numbers and dates follow it, words follow the catalogue. It is that of the system's regional
 * formats, with which the window is opened; `navigator.language` is only the language of the system's menus.
 */

/** The language of the catalogue. Months are named in it where they stand inside its sentences. */
export const WORDS_LANGUAGE = "en";

/** English of no country would be that of the United States: the month first, and a clock of twelve hours. */
const ENGLISH = "en-GB";

/** The first that is a language tag at all: on Linux a web view hands on `C`, which `Intl` throws at. */
export function firstLocale(candidates: readonly (string | undefined)[]): string {
  const found = candidates.find((candidate) => candidate !== undefined && isLocale(candidate)) ?? ENGLISH;
  return found === "en" ? ENGLISH : found;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag]).length > 0;
  } catch {
    return false;
  }
}

/** What `region` says first, then the languages of the web view. */
export function localesOf(region: URLSearchParams, languages: readonly (string | undefined)[]) {
  const of = (kind: string) => firstLocale([region.get(kind) ?? undefined, ...languages]);
  return { dates: of("dates"), numbers: of("numbers") };
}

export const LOCALES = localesOf(new URLSearchParams(window.location.search), [
  ...navigator.languages,
  navigator.language,
]);
