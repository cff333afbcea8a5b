import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";

import type { AppError, BlockedPayroll, SendingBlock, SessionView } from "../../ipc";
import { formatMoment, formats } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { keys, queryClient, cacheRestoredSession } from "../../query";
import { byKind, desk, liveSession, practiceSession, show } from "../../test/render";
import BlockedScreen from ".";
import { forgetAnswers } from "./answers";

const blockedSession: SessionView = { ...liveSession, blocked: "ledger_older" };

const october: BlockedPayroll = {
  key: "k-oct",
  id: 7,
  name: "October salaries",
  period: "2026-10",
  people: 311,
  totals: [{ count: 311, sum: "44780150.00", currency: "NGN" }],
  sentAt: "2026-10-29T09:05:00Z",
};
const gone: BlockedPayroll = {
  key: "k-gone",
  id: null,
  name: "Bonus",
  period: "2026-11",
  people: null,
  totals: [],
  sentAt: null,
};

const block: SendingBlock = {
  reason: "ledger_older",
  ledgerAt: "2026-10-28T10:00:00Z",
  recordedAt: "2026-11-20T15:30:00Z",
  payrolls: [october, gone],
  unknownReports: 0,
};

function Where() {
  const { screen: at, go } = useNavigation();
  return (
    <>
      <output data-testid="where">{`${at.name} ${"id" in at ? at.id : ""}${"at" in at ? at.at : ""}`}</output>
      <button type="button" onClick={() => go({ name: "blocked" })}>
        come back
      </button>
    </>
  );
}

function Screens() {
  const { screen: at } = useNavigation();
  return at.name === "blocked" ? <BlockedScreen /> : null;
}

function open(shown: SendingBlock | null, answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    session: () => blockedSession,
    sending_block: () => shown,
    unblock_sending: () => liveSession,
    ...answers,
  });
  show(
    <>
      <Screens />
      <Where />
    </>,
    { name: "blocked" },
  );
  return asked;
}

const sent = (asked: ReturnType<typeof desk>) => asked.filter(({ command }) => command === "unblock_sending");
const confirm = () => screen.getByTestId<HTMLButtonElement>("blocked-confirm");
const left = () => screen.getByTestId("blocked-left").textContent;

beforeEach(forgetAnswers);

async function answerAll(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByTestId("blocked-checked-k-oct"));
  await user.click(screen.getByTestId("blocked-checked-k-gone"));
  await user.type(screen.getByTestId("blocked-reason"), " Ada looked on 20 November ");
}

