import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { CheckedCallView, ProfileSettings } from "../../ipc";
import { byKind, changed, desk, liveSession, liveSettings, providerPresets, show } from "../../test/render";
import SetupScreen from ".";
import { SetupLine } from "./SetupLine";

type Answers = Parameters<typeof desk>[0];

const NEW: Partial<ProfileSettings> = {
  callbackListen: "",
  payoutStatusPath: "",
  payoutListPath: "",
  balancePath: "",
  chargeRecipientId: "",
  fundingInstructions: "",
  setupDone: [],
};

/** A newly connected provider; saved settings are returned by later fetches. */
function connected(own: Partial<ProfileSettings> = {}, answers: Answers = {}) {
  let profile = { ...liveSettings.profile, ...NEW, ...own };
  return desk({
    session: () => liveSession,
    payrolls: () => [],
    settings: () => ({ ...liveSettings, profile }),
    change_settings: byKind({
      profile: (input) => {
        profile = input["profile"] as ProfileSettings;
        return { ...liveSettings, profile };
      },
    }),
    ...answers,
  });
}

const saved = (asked: ReturnType<typeof desk>): ProfileSettings[] =>
  changed(asked, "change_settings", "profile").map(({ change }) => change["profile"] as ProfileSettings);

const answer = (call: CheckedCallView["call"], works: boolean): CheckedCallView => ({
  call,
  answer: works ? "works" : "not_offered",
  said: null,
  error: null,
});

test("the first screen says how far it is, until nothing is open or it is hidden", async () => {
  const asked = connected();
  const user = userEvent.setup();
  show(<SetupLine />);
  expect((await screen.findByTestId("setup-line")).textContent).toContain("2 of 5 steps set up");
  await user.click(screen.getByTestId("setup-hide"));
  await waitFor(() => expect(screen.queryByTestId("setup-line")).toBeNull());
  expect(saved(asked).map(({ setupDone }) => setupDone)).toEqual([["results", "money_in", "trial_payment"]]);
});

test("what is set or was paid needs no answer", async () => {
  connected({ payoutStatusPath: "v1/disburse/status", fundingInstructions: "Kola Bank" });
  show(<SetupScreen />);
  await screen.findByTestId("setup-trial_payment");
  expect(screen.getByTestId("setup-step-results").dataset["done"]).toBe("true");
  expect(screen.getByTestId("setup-step-trial_payment").dataset["done"]).toBeUndefined();
});

test("it tries what providers of this kind offer, and keeps only what works", async () => {
  const asked = connected(
    {},
    { check_connected: () => [answer("results", false), answer("results_list", true), answer("balance", false)] },
  );
  const user = userEvent.setup();
  show(<SetupScreen />);
  await screen.findByTestId("setup-results");
  await user.click(screen.getByTestId("setup-try"));
  await user.click(await screen.findByTestId("setup-results-done"));
  await screen.findByTestId("setup-money_in");
  expect(document.activeElement?.textContent).toBe("How does money come in?");
  expect(asked.find(({ command }) => command === "check_connected")?.input).toEqual({ alsoUsual: true });
  const { payoutListPath } = providerPresets[0].settings;
  const paths = { payoutStatusPath: "", payoutListPath, balancePath: "" };
  expect(saved(asked)).toMatchObject([paths, { setupDone: ["results"], ...paths }]);
});

test("a provider that offers nothing leaves everything as it was, and the other ways open", async () => {
  const none = [answer("results", false), answer("results_list", false), answer("balance", false)];
  const asked = connected({ payoutStatusPath: "own/status" }, { check_connected: () => none });
  const user = userEvent.setup();
  show(<SetupScreen />);
  await user.click(await screen.findByTestId("setup-step-results"));
  await user.click(screen.getByTestId("setup-try"));
  expect((await screen.findByTestId("setup-not-offered")).textContent).toContain("choose another way");
  expect(saved(asked).at(-1)).toMatchObject({ payoutStatusPath: "own/status", payoutListPath: "", balancePath: "" });
  expect(screen.queryByTestId("setup-results-done")).toBeNull();
  await user.click(screen.getByTestId("setup-results-import"));
  await user.click(screen.getByTestId("setup-results-done"));
  await screen.findByTestId("setup-money_in");
  await waitFor(() => expect(saved(asked).at(-1)?.setupDone).toEqual(["results"]));
});

test("without a token nothing is known of the calls, and nothing is changed", async () => {
  const token: CheckedCallView = {
    call: "token",
    answer: "failed",
    said: null,
    error: { code: "token_refused", data: { status: 401, message: null } },
  };
  const asked = connected({}, { check_connected: () => [token] });
  const user = userEvent.setup();
  show(<SetupScreen />);
  await user.click(await screen.findByTestId("setup-try"));
  expect((await screen.findByTestId("checked-calls")).textContent).not.toContain("first payment");
  expect(screen.queryByTestId("setup-not-offered")).toBeNull();
  expect(saved(asked).at(-1)).toMatchObject({ payoutStatusPath: "", payoutListPath: "", balancePath: "" });
});

test.each([
  ["no card where the test found none, until it is asked for", "not_known", false],
  ["a card where the test found one", "works", true],
] as const)("it offers %s", async (_, card, isShown) => {
  const calls = [answer("results", true), { ...answer("card_top_up", false), answer: card }];
  connected({}, { check_connected: () => calls });
  const user = userEvent.setup();
  show(<SetupScreen />);
  await user.click(await screen.findByTestId("setup-try"));
  await user.click(await screen.findByTestId("setup-results-done"));
  await screen.findByTestId("setup-money_in");
  expect(screen.queryByTestId("settings-chargeRecipientId") !== null).toBe(isShown);
  if (isShown) return;
  await user.click(screen.getByTestId("setup-want-card"));
  expect(screen.getByTestId("settings-chargeRecipientId")).toBeTruthy();
});

test("a reference that is refused is said, and keeps one at its step", async () => {
  connected(
    { setupDone: ["results"] },
    {
      change_settings: byKind({
        profile: () => {
          throw { code: "value_invalid", data: { field: "charge_recipient_id" } };
        },
      }),
    },
  );
  const user = userEvent.setup();
  show(<SetupScreen />);
  await user.type(await screen.findByTestId("settings-chargeRecipientId"), "W 7");
  await user.click(screen.getByTestId("setup-money-done"));
  await waitFor(() =>
    expect(screen.getByTestId("settings-chargeRecipientId").getAttribute("aria-invalid")).toBe("true"),
  );
  expect(screen.getByTestId("setup-money_in")).toBeTruthy();
});

test("a step that is left for later stays open", async () => {
  const asked = connected();
  const user = userEvent.setup();
  show(<SetupScreen />);
  await screen.findByTestId("setup-results");
  await user.click(screen.getByTestId("setup-later"));
  await screen.findByTestId("setup-money_in");
  expect(screen.getByTestId("setup-step-results").dataset["done"]).toBeUndefined();
  expect(saved(asked)).toEqual([]);
});

test("the payment to oneself begins with an empty row", async () => {
  const asked = connected({}, { create_payroll: () => 7 });
  const user = userEvent.setup();
  show(<SetupScreen />);
  await user.click(await screen.findByTestId("setup-step-trial_payment"));
  await user.click(await screen.findByTestId("setup-pay-yourself"));
  await waitFor(() =>
    expect(asked.find(({ command }) => command === "create_payroll")?.input).toMatchObject({
      source: { kind: "people", people: [] },
    }),
  );
});
