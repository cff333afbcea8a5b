/** Browser features that jsdom lacks. */
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

// A generous timeout: rendering speed is not under test, and a busy computer is slow.
configure({ asyncUtilTimeout: 20_000 });

class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal("ResizeObserver", StillObserver);
// Without a layout, floating elements count as hidden, and a menu contains nothing to focus.
Object.defineProperties(document.documentElement, { clientWidth: { value: 1280 }, clientHeight: { value: 800 } });
window.Element.prototype.getBoundingClientRect = () => new DOMRect(100, 100, 100, 20);
window.HTMLElement.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  clearMocks();
});
