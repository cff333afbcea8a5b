/** The platform that the interface finds itself on, until the test ends. */
import { vi } from "vitest";

const USER_AGENT = {
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Edg/140.0.0.0",
  linux: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
} as const;

export function runOn(platform: keyof typeof USER_AGENT): void {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(USER_AGENT[platform]);
}
