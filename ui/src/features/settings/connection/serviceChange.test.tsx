/** Another service: the dialog names the secrets that are deleted, before saving, and links to them in Settings. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, test } from "vitest";
import { App } from "../../../App";
import type { AppError, SettingsView } from "../../../ipc";
import { preload } from "../../../screens";
import { byKind, chosen, desk, liveSession, liveSettings, opens, show } from "../../../test/render";
import SettingsScreen from "..";
import { isOtherService } from "./useServiceChange";

beforeAll(() => Promise.all([preload("pay"), preload("settings")]));

const NEW = "https://pay.other.example:8443/v2";

function open(settings: SettingsView = liveSettings, answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    session: () => liveSession,
    settings: () => settings,
    change_settings: byKind({ profile: ({ profile }) => ({ ...settings, profile }) }),
    ...answers,
  });
  show(<SettingsScreen />);
  return {
    user: userEvent.setup(),
    saved: () => asked.filter(({ command }) => ["change_settings", "trust_certificate"].includes(command)),
  };
}

const address = () => screen.findByTestId<HTMLInputElement>("settings-baseUrl");

async function typeAddress(user: ReturnType<typeof userEvent.setup>, text: string) {
  const field = await address();
  await user.clear(field);
  await user.type(field, `${text}{Enter}`);
}

test.each([
  ["https://payouts.example.com", "https://payouts.example.com/", false],
  ["https://payouts.example.com", "https://PAYOUTS.example.com:443", false],
  ["https://payouts.example.com", "http://payouts.example.com", true],
  ["https://payouts.example.com", "https://payouts.example.com/v2", true],
  ["https://payouts.example.com", "https://payouts.example.com:8443", true],
])("%s and %s are other services: %s", (one, other, expected) => {
  expect(isOtherService(one, other)).toBe(expected);
});

describe("another address", () => {
  test("before it is saved, a dialog says the host, what is forgotten and what must be approved again", async () => {
    const { user, saved } = open();
    await typeAddress(user, NEW);
    const dialog = await screen.findByTestId("service-change");
    for (const part of [
      "will go to pay.other.example:8443.",
      "The access token and the wallet password are removed",
      "must be approved again",
    ])
      expect(dialog.textContent).toContain(part);
    expect(screen.getByTestId("confirm").textContent).toBe("Change the provider");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
    expect(saved()).toEqual([]);
  });

  test("key and secret of the token request are named where there are any", async () => {
    const { user } = open({ ...liveSettings, renewalKeySet: true });
    await typeAddress(user, NEW);
    expect((await screen.findByTestId("service-change")).textContent).toContain("the renewal key and secret");
  });

  test("cancelled, nothing is saved and the field shows the address that is kept", async () => {
    const { user, saved } = open();
    await typeAddress(user, NEW);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
    await user.keyboard("{Enter}");
    await waitFor(async () => expect((await address()).value).toBe(liveSettings.profile.baseUrl));
    expect(screen.queryByTestId("service-change")).toBeNull();
    expect(screen.queryByTestId("settings-saved")).toBeNull();
    expect(saved()).toEqual([]);
  });

  test("confirmed, it is saved once and says so", async () => {
    const { user, saved } = open();
    await typeAddress(user, NEW);
    await user.click(await screen.findByTestId("confirm"));
    expect(await screen.findByTestId("settings-saved")).toBeTruthy();
    expect(saved()).toEqual([
      {
        command: "change_settings",
        input: { change: { kind: "profile", profile: { ...liveSettings.profile, baseUrl: NEW } } },
      },
    ]);
  });

  test("another spelling of the same address asks nothing, and what is no address is said in its place", async () => {
    const { user, saved } = open();
    await typeAddress(user, `${liveSettings.profile.baseUrl}/`);
    await waitFor(() => expect(saved()).toHaveLength(1));
    await typeAddress(user, "payouts");
    expect(await screen.findByText(/begins with https/)).toBeTruthy();
    expect(screen.queryByTestId("service-change")).toBeNull();
    expect(saved()).toHaveLength(1);
  });
});

describe("another certificate authority", () => {
  const extraRoots = [{ subject: "CN=Office Gateway", expiresAt: "2031-05-06T00:00:00Z", isExpired: false }];

  test("a chosen file is trusted only once that is confirmed", async () => {
    const { user, saved } = open(liveSettings, {
      ...opens("certificate", "gateway.pem"),
      trust_certificate: () => ({ ...liveSettings, extraRoots }),
    });
    await user.click(await screen.findByTestId("settings-choose-certificate"));
    expect((await screen.findByTestId("service-change")).textContent).toContain(
      "The connection to payouts.example.com will trust the certificate authority in gateway.pem.",
    );
    expect(saved()).toEqual([]);
    await user.click(screen.getByTestId("confirm"));
    await waitFor(() =>
      expect(saved()).toEqual([{ command: "trust_certificate", input: { file: chosen("gateway.pem").handle } }]),
    );
  });

  test("removing one asks too; cancelled, it stays trusted", async () => {
    const { user, saved } = open({ ...liveSettings, extraRoots });
    await user.click(await screen.findByTestId("settings-remove-certificate"));
    expect((await screen.findByTestId("service-change")).textContent).toContain("no longer trust the CA certificate");
    await user.click(screen.getByText("Cancel"));
    await waitFor(() => expect(screen.queryByTestId("service-change")).toBeNull());
    expect(saved()).toEqual([]);
    expect(screen.getByTestId<HTMLButtonElement>("settings-remove-certificate").disabled).toBe(false);
  });
});

describe("unlocking without token and lock", () => {
  const shownPage = () =>
    [...document.querySelectorAll<HTMLElement>('[data-testid^="settings-page-"]:not([hidden])')].map(
      ({ dataset }) => dataset["testid"],
    );

  test.each<AppError>([
    { code: "secret_missing", data: { field: "token" } },
    { code: "secrets_elsewhere", data: { givenFor: "old.example.com", now: "pay.other.example" } },
  ])("$code: the lock bar leads to Secrets, also from Settings itself", async (error) => {
    desk({
      session: () => ({ ...liveSession, unlocked: false }),
      settings: () => liveSettings,
      change_session: byKind({
        unlock: () => {
          throw error;
        },
      }),
    });
    const user = userEvent.setup();
    render(<App scheme="light" />);
    await user.click(await screen.findByTestId("sidebar-settings"));
    await screen.findByTestId("settings-about");
    await user.click(screen.getByTestId("unlock-button"));
    await user.click(await screen.findByTestId("locked-secrets"));
    await waitFor(() => expect(screen.getByTestId("settings-nav-secrets").getAttribute("aria-current")).toBe("page"));
    expect(shownPage()).toEqual(["settings-page-secrets"]);
    // Again, after the section was left on the same screen.
    await user.click(screen.getByTestId("settings-nav-about"));
    expect(shownPage()).toEqual(["settings-page-about"]);
    await user.click(screen.getByTestId("unlock-button"));
    await user.click(await screen.findByTestId("locked-secrets"));
    await waitFor(() => expect(shownPage()).toEqual(["settings-page-secrets"]));
    expect(screen.getByTestId("settings-nav-secrets").getAttribute("aria-current")).toBe("page");
  });

  test("another failure of the keychain leads nowhere", async () => {
    desk({
      session: () => ({ ...liveSession, unlocked: false }),
      change_session: byKind({
        unlock: () => {
          throw { code: "keychain_locked" } satisfies AppError;
        },
      }),
    });
    const user = userEvent.setup();
    render(<App scheme="light" />);
    await user.click(await screen.findByTestId("unlock-button"));
    await screen.findByTestId("error-panel");
    expect(screen.queryByTestId("locked-secrets")).toBeNull();
  });
});
