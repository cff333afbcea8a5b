import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test } from "vitest";
import { preloadUpdateDialog } from ".";
import { events } from "../../bindings";
import type { DeskEvent, UpdateFailure, UpdatesView } from "../../ipc";
import { subscribeToDesk } from "../../query";
import { byKind, changed, desk, liveSettings, noUpdates, show } from "../../test/render";
import SettingsScreen from "../settings";
import { UpdateBar } from "./UpdateBar";

beforeAll(() => Promise.all([preloadUpdateDialog()]));

let stop = () => {};
afterEach(() => stop());

const found: UpdatesView = {
  ...noUpdates,
  release: { version: "1.2.0", notes: "- Faster\n- <b>Safer</b>", installs: true },
  asks: true,
  lookedAt: "2026-11-22T10:00:00Z",
};

/** The window of a program whose updates are what the test sets, and what its user changes. */
function start(first: UpdatesView) {
  const current = { view: first };
  const answer = () => current.view;
  const kinds = ["look", "search", "install", "stop", "later", "skip"];
  const asked = desk(
    {
      settings: () => liveSettings,
      updates: answer,
      change_updates: byKind(Object.fromEntries(kinds.map((kind) => [kind, answer]))),
    },
    { shouldMockEvents: true },
  );
  stop = subscribeToDesk();
  const report = async (event: DeskEvent, view: UpdatesView) => {
    current.view = view;
    await act(() => events.deskSignal.emit(event));
  };
  const changes = (kind: string) => changed(asked, "change_updates", kind).length;
  return { current, report, changes, user: userEvent.setup() };
}

const bar = () => screen.findByTestId("update-bar");
const isDisabled = (testid: string) => screen.getByTestId<HTMLButtonElement>(testid).disabled;

test("a newer version is asked about, with what changed as plain text", async () => {
  const { changes, report, user } = start(found);
  show(<UpdateBar />);
  expect((await bar()).textContent).toContain("Paysheet 1.2.0 is available.");
  await user.click(screen.getByTestId("update-show"));
  const dialog = await screen.findByRole("dialog", { name: "Paysheet 1.2.0" });
  expect(within(dialog).getByRole("region", { name: "What changed" }).textContent).toBe("- Faster\n- <b>Safer</b>");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("update-install")));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(changes("install")).toBe(1));

  await report({ kind: "updates_changed" }, { ...found, progress: { kind: "downloading", percent: 40 } });
  const progress = await screen.findByRole<HTMLProgressElement>("progressbar", { name: "Downloaded" });
  expect(progress.value).toBe(40);
  await user.click(screen.getByTestId("update-stop"));
  await waitFor(() => expect(changes("stop")).toBe(1));
  await report({ kind: "updates_changed" }, { ...found, failure: "stopped" });
  expect((await screen.findByRole("alert")).textContent).toContain("you still have version 0.1.0");

  await report({ kind: "updates_changed" }, { ...found, progress: { kind: "installing" } });
  expect(await within(dialog).findByText(/^Installing/)).toBeTruthy();
  expect(screen.queryByTestId("update-install")).toBeNull();
});

test.each([
  ["sending", /being sent/],
  ["results", /no result yet/],
  ["top_up", /top-up/],
] as const)("while money moves (%s) it cannot be installed, and the reason is given", async (busy, reason) => {
  const { report, user } = start({ ...found, busy, progress: { kind: "ready" } });
  show(<UpdateBar />);
  expect((await bar()).textContent).toContain("ready to install");
  await user.click(screen.getByTestId("update-show"));
  const install = await screen.findByTestId("update-install");
  expect(isDisabled("update-install")).toBe(true);
  const described = document.querySelector(`#${install.getAttribute("aria-describedby")}`);
  expect(described?.textContent).toMatch(reason);
  await report({ kind: "payroll_changed", id: 7 }, { ...found, progress: { kind: "ready" } });
  await waitFor(() => expect(isDisabled("update-install")).toBe(false));
});

test("the card window has no event: it is checked again when the user returns", async () => {
  const { current, user } = start({ ...found, busy: "top_up" });
  show(<UpdateBar />);
  await user.click(await screen.findByTestId("update-show"));
  await screen.findByTestId("update-busy");
  current.view = found;
  act(() => void globalThis.dispatchEvent(new Event("focus")));
  await waitFor(() => expect(isDisabled("update-install")).toBe(false));
});

