import { afterEach, expect, test, vi } from "vitest";
import { shortcut } from "./shortcuts";

afterEach(() => vi.restoreAllMocks());

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64)", "Ctrl+Z", "Ctrl+Shift+Z"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "⌘Z", "⇧⌘Z"],
])("on %s", (agent, plain, shifted) => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
  expect([shortcut("Z"), shortcut("Z", "shift")]).toEqual([plain, shifted]);
});