describe("what is shown", () => {
  test("the reason at length, and both moments", async () => {
    open(block);
    const noticed = await screen.findByTestId("blocked-noticed");
    expect(noticed.textContent).toContain("The ledger is an older copy");
    expect(noticed.textContent).toContain(formatMoment("2026-10-28T10:00:00Z"));
    expect(noticed.textContent).toContain(formatMoment("2026-11-20T15:30:00Z"));
  });

  test("the seconds of both moments where they are of one minute", async () => {
    open({ ...block, ledgerAt: "2026-11-20T15:30:04Z", recordedAt: "2026-11-20T15:30:41Z" });
    const { textContent } = await screen.findByTestId("blocked-noticed");
    for (const at of ["2026-11-20T15:30:04Z", "2026-11-20T15:30:41Z"])
      expect(textContent).toContain(formats.momentSeconds(at));
  });

  test("moments that nobody recorded are said to be missing", async () => {
    open({ ...block, reason: "record_missing", ledgerAt: null, recordedAt: null });
    const noticed = await screen.findByTestId("blocked-noticed");
    for (const expected of ["No entries", "No record"]) expect(within(noticed).getByText(expected)).toBeTruthy();
  });

  test("each payroll with month, people, total and when it was last being sent, and the way to it", async () => {
    open(block);
    const user = userEvent.setup();
    const line = await screen.findByTestId("blocked-payroll-k-oct");
    for (const expected of [
      "October salaries",
      "October 2026",
      "311 people",
      "₦44,780,150.00",
      formatMoment("2026-10-29T09:05:00Z"),
    ])
      expect(line.textContent).toContain(expected);
    await user.click(screen.getByTestId("blocked-track-k-oct"));
    expect(screen.getByTestId("where").textContent).toBe("track 7");
  });

  test("an amount that was not recorded is said to be missing", async () => {
    open({ ...block, payrolls: [{ ...october, totals: [] }] });
    const line = await screen.findByTestId("blocked-payroll-k-oct");
    expect(line.textContent).toContain("311 people · Amount not recorded");
  });

  test("a payroll that is not in this copy says so and leads nowhere", async () => {
    open(block);
    const line = await screen.findByTestId("blocked-payroll-k-gone");
    for (const expected of ["Not in this copy", "People and amount not recorded", "not recorded"])
      expect(line.textContent).toContain(expected);
    expect(screen.queryByTestId("blocked-track-k-gone")).toBeNull();
  });

  test("without payrolls it says so, and the reason alone is asked for", async () => {
    const asked = open({ ...block, payrolls: [] });
    const user = userEvent.setup();
    expect(await screen.findByText(/No payroll is known that may have been sent since/)).toBeTruthy();
    expect(left()).toBe("Enter what you found.");
    await user.type(screen.getByTestId("blocked-reason"), "Nothing there");
    await user.click(confirm());
    await waitFor(() =>
      expect(sent(asked)).toEqual([{ command: "unblock_sending", input: { reason: "Nothing there", checked: [] } }]),
    );
  });

  test("results for unknown references lead to the foot of Payrolls", async () => {
    open({ ...block, unknownReports: 3 });
    const user = userEvent.setup();
    expect((await screen.findByTestId("blocked-reports")).textContent).toContain("3 references");
    await user.click(screen.getByTestId("blocked-reports-open"));
    expect(screen.getByTestId("where").textContent).toBe("payrolls reports");
  });

  test("none of them: nothing of them is said", async () => {
    open(block);
    await screen.findByTestId("blocked-noticed");
    expect(screen.queryByTestId("blocked-reports")).toBeNull();
  });

  test("a newer backup can be restored instead, but not in practice", async () => {
    open(block, { session: () => ({ ...practiceSession, blocked: "ledger_older" }) });
    await screen.findByTestId("blocked-noticed");
    expect(screen.queryByTestId("blocked-restore")).toBeNull();
  });

  test("where nothing is blocked there is nothing to go through", async () => {
    open(null);
    expect(await screen.findByText("Sending is not blocked")).toBeTruthy();
    expect(screen.queryByTestId("blocked-confirm")).toBeNull();
  });

  test("a list that cannot be read says why, and can be asked for again", async () => {
    let fails = true;
    open(null, {
      sending_block: () => {
        if (fails) throw { code: "ledger_in_use" } satisfies AppError;
        return block;
      },
    });
    const user = userEvent.setup();
    expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("ledger_in_use");
    fails = false;
    await user.click(screen.getByText("Try again"));
    expect(await screen.findByTestId("blocked-payroll-k-oct")).toBeTruthy();
  });
});

