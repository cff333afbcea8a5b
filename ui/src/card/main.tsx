/** Starts the card window: fetches its start data and renders the form. Nothing of the main window is loaded. */
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ThemeProvider } from "../components/ThemeProvider";
import { StartFailed } from "./StartFailed";
import { i18next, loadWords } from "../i18n";
import { type CardStart, ipc } from "../ipc";
import { queryClient } from "../query";
import "../theme";
import { CardWindow } from "./CardWindow";

async function start(root: HTMLElement): Promise<void> {
  const page = createRoot(root);
  await loadWords();
  document.title = i18next.t("topUp:form.title");
  let cardStart: CardStart;
  try {
    cardStart = await ipc.cardStart();
  } catch (error) {
    page.render(
      <StrictMode>
        <ThemeProvider scheme="system">
          <StartFailed error={error} />
        </ThemeProvider>
      </StrictMode>,
    );
    return;
  }
  page.render(
    <StrictMode>
      <ThemeProvider scheme={cardStart.scheme}>
        <QueryClientProvider client={queryClient}>
          <CardWindow start={cardStart} />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root) void start(root);
