/** The user's locale: numbers and dates follow it, words follow the catalogue. */
export const LOCALE: string = typeof navigator === "undefined" ? "en" : navigator.language || "en";
