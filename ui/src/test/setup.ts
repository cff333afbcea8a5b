/** Browser parts that jsdom lacks. */
import { cleanup, configure } from "@testing-library/react";
import { clearMocks } from "@tauri-apps/api/mocks";
import { afterEach, vi } from "vitest";
import { loadWords } from "../i18n";

vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
}));

await loadWords();

// How long something may take to appear is no part of what is tested: a busy computer draws late.
configure({ asyncUtilTimeout: 20_000 });

class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal("ResizeObserver", StillObserver);
// Without a place in the window, what floats counts as out of sight, and a menu has nothing that can be focused.
Object.defineProperties(document.documentElement, { clientWidth: { value: 1280 }, clientHeight: { value: 800 } });
window.Element.prototype.getBoundingClientRect = () => new DOMRect(100, 100, 100, 20);
window.HTMLElement.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  clearMocks();
});
