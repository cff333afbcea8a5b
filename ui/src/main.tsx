/** Starts the window: fetches the session, loads the first screen, and only then renders. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { preloadConnect } from "./features/welcome";
import { ipc } from "./ipc";
import "./i18n";
import { afterPaint } from "./lib/afterPaint";
import { subscribeToDesk, queryClient, sessionQuery } from "./query";
import { preloadDesk } from "./desk";
import { StartFailed } from "./frame/StartFailed";
import "./theme";

async function start(root: HTMLElement): Promise<void> {
  const page = createRoot(root);
  try {
    const session = await queryClient.fetchQuery(sessionQuery);
    if (session.mode !== "welcome") await preloadDesk();
    subscribeToDesk();
    page.render(
      <StrictMode>
        <App scheme={session.appearance.scheme} />
      </StrictMode>,
    );
  } catch (error) {
    page.render(
      <StrictMode>
        <StartFailed error={error} />
      </StrictMode>,
    );
  }
  await afterPaint();
  void ipc.ready().catch(() => undefined);
  // The screens that can follow the welcome screen. A failed preload is retried when the screen is needed.
  void Promise.all([preloadDesk(), preloadConnect()]).catch(() => undefined);
}

const root = document.getElementById("root");
if (root) void start(root);
