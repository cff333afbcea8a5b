import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { App } from "../../App";
import type { BlockReason, SessionView } from "../../ipc";
import { preload } from "../../screens";
import { desk, liveSession, liveSettings, practiceSession } from "../../test/render";

beforeAll(() =>
  Promise.all([preload("pay"), preload("settings"), preload("blocked"), import("../palette/PaletteDialog")]),
);

function start(session: SessionView) {
  desk({ session: () => session, settings: () => liveSettings });
  render(<App scheme="light" />);
  return userEvent.setup();
}

test.each([
  ["ledger_older", "older than the last payments"],
  ["ledger_new", "This ledger is empty"],
  ["other_ledger", "from another computer or another folder"],
  ["record_missing", "no record of the last payments"],
  ["history_changed", "was changed outside Paysheet"],
] satisfies [BlockReason, string][])(
  "%s: the bar says so, and what it means for the money",
  async (blocked, message) => {
    start({ ...liveSession, blocked });
    const bar = await screen.findByTestId("blocked-bar");
    expect(bar.textContent).toContain(message);
    expect(bar.textContent).toContain("Nothing is approved or sent until you have reviewed");
  },
);

test("it stays on every screen, of practice as well, but where one goes through it", async () => {
  const user = start({ ...practiceSession, blocked: "ledger_older" });
  await screen.findByTestId("blocked-bar");
  await user.click(screen.getByTestId("sidebar-settings"));
  await screen.findByTestId("settings-about");
  await user.click(screen.getByTestId("blocked-go-through"));
  await screen.findByTestId("blocked-screen");
  expect(screen.queryByTestId("blocked-bar")).toBeNull();
});

test("the keyboard reaches it, by the palette too", async () => {
  const user = start({ ...liveSession, blocked: "ledger_older" });
  await screen.findByTestId("blocked-bar");
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByTestId("palette-input"), "review{Enter}");
  expect(await screen.findByTestId("blocked-screen")).toBeTruthy();
});

test("a ledger that is not blocked has no bar", async () => {
  start(liveSession);
  await screen.findByTestId("pay-choose");
  expect(screen.queryByTestId("blocked-bar")).toBeNull();
});
