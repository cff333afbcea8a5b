import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { AppError } from "../ipc";
import { byKind, desk, practiceSession } from "../test/render";
import { StartFailed } from "./StartFailed";

const noKeychain = { code: "keychain_absent" };

test("without a keychain one can still practise", async () => {
  const asked = desk({ change_session: byKind({ start_practice: () => practiceSession }) });
  const onRestart = vi.fn<() => void>();
  render(<StartFailed error={noKeychain} onRestart={onRestart} />);
  await userEvent.setup().click(screen.getByTestId("start-practise"));
  await waitFor(() => expect(onRestart).toHaveBeenCalledOnce());
  expect(asked).toEqual([{ command: "change_session", input: { change: "start_practice" } }]);
});

test("where practice does not open either, that is said, and one may try again", async () => {
  desk({
    change_session: byKind({
      start_practice: () => {
        throw { code: "disk_full" } satisfies AppError;
      },
    }),
  });
  const onRestart = vi.fn<() => void>();
  const user = userEvent.setup();
  render(<StartFailed error={noKeychain} onRestart={onRestart} />);
  await user.click(screen.getByTestId("start-practise"));
  await waitFor(() => expect(screen.getByTestId("error-panel").dataset["code"]).toBe("disk_full"));
  await user.click(screen.getByText("Try again"));
  expect(onRestart).toHaveBeenCalledOnce();
});

test("a ledger on a network drive is named by its folder", () => {
  desk({});
  render(
    <StartFailed
      error={{ code: "ledger_on_network", data: { path: "//server/share/ledger.db" } }}
      onRestart={() => undefined}
    />,
  );
  expect(screen.getByTestId("error-panel").textContent).toContain("//server/share/ledger.db");
});
