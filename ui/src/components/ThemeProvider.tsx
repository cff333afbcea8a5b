/** The theme of both windows. */
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import type { Scheme } from "../ipc";
import { mantineScheme, statelessSchemeManager } from "../theme/scheme";
import { theme } from "../theme/theme";

/** Mantine without injected `<style>` elements. */
export function ThemeProvider({ scheme, children }: { scheme: Scheme; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme={mantineScheme(scheme)}
      colorSchemeManager={statelessSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