test.each(["later", "skip"])("%s closes the question", async (kind) => {
  const { changes, current, user } = start(found);
  show(<UpdateBar />);
  await user.click(await screen.findByTestId("update-show"));
  current.view = { ...found, asks: false };
  await user.click(await screen.findByTestId(`update-${kind}`));
  await waitFor(() => expect(screen.queryByTestId("update-dialog")).toBeNull());
  expect(changes(kind)).toBe(1);
  expect(screen.queryByTestId("update-bar")).toBeNull();
});

test("the keyboard closes the dialog without an answer", async () => {
  const { changes, user } = start(found);
  show(<UpdateBar />);
  await user.click(await screen.findByTestId("update-show"));
  await screen.findByTestId("update-dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByTestId("update-dialog")).toBeNull());
  expect(["install", "later", "skip"].map(changes)).toEqual([0, 0, 0]);
  expect(await bar()).toBeTruthy();
});

test("what a package manager installed is only announced", async () => {
  const { user } = start({ ...found, release: { version: "1.2.0", notes: "", installs: false } });
  show(<UpdateBar />);
  await user.click(await screen.findByTestId("update-show"));
  expect(await screen.findByText(/Install it the way this version was installed/)).toBeTruthy();
  expect(screen.getByText("The publisher did not describe the changes.")).toBeTruthy();
  expect(screen.queryByTestId("update-install")).toBeNull();
});

test.each<UpdateFailure>(["incomplete", "not_genuine", "stopped", "not_installed"])(
  "after a failure (%s) the bar says that the old version is still there, until it is closed",
  async (failure) => {
    const { changes, current, user } = start({ ...noUpdates, failure });
    show(<UpdateBar />);
    expect((await bar()).textContent).toMatch(/you still have version 0\.1\.0/iu);
    expect(screen.queryByTestId("update-show")).toBeNull();
    current.view = noUpdates;
    await user.click(screen.getByTestId("update-bar-close"));
    await waitFor(() => expect(screen.queryByTestId("update-bar")).toBeNull());
    expect(changes("later")).toBe(1);
  },
);

test("a check without a connection disturbs nobody", async () => {
  const { current, report } = start(found);
  show(<UpdateBar />);
  await bar();
  current.view = { ...noUpdates, failure: "not_reached" };
  await report({ kind: "updates_changed" }, current.view);
  await waitFor(() => expect(screen.queryByTestId("update-bar")).toBeNull());
});

const inSettings = () => show(<SettingsScreen section="about" />);
const row = async () => within(await screen.findByTestId("settings-updates"));

test.each([
  ["missing", /does not check for updates/],
  ["managed", /Your office manages updates/],
] as const)("Settings say why nothing is checked: %s", async (search, text) => {
  start({ ...noUpdates, search });
  inSettings();
  expect((await row()).getByText(text)).toBeTruthy();
  expect(screen.queryByTestId("settings-update-check")).toBeNull();
  expect(screen.queryByTestId("settings-daily-updates")).toBeNull();
});

test("Settings check at once, say what was found and open what changed", async () => {
  const { changes, current, user } = start(noUpdates);
  inSettings();
  expect((await row()).getByText("Not checked since Paysheet was started.")).toBeTruthy();
  current.view = { ...found, asks: false };
  await user.click(screen.getByTestId("settings-update-check"));
  expect(await (await row()).findByText("Paysheet 1.2.0 is available.")).toBeTruthy();
  expect(changes("look")).toBe(1);
  await user.click(screen.getByTestId("settings-update-show"));
  expect(await screen.findByTestId("update-dialog")).toBeTruthy();
});

test("the daily check is turned off", async () => {
  const { changes, current, user } = start(noUpdates);
  inSettings();
  const daily = await screen.findByTestId<HTMLInputElement>("settings-daily-updates");
  expect(daily.checked).toBe(true);
  current.view = { ...noUpdates, search: "off" };
  await user.click(daily);
  await waitFor(() => expect(daily.checked).toBe(false));
  expect(changes("search")).toBe(1);
});
