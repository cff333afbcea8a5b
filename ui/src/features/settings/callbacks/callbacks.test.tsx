import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { CallbackSetupView, CallbackTestEnd } from "../../../ipc";
import { byKind, copiedTexts, desk, liveSession, liveSettings, noCallbacks, show } from "../../../test/render";
import SettingsScreen from "..";

const PATH = "k4x7m2ab3cd4ef5gh6ij7kq7ea";
const address = { local: `http://127.0.0.1:8790/${PATH}`, public: `https://payroll.example.com/${PATH}` };
const receiving: CallbackSetupView = {
  ...noCallbacks,
  port: 8790,
  forwardTo: "http://127.0.0.1:8790",
  pathEnd: "q7ea",
  isUnguessable: true,
  isListening: true,
};

function open(setup: CallbackSetupView, more: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    session: () => liveSession,
    settings: () => liveSettings,
    callback_setup: () => setup,
    new_callback_path: () => address,
    ...more,
  });
  show(<SettingsScreen section="callbacks" />);
  return asked;
}

const withPublic = (callbackPublic: string) => ({
  settings: () => ({ ...liveSettings, profile: { ...liveSettings.profile, callbackPublic } }),
});

describe("the address for results", () => {
  test("is made at the port that was chosen, and shown once to copy", async () => {
    const copied = copiedTexts();
    const asked = open(noCallbacks, withPublic("https://payroll.example.com"));
    const user = userEvent.setup();
    const port = await screen.findByTestId("settings-callbackPort");
    await user.clear(port);
    await user.type(port, "9100");
    await user.tab();
    await user.click(screen.getByTestId("settings-callback-new"));
    expect((await screen.findByTestId("settings-callback-text")).textContent).toBe(address.public);
    expect(asked).toContainEqual({ command: "new_callback_path", input: { port: 9100 } });
    await user.click(screen.getByTestId("settings-callback-copy"));
    expect(copied).toEqual([address.public]);
  });

  test("without a public one is not offered to copy, because no provider reaches it", async () => {
    open(noCallbacks, { new_callback_path: () => ({ ...address, public: null }) });
    await userEvent.setup().click(await screen.findByTestId("settings-callback-new"));
    expect((await screen.findByTestId("settings-callback-shown")).textContent).toContain(
      "works only on this computer: your provider cannot use it",
    );
    expect(screen.queryByTestId("settings-callback-copy")).toBeNull();
  });

  test("shows only its end later, and is renewed once it is said what that means", async () => {
    const asked = open(receiving);
    const user = userEvent.setup();
    const row = await screen.findByTestId("settings-callback-address");
    expect(row.textContent).toContain("The path ends in …q7ea");
    expect(row.textContent).toContain("The complete address was shown");
    expect(screen.queryByTestId("settings-callback-text")).toBeNull();
    await user.click(screen.getByTestId("settings-callback-new"));
    const confirm = await screen.findByTestId("confirm");
    expect(screen.getByRole("dialog").textContent).toContain("The current address stops working at once");
    expect(asked.some(({ command }) => command === "new_callback_path")).toBe(false);
    await user.click(confirm);
    expect((await screen.findByTestId("settings-callback-text")).textContent).toBe(address.public);
    expect(row.textContent).not.toContain("The complete address was shown");
  });

  test.each([
    ["made here, without a public one", receiving, "", "This computer only"],
    ["made here, with a public one", receiving, "https://payroll.example.com", "Listening"],
    ["that the user entered", { ...receiving, isUnguessable: false }, "", "Listening"],
  ])("%s: says who reaches it", async (_, setup, callbackPublic, message) => {
    open(setup, withPublic(callbackPublic));
    expect((await screen.findByTestId("settings-callback-address")).textContent).toContain(message);
  });

  test("that another program took says so, and how it is fixed", async () => {
    open({ ...receiving, isListening: false });
    expect((await screen.findByTestId("settings-callback-address")).textContent).toContain(
      "another program uses port 8790",
    );
  });

  test.each([
    ["80", "Enter a port from 1024 to 65535."],
    ["9100", "Another program uses port 9100, so nothing was changed."],
  ])("at port %s: %s", async (typed, message) => {
    open(receiving, {
      change_callbacks: byKind({
        port: () => {
          throw { code: "listener_unavailable", data: { address: "http://127.0.0.1:9100" } };
        },
      }),
    });
    const user = userEvent.setup();
    const port = await screen.findByTestId("settings-callbackPort");
    await user.clear(port);
    await user.type(port, typed);
    await user.tab();
    expect(await screen.findByText(new RegExp(message))).toBeTruthy();
  });

  test("is explained with the address to forward to", async () => {
    open(receiving);
    await userEvent.setup().click(await screen.findByTestId("settings-callback-help"));
    expect(screen.getByText(/proxy_pass http:\/\/127\.0\.0\.1:8790;/)).toBeTruthy();
  });
});

describe("a test to oneself", () => {
  test.each<[CallbackTestEnd, string]>([
    [{ kind: "received", afterMs: 212 }, "received after 0.2 s."],
    [{ kind: "timed_out" }, "no answer within 10 seconds."],
    [{ kind: "redirected", status: 302 }, "redirected to another address (302)."],
    [{ kind: "answered_elsewhere", status: 404 }, "something other than Paysheet answered (404)."],
    [{ kind: "not_trusted" }, "the certificate is not trusted"],
  ])("through the public address: %o", async (end, message) => {
    open(receiving, { test_callbacks: () => ({ local: { kind: "received", afterMs: 3 }, public: end }) });
    await userEvent.setup().click(await screen.findByTestId("settings-callback-send-test"));
    expect((await screen.findByTestId("settings-callback-local")).textContent).toContain("received after 0.1 s.");
    expect(screen.getByTestId("settings-callback-public").textContent).toContain(message);
    expect(screen.queryByTestId("settings-callback-only-local")).toBeNull();
  });

  test("without a public address says that the provider was not tested", async () => {
    open(receiving, { test_callbacks: () => ({ local: { kind: "received", afterMs: 3 }, public: null }) });
    await userEvent.setup().click(await screen.findByTestId("settings-callback-send-test"));
    expect((await screen.findByTestId("settings-callback-only-local")).textContent).toContain(
      "not whether your provider reaches it",
    );
  });

  test.each([
    [null, "No result notification has ever arrived"],
    ["2026-10-03T14:02:00Z", "Last result notification: "],
  ])("with the last one that arrived beside it: %s", async (lastArrivedAt, message) => {
    open({ ...receiving, lastArrivedAt });
    expect((await screen.findByTestId("settings-callback-last")).textContent).toContain(message);
  });
});
