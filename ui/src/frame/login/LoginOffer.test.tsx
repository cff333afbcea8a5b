import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { App } from "../../App";
import { events } from "../../bindings";
import type { AppError } from "../../ipc";
import { subscribeToDesk } from "../../query";
import { preload } from "../../screens";
import { desk, liveSession } from "../../test/render";

beforeAll(() => Promise.all([preload("pay"), import("./LoginOfferDialog")]));

/** The window of a live profile that offers the start at login until it is answered. */
function start(answered: () => unknown) {
  let offersStartAtLogin = true;
  const asked = desk(
    {
      session: () => ({ ...liveSession, offersStartAtLogin }),
      answer_login_offer: () => {
        const failed = answered();
        offersStartAtLogin = false;
        return failed;
      },
    },
    { shouldMockEvents: true },
  );
  render(<App scheme="light" />);
  const answers = () => asked.filter(({ command }) => command === "answer_login_offer").map(({ input }) => input);
  return { answers, user: userEvent.setup() };
}

test.each([
  ["login-offer-yes", "on"],
  ["login-offer-no", "off"],
])("%s answers once, and the offer goes", async (button, expected) => {
  const { answers, user } = start(() => null);
  const stop = subscribeToDesk();
  expect((await screen.findByTestId("login-offer")).textContent).toContain("Some people have no result yet");
  await user.click(screen.getByTestId(button));
  await waitFor(() => expect(answers()).toEqual([{ start: expected }]));
  await act(() => events.deskSignal.emit({ kind: "session_changed" }));
  await waitFor(() => expect(screen.queryByTestId("login-offer")).toBeNull());
  stop();
});

test("the keyboard closes it like No", async () => {
  const { answers, user } = start(() => null);
  await screen.findByTestId("login-offer");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(answers()).toEqual([{ start: "off" }]));
});

test("a system that does not store it says so, and the offer stays", async () => {
  const failed: AppError = { code: "unexpected", data: { id: "E-1" } };
  const { answers, user } = start(() => {
    throw failed;
  });
  await user.click(await screen.findByTestId("login-offer-yes"));
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.getByTestId("login-offer-no")).toBeTruthy();
  expect(answers()).toHaveLength(1);
});

test("nothing is offered otherwise", async () => {
  desk({ session: () => liveSession });
  render(<App scheme="light" />);
  await screen.findByTestId("frame");
  expect(screen.queryByTestId("login-offer")).toBeNull();
});
