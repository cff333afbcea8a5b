/** The words. Every text of the window stands in a catalogue, one namespace a screen; code holds none. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { en } from "./locales/en";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "frame";
    resources: typeof en;
  }
}

void i18next.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  defaultNS: "frame",
  resources: { en },
  initAsync: false,
  // React escapes by itself.
  interpolation: { escapeValue: false },
});

export { i18next };
