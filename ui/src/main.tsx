/** Starts the window: asks who is at the desk, loads the first screen, and only then draws. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { ipc } from "./ipc";
import "./i18n";
import { followDesk, queryClient, sessionQuery } from "./query";
import { preload } from "./screens";
import { StartFailed } from "./frame/StartFailed";
import "./theme";

async function start(root: HTMLElement): Promise<void> {
  const drawn = createRoot(root);
  try {
    const [session] = await Promise.all([queryClient.fetchQuery(sessionQuery), document.fonts.ready]);
    if (session.mode !== "welcome") await preload("pay");
    followDesk();
    drawn.render(<StrictMode><App scheme={session.appearance.scheme} /></StrictMode>);
  } catch (error) {
    drawn.render(<StrictMode><StartFailed error={error} /></StrictMode>);
  }
  afterPaint(() => void ipc.ready().catch(() => undefined));
}

/** The first frame callback runs before the paint, the second after it. */
function afterPaint(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work));
}

const root = document.getElementById("root");
if (root) void start(root);
