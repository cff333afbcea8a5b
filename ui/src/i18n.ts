/** The words. Every text of the window stands in a catalogue, one namespace a screen; code holds none. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { en } from "./locales/en";
import { formatCount } from "./lib/time/dates";
import { WORDS_LANGUAGE } from "./lib/locale";
import first from "./locales/en/first";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "frame";
    resources: typeof en;
  }
}

void i18next.use(initReactI18next).init({
  lng: WORDS_LANGUAGE,
  fallbackLng: WORDS_LANGUAGE,
  defaultNS: "frame",
  resources: { en: first },
  initAsync: false,
  // React escapes by itself.
  interpolation: { escapeValue: false },
});

// A number in a sentence is written as one in a table: as the user's locale has it, not as the language of the words.
i18next.services.formatter?.add("number", (value: number) => formatCount(value));

/** The words of all screens but the first; once they are there, asking again costs nothing. */
export async function loadWords(): Promise<void> {
  const { en: words } = await import("./locales/en");
  for (const [namespace, texts] of Object.entries(words)) {
    if (!i18next.hasResourceBundle("en", namespace)) i18next.addResourceBundle("en", namespace, texts);
  }
}

export { i18next };
