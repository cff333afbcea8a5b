import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import type { TrackView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { desk, liveSession, show } from "../../test/render";
import TrackScreen from ".";
import { batch, track } from "./testViews";

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{`${at.name} ${"section" in at ? at.section : ""}`}</output>;
}

function open(view: TrackView, answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    session: () => liveSession,
    payroll: () => view,
    payouts: ({ offset }) => ({ total: 0, offset, rows: [] }),
    continue_sending: () => null,
    ...answers,
  });
  show(
    <>
      <TrackScreen id={5} />
      <Where />
    </>,
    { name: "track", id: 5 },
  );
  return asked;
}

const calls = (asked: ReturnType<typeof desk>, name: string) => asked.filter(({ command }) => command === name);

describe("panels", () => {
  test("not sent: says that nobody was paid, and sends again once, however often it is clicked", async () => {
    const asked = open(track([batch(1, "Accepted"), batch(2, "NotSent", "dns")], { state: "not_sent" }), {
      continue_sending: () => new Promise(() => undefined),
    });
    const user = userEvent.setup();
    expect((await screen.findByTestId("track-not-sent")).textContent).toContain("Nobody of the 10 people in batch 2 was paid: ₦10.00.");
    await user.dblClick(screen.getByTestId("track-send-again"));
    expect(calls(asked, "continue_sending")).toHaveLength(1);
  });

  test("a refused token leads to Settings, and the service's words are shown", async () => {
    const refused = { ...batch(1, "NotAccepted", "token_refused"), message: "Unauthenticated.", httpStatus: 401 };
    open(track([refused], { state: "refused" }));
    const user = userEvent.setup();
    expect((await screen.findByTestId("track-refused")).textContent).toContain("Unauthenticated.");
    await user.click(screen.getByTestId("track-replace-secret"));
    expect(screen.getByTestId("where").textContent).toBe("settings secrets");
  });

  test("unknown leads to Unresolved and offers no sending", async () => {
    open(track([batch(1, "Unknown", "timeout"), batch(2, "Approved")], { state: "unresolved" }));
    const user = userEvent.setup();
    expect((await screen.findByTestId("track-unknown")).textContent).toContain("Nothing is sent again until you decide");
    expect(screen.queryByTestId("track-send-again")).toBeNull();
    await user.click(screen.getByTestId("track-open-unresolved"));
    expect(screen.getByTestId("where").textContent).toContain("unresolved");
  });

  test("after a restart: going on unlocks first", async () => {
    const asked = open(track([batch(1, "Approved"), batch(2, "Approved")], { state: "approved" }), {
      session: () => ({ ...liveSession, unlocked: false }),
      unlock: () => liveSession,
    });
    const user = userEvent.setup();
    expect((await screen.findByTestId("track-approved")).textContent).toContain("2 batches were never sent");
    await user.click(screen.getByTestId("track-send-again"));
    await waitFor(() => expect(calls(asked, "continue_sending")).toHaveLength(1));
    const order = asked.map(({ command }) => command);
    expect(order).toContain("unlock");
    expect(order.indexOf("unlock")).toBeLessThan(order.indexOf("continue_sending"));
  });

  test("what stopped the sending stays on the page", async () => {
    open(track([batch(1, "NotSent", "dns")], { state: "not_sent" }), {
      continue_sending: () => {
        throw { code: "keychain_locked", data: {} };
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-send-again"));
    expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("keychain_locked");
  });
});

test("the ring and the tiles count people, and a tile filters", async () => {
  const view = track([batch(1, "Settling")], {
    outcomes: [
      { state: "Paid", total: { count: 9, sum: "9.00", currency: "NGN" } },
      { state: "Failed", total: { count: 1, sum: "1.00", currency: "NGN" } },
    ],
  });
  open(view);
  const user = userEvent.setup();
  expect((await screen.findByTestId("track-ring")).dataset["percent"]).toBe("90");
  const failed = screen.getByTestId("tile-failed");
  await user.click(failed);
  expect(failed.getAttribute("aria-pressed")).toBe("true");
  expect(screen.queryByTestId("tile-reversed")).toBeNull();
});

test("all paid: the total, the time it took, and the results saved with one click", async () => {
  const paid = { ...batch(1, "Closed"), outcomes: [{ state: "Paid" as const, total: { count: 10, sum: "10.00", currency: "NGN" as const } }] };
  const view = track([paid], { state: "closed", closedAt: "2025-11-27T13:12:03Z", lastOutcomeAt: "2025-11-27T13:12:03Z" });
  const asked = open(view, { choose_export: () => "C:\\Pay\\November.xlsx", export_payroll: () => null, show_in_folder: () => null });
  const user = userEvent.setup();
  const page = await screen.findByTestId("track-all-paid");
  expect(page.textContent).toContain("Everyone is paid");
  expect(page.textContent).toContain("10 people in 1 batch · took 41 minutes 3 seconds");
  expect(screen.queryByTestId("tile-paid")).toBeNull();
  await user.click(screen.getByTestId("track-export"));
  expect((await screen.findByTestId("toast")).textContent).toContain("November.xlsx");
  await user.click(screen.getByTestId("toast-action"));
  expect(calls(asked, "show_in_folder")[0]?.input).toEqual({ path: "C:\\Pay\\November.xlsx" });
});
