import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useNavigation } from "../navigation";
import { desk, liveSession, show } from "../test/render";
import { Sidebar } from "../frame/sidebar/Sidebar";
import { tokenLife } from "./token";
import { TokenBar } from "../frame/bars/TokenBar";

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS + 5_000).toISOString();

// The clock is stopped, however long rendering takes.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [120, "good"],
  [30, "good"],
  [29, "soon"],
  [10, "soon"],
  [9, "ending"],
  [0, "ending"],
  [-1, "ended"],
] as const)("%d minutes before its end a token is %s", (minutes, kind) => {
  expect(tokenLife(inMinutes(minutes), Date.now()).kind).toBe(kind);
});

test("a token that does not tell is not told of", () => {
  expect(tokenLife(null, Date.now())).toEqual({ kind: "unknown" });
});

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{`${at.name} ${"section" in at ? at.section : ""}`}</output>;
}

function frame(minutes: number, more: Partial<typeof liveSession> = {}) {
  desk({ session: () => ({ ...liveSession, tokenExpiresAt: inMinutes(minutes), ...more }) });
  show(
    <>
      <Sidebar />
      <TokenBar />
      <Where />
    </>,
    { name: "payrolls" },
  );
}

test("hours before its end the sidebar says quietly how long it lives", async () => {
  frame(102);
  expect((await screen.findByTestId("lock-state")).textContent).toBe("Unlocked · 1 h 42 min left");
  expect(screen.queryByTestId("token-bar")).toBeNull();
});

test("half an hour before its end the sidebar counts down and leads to Settings, by the keyboard too", async () => {
  frame(12);
  const left = await screen.findByTestId("token-left");
  expect(left.textContent).toBe("Token expires in 12 min");
  expect(screen.queryByTestId("token-bar")).toBeNull();
  left.focus();
  await userEvent.setup().keyboard("{Enter}");
  expect(screen.getByTestId("where").textContent).toBe("settings secrets");
});

test("minutes before its end a bar says until when something can be sent", async () => {
  frame(8);
  const bar = await screen.findByTestId("token-bar");
  expect(bar.textContent).toContain("Sending may take 3 minutes, so nothing is sent after");
  await userEvent.setup().click(screen.getByTestId("token-replace"));
  expect(screen.getByTestId("where").textContent).toBe("settings secrets");
});

test("too short for a submission, the bar says that nothing is sent", async () => {
  frame(2);
  expect((await screen.findByTestId("token-bar")).textContent).toContain("Nothing is sent until you replace it");
});

test("once it has ended, sidebar and bar say so", async () => {
  frame(-5);
  expect((await screen.findByTestId("token-left")).textContent).toBe("Token has expired");
  expect(screen.getByTestId("token-bar").textContent).toContain("Your access token expired at");
});

test("a desk that renews its token says nothing before it has ended", async () => {
  frame(2, { renewsToken: true });
  expect(await screen.findByTestId("token-left")).toBeTruthy();
  expect(screen.queryByTestId("token-bar")).toBeNull();
});

test("unless it could not", async () => {
  frame(8, {
    renewsToken: true,
    renewalFailed: { code: "renewal_failed", data: { at: "2026-11-22T10:00:00Z", cause: { code: "no_connection" } } },
  });
  expect((await screen.findByTestId("token-bar")).textContent).toContain("The access token could not be renewed");
});
