import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { SettingsView } from "../../ipc";
import { desk, liveSession, show } from "../../test/render";
import SettingsScreen from ".";

const settings: SettingsView = {
  profile: {
    name: "Kola Foods",
    baseUrl: "https://payouts.example.com",
    tokenPrefix: "",
    senderName: "KOLA FOODS LTD",
    batchSize: 120,
    callbackListen: "",
    approver: "Ada Obi",
  },
  mode: "live",
  tokenSet: true,
  lockSet: true,
  keychain: "ready",
  appearance: liveSession.appearance,
  batchSizeMax: 500,
  version: "0.1.0",
  ledgerPath: "/home/ada/paysheet/ledger.db",
};

const asLive = { session: () => liveSession, settings: () => settings };

test("a field is saved when one leaves it, once, and says so", async () => {
  const asked = desk({ ...asLive, save_profile: ({ profile }) => ({ ...settings, profile }) });
  const user = userEvent.setup();
  show(<SettingsScreen />);
  const field = await screen.findByTestId("settings-senderName");
  await user.clear(field);
  await user.type(field, "KOLA GROUP");
  await user.tab();
  expect(await screen.findByTestId("settings-saved")).toBeTruthy();
  const saved = asked.filter(({ command }) => command === "save_profile");
  expect(saved).toEqual([{ command: "save_profile", input: { profile: { ...settings.profile, senderName: "KOLA GROUP" } } }]);
});

test.each(["0", "501", "12.5", "many", ""])("people in one batch cannot be %j", async (text) => {
  const asked = desk(asLive);
  const user = userEvent.setup();
  show(<SettingsScreen />);
  const field = await screen.findByTestId("settings-batchSize");
  await user.clear(field);
  if (text !== "") await user.type(field, text);
  await user.tab();
  expect(await screen.findByText(/whole number from 1 to 500/)).toBeTruthy();
  expect(asked.some(({ command }) => command === "save_profile")).toBe(false);
});

test("a new lock is sent and its field emptied at once", async () => {
  const asked = desk({ ...asLive, replace_secret: () => new Promise(() => undefined) });
  const user = userEvent.setup();
  show(<SettingsScreen />);
  await user.click(await screen.findByTestId("settings-replace-lock"));
  const field = screen.getByTestId("settings-new-lock") as HTMLInputElement;
  await user.type(field, "7391-a-lock");
  await user.click(screen.getByTestId("settings-save-lock"));
  expect(asked).toContainEqual({ command: "replace_secret", input: { name: "lock", value: "7391-a-lock" } });
  expect(field.value).toBe("");
});

test.each([
  ["http://127.0.0.1:8790/cb", "http://127.0.0.1:8790/cb"],
  [null, "Nowhere now"],
])("About says where callbacks are heard: %s", async (callbackAddress, said) => {
  desk({ ...asLive, session: () => ({ ...liveSession, callbackAddress }) });
  show(<SettingsScreen />);
  expect((await screen.findByTestId("settings-about")).textContent).toContain(said);
});

test("forgetting a secret is asked with its name on the button", async () => {
  const asked = desk({ ...asLive, forget_secret: () => ({ ...settings, tokenSet: false }) });
  const user = userEvent.setup();
  show(<SettingsScreen />);
  await user.click(await screen.findByTestId("settings-forget-token"));
  const confirm = await screen.findByTestId("confirm");
  expect(confirm.textContent).toContain("Forget the token");
  await user.click(confirm);
  await waitFor(() => expect(asked).toContainEqual({ command: "forget_secret", input: { name: "token" } }));
  await waitFor(() => expect(screen.queryByTestId("settings-forget-token")).toBeNull());
});
