/** The desk stores the colour scheme with the appearance, so the web view stores nothing. */
import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";
import type { Scheme } from "../ipc";

export const mantineScheme = (scheme: Scheme): MantineColorScheme => (scheme === "system" ? "auto" : scheme);

export const statelessSchemeManager: MantineColorSchemeManager = {
  get: (otherwise) => otherwise,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};
