import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { App } from "./App";
import type { AppError, SessionView } from "./ipc";
import { keys, queryClient } from "./query";
import { preload } from "./screens";
import { byKind, desk, liveSession, liveSettings, octoberSalaries, practiceSession } from "./test/render";

const settings = liveSettings;

beforeAll(() =>
  Promise.all([
    preload("pay"),
    preload("payrolls"),
    preload("topUp"),
    preload("banks"),
    preload("people"),
    preload("settings"),
    import("./frame/palette/PaletteDialog"),
  ]),
);

test("renaming the profile leaves one where one is, with the new name in the sidebar", async () => {
  let session: SessionView = liveSession;
  desk({
    session: () => session,
    settings: () => settings,
    change_settings: byKind({
      profile: ({ profile }) => {
        session = { ...session, profileName: "Kola Group" };
        return { ...settings, profile };
      },
    }),
  });
  const user = userEvent.setup();
  render(<App scheme="light" />);
  await user.click(await screen.findByTestId("sidebar-settings"));
  const name = await screen.findByTestId("settings-name");
  await user.clear(name);
  await user.type(name, "Kola Group{Enter}");
  expect(await screen.findByText("Kola Group")).toBeTruthy();
  expect(screen.getByTestId("frame").dataset["screen"]).toBe("settings");
});

test("leaving practice forgets what practice showed", async () => {
  desk({
    session: () => practiceSession,
    payrolls: () => [octoberSalaries],
    change_session: byKind({ leave_practice: () => ({ ...practiceSession, mode: "welcome" }) }),
  });
  const user = userEvent.setup();
  render(<App scheme="light" />);
  await screen.findByTestId("pay-again-7");
  await user.click(screen.getByTestId("practice-leave"));
  await screen.findByTestId("welcome");
  await waitFor(() => expect(queryClient.getQueryData(keys.payrolls)).toBeUndefined());
});

test("a live profile that is locked shows everything and how to unlock; unlocking failed is said there", async () => {
  desk({
    session: () => ({ ...liveSession, unlocked: false }),
    payrolls: () => [octoberSalaries],
    change_session: byKind({
      unlock: () => {
        throw { code: "keychain_locked" } satisfies AppError;
      },
    }),
  });
  const user = userEvent.setup();
  render(<App scheme="light" />);
  await screen.findByTestId("pay-again-7");
  await user.click(screen.getByTestId("unlock-button"));
  expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("keychain_locked");
  expect(screen.queryByTestId("practice-band")).toBeNull();
});

test("the palette goes where it is told", async () => {
  desk({ settings: () => settings });
  const user = userEvent.setup();
  render(<App scheme="light" />);
  await screen.findByTestId("pay-choose");
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByTestId("palette-input"), "sett{Enter}");
  expect(await screen.findByTestId("settings-about")).toBeTruthy();
});

test.each([
  ["{Control>}2{/Control}", "payrolls"],
  ["{Control>}3{/Control}", "topUp"],
  ["{Control>}5{/Control}", "banks"],
  ["{Control>}6{/Control}", "people"],
  ["{Control>},{/Control}", "settings"],
  ["{Control>}[Digit2]{/Control}", "payrolls"],
])("%s leads to %s", async (chord, place) => {
  desk({ settings: () => settings, top_ups: () => ({ total: 0, offset: 0, rows: [] }), balances: () => [] });
  const user = userEvent.setup();
  render(<App scheme="light" />);
  await screen.findByTestId("pay-choose");
  await user.keyboard(chord);
  await waitFor(() => expect(screen.getByTestId("frame").dataset["screen"]).toBe(place));
});

test("no shortcut leads to Unresolved while nothing is, nor away from a dialog", async () => {
  desk({ settings: () => settings });
  const user = userEvent.setup();
  render(<App scheme="light" />);
  await screen.findByTestId("pay-choose");
  await user.keyboard("{Control>}4{/Control}");
  expect(screen.getByTestId("frame").dataset["screen"]).toBe("pay");
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByTestId("palette-input");
  await user.keyboard("{Control>}2{/Control}");
  expect(screen.getByTestId("frame").dataset["screen"]).toBe("pay");
});
