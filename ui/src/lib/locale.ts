/**
 * The user's locale: it determines numbers and dates, the catalogue determines texts. It is that of the system's
 * regional formats, passed when the window opens; `navigator.language` is only the language of the system's menus.
 */

/** The language of the catalogue. Month names inside its sentences use it. */
export const WORDS_LANGUAGE = "en";

/** `en` without a region means the United States: the month first, and a clock of twelve hours. */
const ENGLISH = "en-GB";

/** The first valid language tag: on Linux a web view passes `C`, which makes `Intl` throw. */
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

/** The `region` parameter first, then the web view's languages. */
export function localesOf(region: URLSearchParams, languages: readonly (string | undefined)[]) {
  const of = (kind: string) => firstLocale([region.get(kind) ?? undefined, ...languages]);
  return { dates: of("dates"), numbers: of("numbers") };
}

export const LOCALES = localesOf(new URLSearchParams(window.location.search), [
  ...navigator.languages,
  navigator.language,
]);
