/** Localisation. Every text of the window is in a catalogue, one namespace per screen; code contains none. */
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

// A number in a sentence is formatted as in a table: by the user's locale, not by the language of the text.
i18next.services.formatter?.add("number", (value: number) => formatCount(value));

/** The texts of all screens but the first. They are loaded once. */
export async function loadWords(): Promise<void> {
  const { en: words } = await import("./locales/en");
  for (const [namespace, texts] of Object.entries(words)) {
    if (!i18next.hasResourceBundle("en", namespace)) i18next.addResourceBundle("en", namespace, texts);
  }
}

export { i18next };