describe("allowing to send again", () => {
  test("says what it does, and waits for every tick and a reason", async () => {
    const asked = open(block);
    const user = userEvent.setup();
    expect((await screen.findByTestId("blocked-allow")).textContent).toContain(
      "Approved batches that may have been sent become unresolved: you then decide each one under Unresolved. When you approve another payroll of the same period, or within the next few days, Paysheet asks about payrolls that may have been sent. Nothing is sent automatically.",
    );
    expect([confirm().disabled, left()]).toEqual([true, "2 payrolls are not ticked. Enter what you found."]);
    await user.click(screen.getByTestId("blocked-checked-k-oct"));
    await user.type(screen.getByTestId("blocked-reason"), "   ");
    expect([confirm().disabled, left()]).toEqual([true, "1 payroll is not ticked. Enter what you found."]);
    await user.type(screen.getByTestId("blocked-reason"), "Ada looked");
    expect([confirm().disabled, left()]).toEqual([true, "1 payroll is not ticked."]);
    await user.click(screen.getByTestId("blocked-checked-k-gone"));
    expect([confirm().disabled, left()]).toEqual([false, ""]);
    await user.click(screen.getByTestId("blocked-checked-k-gone"));
    expect(confirm().disabled).toBe(true);
    expect(sent(asked)).toEqual([]);
  });

  test("a reason has 500 characters at most", async () => {
    open(block);
    expect((await screen.findByTestId("blocked-reason")).getAttribute("maxlength")).toBe("500");
  });

  test("sends the reason and what was ticked, once, and goes to Unresolved where there is something to decide", async () => {
    const asked = open(block, { unblock_sending: () => ({ ...liveSession, unresolved: 2 }) });
    const user = userEvent.setup();
    await answerAll(user);
    // Both before the button is rendered as busy.
    act(() => {
      screen.getByTestId<HTMLFormElement>("blocked-allow").requestSubmit();
      screen.getByTestId<HTMLFormElement>("blocked-allow").requestSubmit();
    });
    await waitFor(() => expect(screen.getByTestId("where").textContent).toContain("unresolved"));
    expect(sent(asked)).toEqual([
      { command: "unblock_sending", input: { reason: "Ada looked on 20 November", checked: ["k-oct", "k-gone"] } },
    ]);
    expect(screen.getByTestId("toast").textContent).toContain("Sending is allowed again");
    expect(queryClient.getQueryData(keys.session)).toMatchObject({ blocked: null, unresolved: 2 });
  });

  test("goes to Payrolls where there is nothing to decide", async () => {
    open(block);
    const user = userEvent.setup();
    await answerAll(user);
    await user.click(confirm());
    await waitFor(() => expect(screen.getByTestId("where").textContent).toContain("payrolls"));
  });

  test("a refusal is said in place, what was answered stays, and the list is read again", async () => {
    let shown = block;
    open(block, {
      sending_block: () => shown,
      unblock_sending: () => {
        shown = { ...block, payrolls: [...block.payrolls, { ...gone, key: "k-late", name: "Late" }] };
        throw { code: "payrolls_not_checked", data: { count: 1 } } satisfies AppError;
      },
    });
    const user = userEvent.setup();
    await answerAll(user);
    await user.click(confirm());
    const panel = await screen.findByTestId("error-panel");
    expect(panel.textContent).toContain("1 payroll was not checked");
    expect(panel.textContent).toContain("nothing was sent");
    expect(await screen.findByTestId("blocked-payroll-k-late")).toBeTruthy();
    expect(left()).toBe("1 payroll is not ticked.");
    expect(screen.getByTestId("where").textContent).toContain("blocked");
  });

  test("a locked desk is unlocked in place", async () => {
    let isLocked = true;
    open(block, {
      change_session: byKind({
        unlock: () => {
          isLocked = false;
          return blockedSession;
        },
      }),
      unblock_sending: () => {
        if (isLocked) throw { code: "locked" } satisfies AppError;
        return liveSession;
      },
    });
    const user = userEvent.setup();
    await answerAll(user);
    await user.click(confirm());
    await user.click(await screen.findByTestId("blocked-unlock"));
    await waitFor(() => expect(screen.queryByTestId("error-panel")).toBeNull());
    await user.click(confirm());
    await waitFor(() => expect(screen.getByTestId("where").textContent).toContain("payrolls"));
  });

  test("ticks and reason outlive a look at a payroll, but not the ledger", async () => {
    open(block);
    const user = userEvent.setup();
    await answerAll(user);
    await user.click(screen.getByTestId("blocked-track-k-oct"));
    await user.click(screen.getByText("come back"));
    await waitFor(() => expect(confirm().disabled).toBe(false));
    cacheRestoredSession(blockedSession);
    await waitFor(() => expect(confirm().disabled).toBe(true));
    expect(screen.getByTestId<HTMLTextAreaElement>("blocked-reason").value).toBe("");
  });
});
