import { availableParallelism } from "node:os";
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { theme } from "./src/theme/theme.ts";

/**
 * The theme's variables as a static style sheet. The content security policy allows no injected `<style>`, which
 * is how Mantine would set them at run time.
 */
function mantineVariables(): Plugin {
  const name = "virtual:mantine-variables.css";
  const resolved = `\0${name}`;
  return {
    name: "mantine-variables",
    resolveId: (id) => (id === name ? resolved : undefined),
    load: (id) =>
      id === resolved
        ? `@layer mantine {${convertCssVariables(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)))}}`
        : undefined,
  };
}

/** The font of the first screen is asked for with the page: its style sheet would ask only once there is text to draw. */
function preloadedFont(): Plugin {
  return {
    name: "preloaded-font",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const fonts = Object.keys(bundle ?? {}).filter((file) => /inter-latin-opsz-.*\.woff2$/.test(file));
        return fonts.map((file) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" },
          injectTo: "head-prepend" as const,
        }));
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), mantineVariables(), preloadedFont()],
  build: {
    target: "safari16",
    // The licences of the packages in the bundle, from which `cargo xtask notices` takes them.
    license: { fileName: ".vite/license.json" },
    // Fonts and pictures stay files: the policy has no `data:` for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The card window has a page of its own: none of the main window's code is loaded where a card is typed.
    rollupOptions: { input: ["index.html", "card.html"] },
    chunkSizeWarningLimit: 700,
  },
  server: { strictPort: true, port: 5173 },
  test: {
    environment: "jsdom",
    setupFiles: ["./src/test/console.ts", "./src/test/setup.ts"],
    css: false,
    restoreMocks: true,
    testTimeout: 30_000,
    // Most tests wait for a timer: on as many processes as there are processors, those are idle a third of the time.
    maxWorkers: availableParallelism() + 1,
  },
});
