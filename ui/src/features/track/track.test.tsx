import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { AppError, AttemptView, BatchView, PayoutStatus, QuestionView, TrackView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { cacheSession } from "../../query";
import {
  byKind,
  changed,
  chosen,
  copiedTexts,
  desk,
  liveSession,
  practiceSession,
  saves,
  show,
} from "../../test/render";
import { armed } from "../questions/fixtures";
import TrackScreen from ".";
import { BATCHES_DRAWN_MAX } from "./batches/Batches";
import { statusWord } from "./payment/statusWord";
import { batch, outcome, payout, track } from "./testViews";

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
    unsent_totals: () => [{ count: 10, sum: "10.00", currency: "NGN" }],
    settings: () => ({ profile: { baseUrl: "https://pay.example.com/v1" } }),
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

describe("asking the provider", () => {
  const asking = { running: false, done: 0, total: 0, notFound: 0, refused: 0, ended: null };
  const settling = { ...batch(1, "Settling"), sentAt: "2025-11-27T12:31:00Z", outcomes: [outcome("Sent", 10)] };

  test("is offered while results are open, and only where the provider has the call", async () => {
    const asked = open(track([settling], { asking }), { control_work: () => null });
    const notice = await screen.findByTestId("track-asking");
    expect(notice.textContent).toContain("10 payments without a final result (₦10.00)");
    await userEvent.setup().click(screen.getByTestId("track-ask"));
    expect(calls(asked, "control_work").map(({ input }) => input)).toEqual([{ id: 5, request: "ask" }]);
  });

  test.each([
    ["the provider has no such call", track([settling])],
    ["everybody has a result", track([{ ...settling, outcomes: [outcome("Paid", 10)] }], { asking })],
    ["nothing was sent", track([{ ...batch(1, "Approved"), outcomes: [outcome("Sent", 10)] }], { asking })],
  ])("is not offered when %s", async (_, view) => {
    open(view);
    await screen.findByTestId("track-state");
    expect(screen.queryByTestId("track-asking")).toBeNull();
  });

  test("shows the progress with a stop", async () => {
    const asked = open(track([settling], { asking: { ...asking, running: true, done: 5, total: 10 } }), {
      control_work: () => null,
    });
    expect((await screen.findByTestId("track-asking")).textContent).toContain("Asked about 5 of 10 people");
    await userEvent.setup().click(screen.getByTestId("track-stop-asking"));
    expect(calls(asked, "control_work").map(({ input }) => input)).toEqual([{ id: 5, request: "stop_asking" }]);
  });

  test("never takes a missing record as proof that nobody was paid", async () => {
    open(track([settling], { asking: { ...asking, done: 10, total: 10, notFound: 10, ended: "no_answer" } }));
    const { textContent } = await screen.findByTestId("track-asking");
    expect(textContent).toContain("This does not prove that they were not made.");
    expect(textContent).toContain("did not give a clear answer");
  });
});

describe("panels", () => {
  test("not sent: says that nobody was paid, and sends again once, however often it is clicked", async () => {
    const asked = open(track([batch(1, "Accepted"), batch(2, "NotSent", "dns")], { state: "not_sent" }), {
      continue_sending: () => new Promise(() => undefined),
    });
    const user = userEvent.setup();
    expect((await screen.findByTestId("track-not-sent")).textContent).toContain(
      "None of the 10 people in batch 2 was paid (₦10.00).",
    );
    // It was never sent: "again" would imply a second sending.
    expect(screen.getByTestId("track-send-again").textContent).toBe("Send now");
    expect(screen.getByTestId("track-not-sent").textContent).not.toContain("again");
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

  test.each([
    ["only its number", "422"],
    ["nothing", null],
  ])("a refusal without a reason is not said to report what to correct: %s", async (_, message) => {
    open(track([{ ...batch(1, "NotAccepted", "invalid"), message, httpStatus: 422 }], { state: "refused" }));
    const { textContent } = await screen.findByTestId("track-refused");
    expect(textContent).toContain("Your provider gave no reason. Ask it with the batch reference");
    expect(textContent).toContain("Status 422");
    expect(textContent).not.toContain("Provider’s message");
    expect(filled()).toEqual([]);
  });

  test.each([
    ["one batch", [1], "does not have batch 1. If that is right, none of its 10 people was paid (₦10.00)."],
    ["two", [1, 2], "does not have batches 1, 2. If that is right, none of their 20 people was paid (₦20.00)."],
  ])("what the user recorded is not said to be known: %s", async (_, numbers, expected) => {
    const recorded = numbers.map((number) => batch(number, "NotAccepted", "timeout"));
    open(track(recorded, { state: "refused" }));
    expect((await screen.findByTestId("track-refused")).textContent).toContain(
      `You recorded that your provider ${expected}`,
    );
  });

  test("sending stops after the batch being sent, once", async () => {
    const view = track([batch(1, "Closed"), batch(2, "Intent"), batch(3, "Approved"), batch(4, "Approved")], {
      sending: true,
    });
    const asked = open(view, { control_work: () => null });
    const user = userEvent.setup();
    const notice = await screen.findByTestId("track-sending");
    expect(notice.textContent).toContain("Sending batch 2 of 4");
    expect(notice.textContent).toContain("20 people are not sent yet (₦20.00).");
    expect(screen.getByTestId("track-stop").textContent).toBe("Stop after this batch");
    await user.click(screen.getByTestId("track-stop"));
    await waitFor(() =>
      expect(calls(asked, "control_work").map(({ input }) => input)).toEqual([{ id: 5, request: "stop_sending" }]),
    );
  });

  test.each([
    ["while a batch is sent", batch(2, "Intent"), "Stopping after batch 2"],
    ["between two batches", batch(2, "Settling"), "Stopping before batch 3"],
  ])("what was pressed is shown as done: %s", async (_, second, title) => {
    open(track([batch(1, "Closed"), second, batch(3, "Approved")], { sending: true, stopping: true }));
    const notice = await screen.findByTestId("track-sending");
    expect(notice.textContent).toContain(title);
    expect(notice.textContent).toContain("10 people (₦10.00) stay approved");
    const stop = screen.getByTestId<HTMLButtonElement>("track-stop");
    expect([stop.textContent, stop.disabled]).toEqual(["Stopping…", true]);
  });

  test("between two batches nothing is said to be being sent", async () => {
    open(track([batch(1, "Settling"), batch(2, "Approved")], { sending: true }));
    expect((await screen.findByTestId("track-sending")).textContent).toContain("Batch 2 of 2 is sent next");
    expect(screen.getByTestId("track-stop").textContent).toBe("Stop sending");
  });

  test("unknown leads to Unresolved and offers no sending", async () => {
    open(track([batch(1, "Unknown", "timeout"), batch(2, "Approved")], { state: "unresolved" }));
    const user = userEvent.setup();
    expect((await screen.findByTestId("track-unknown")).textContent).toContain(
      "Nothing is sent again until you decide",
    );
    expect(screen.queryByTestId("track-send-again")).toBeNull();
    await user.click(screen.getByTestId("track-open-unresolved"));
    expect(screen.getByTestId("where").textContent).toContain("unresolved");
  });

  test("after a restart: going on unlocks first", async () => {
    const asked = open(track([batch(1, "Approved"), batch(2, "Approved")], { state: "approved" }), {
      session: () => ({ ...liveSession, unlocked: false }),
      change_session: byKind({ unlock: () => liveSession }),
    });
    const user = userEvent.setup();
    expect((await screen.findByTestId("track-approved")).textContent).toContain("2 batches are not sent yet");
    await user.click(screen.getByTestId("track-send-again"));
    await waitFor(() => expect(calls(asked, "continue_sending")).toHaveLength(1));
    const order = asked.map(({ command }) => command);
    expect(changed(asked, "change_session", "unlock")).toHaveLength(1);
    expect(order.indexOf("change_session")).toBeLessThan(order.indexOf("continue_sending"));
  });

  test("what stopped the sending stays on the page", async () => {
    open(track([batch(1, "NotSent", "dns")], { state: "not_sent" }), {
      continue_sending: () => {
        throw { code: "keychain_locked" } satisfies AppError;
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-send-again"));
    expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("keychain_locked");
  });
});

describe("sending is blocked", () => {
  const blocked = { session: () => ({ ...liveSession, blocked: "ledger_older" as const }) };

  test.each([
    ["not sent", track([batch(1, "NotSent", "dns")], { state: "not_sent" })],
    ["refused", track([batch(1, "NotAccepted", "other")], { state: "refused" })],
    ["approved", track([batch(1, "Approved")], { state: "approved" })],
  ])("%s: nothing can be sent, and the way to go through it is there", async (_, view) => {
    const asked = open(view, blocked);
    const user = userEvent.setup();
    const send = await screen.findByTestId<HTMLButtonElement>("track-send-again");
    expect(send.disabled).toBe(true);
    await user.click(send);
    expect(calls(asked, "continue_sending")).toHaveLength(0);
    await user.click(screen.getByTestId("blocked-hint-go-through"));
    expect(screen.getByTestId("where").textContent).toContain("blocked");
  });

  test("what the sending stopped for cannot be answered either", async () => {
    open(track([batch(1, "Approved")], { state: "approved", stopped: { code: "total_needed" } }), blocked);
    expect((await screen.findByTestId<HTMLButtonElement>("track-answer")).disabled).toBe(true);
  });

  test("while a question is open: its button waits as well", async () => {
    open(track([batch(1, "Approved")], { state: "approved", stopped: { code: "total_needed" } }));
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-answer"));
    await user.type(await screen.findByTestId("resend-total"), "10.00");
    const confirm = screen.getByTestId<HTMLButtonElement>("resend-confirm");
    expect(confirm.disabled).toBe(false);
    cacheSession(blocked.session());
    await waitFor(() => expect(confirm.disabled).toBe(true));
  });

  test("found only on sending: the error leads to what is to be gone through", async () => {
    open(track([batch(1, "NotSent", "dns")], { state: "not_sent" }), {
      continue_sending: () => {
        throw { code: "sending_blocked", data: { reason: "record_missing" } } satisfies AppError;
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-send-again"));
    await screen.findByTestId("error-panel");
    await user.click(screen.getByTestId("blocked-hint-go-through"));
    expect(screen.getByTestId("where").textContent).toContain("blocked");
  });

  test("a payroll with nothing to send does not speak of it", async () => {
    open(track([batch(1, "Unknown", "timeout")], { state: "unresolved" }), blocked);
    await screen.findByTestId("track-unknown");
    expect(screen.queryByTestId("blocked-hint")).toBeNull();
  });
});

describe("the technical details", () => {
  const attempts: AttemptView[] = [
    {
      number: 2,
      beganAt: "2025-11-27T12:40:00Z",
      endedAt: "2025-11-27T12:40:02Z",
      outcome: "unknown",
      reason: "server_error",
      httpStatus: 502,
      message: null,
      body: "<h1>Bad gateway</h1>",
      error: null,
    },
    {
      number: 1,
      beganAt: "2025-11-27T12:31:00Z",
      endedAt: "2025-11-27T12:31:01Z",
      outcome: "not_accepted",
      reason: "insufficient_balance",
      httpStatus: 400,
      message: "Insufficient balance",
      body: null,
      error: null,
    },
  ];

  test("is asked for when it is opened, and told attempt by attempt in words, number and text", async () => {
    const asked = open(track([batch(1, "Unknown", "server_error")], { state: "unresolved" }), {
      attempts: () => attempts,
    });
    const user = userEvent.setup();
    const toggle = await screen.findByTestId("attempts-toggle");
    expect(calls(asked, "attempts")).toEqual([]);
    await user.click(toggle);
    const last = await screen.findByTestId("attempt-2");
    expect(last.textContent).toContain("Your provider’s system, or a server in front of it, failed.");
    expect(last.textContent).toContain("Bad gateway (502)");
    expect(screen.getByTestId("attempt-body").textContent).toBe("<h1>Bad gateway</h1>");
    expect(screen.getByTestId("attempt-1").textContent).toContain("Insufficient balance");
    await user.click(toggle);
    expect(screen.queryByTestId("attempt-2")).toBeNull();
  });

  test("is copied whole", async () => {
    const texts = copiedTexts();
    open(track([batch(1, "NotAccepted", "insufficient_balance")], { state: "refused" }), { attempts: () => attempts });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("attempts-toggle"));
    await user.click(await screen.findByTestId("attempt-copy-2"));
    expect(screen.getByTestId("attempt-copy-2").textContent).toContain("Copied");
    for (const part of ["R1", "2025-11-27T12:40:00Z", "502", "<h1>Bad gateway</h1>"]) expect(texts[0]).toContain(part);
  });
});

describe("the provider is asked", () => {
  test("about failed payments, with the batch's reference and no person or account", async () => {
    const copied = copiedTexts();
    const failed: BatchView = {
      ...batch(2, "Closed"),
      batchId: "4711",
      message: "Account 0123456789 does not exist",
      httpStatus: 200,
      outcomes: [
        { state: "Paid", total: { count: 9, sum: "9.00", currency: "NGN" } },
        { state: "Failed", total: { count: 1, sum: "1.00", currency: "NGN" } },
      ],
    };
    open(track([failed], { state: "closed" }));
    await userEvent.setup().click(await screen.findByTestId("provider-message-2"));
    expect(screen.getByTestId("provider-message-2").getAttribute("aria-label")).toBe("Copied");
    for (const part of ["Batch reference: R2", "Your batch ID: 4711", "Failed: 1 payment, NGN 1.00"])
      expect(copied[0]).toContain(part);
    expect(copied[0]).not.toMatch(/\d{10}/);
  });

  test("about a rejected batch from its panel", async () => {
    const copied = copiedTexts();
    open(track([batch(1, "NotAccepted", "insufficient_balance")], { state: "refused" }));
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("provider-message-1"));
    expect(copied[0]).toContain("You rejected this batch.");
    await user.click(screen.getByTestId("batch-reference-copy-1"));
    expect(copied[1]).toBe("R1");
  });

  test("nothing about a batch that never left this computer", async () => {
    open(track([batch(1, "NotSent", "dns")], { state: "not_sent" }));
    await screen.findByTestId("track-not-sent");
    expect(screen.queryByTestId("provider-message-1")).toBeNull();
  });
});

const FILLED = '.mantine-Button-root:is([data-variant="filled"], :not([data-variant]))';
const filled = () =>
  [...screen.getByTestId("track-screen").querySelectorAll<HTMLElement>(FILLED)].map(({ dataset }) => dataset["testid"]);

/** Refused, with the provider's reason. */
const INVALID = { ...batch(1, "NotAccepted", "invalid"), message: "Row 3: invalid account", httpStatus: 422 };

describe("one button is filled:", () => {
  const stopped = { code: "token_ends" as const, data: { at: "2025-11-27T14:32:00Z", submissionS: 180 } };
  test.each([
    [
      "the way to Unresolved, before what was rejected",
      [batch(1, "Unknown", "timeout"), batch(2, "NotAccepted", "invalid")],
      {},
      "track-open-unresolved",
    ],
    ["sending again", [batch(1, "NotSent", "dns")], {}, "track-send-again"],
    ["a new token, before sending again", [batch(1, "NotAccepted", "token_refused")], {}, "track-replace-secret"],
    ["a top-up, before sending again", [batch(1, "NotAccepted", "insufficient_balance")], {}, "track-top-up"],
    ["correcting in Check, where the provider says what is wrong", [INVALID], {}, "track-correct"],
    ["what fixes why it stopped, before going on", [batch(1, "Approved")], { stopped }, "track-fix"],
  ] as const)("%s", async (_, batches, more, testId) => {
    open(track([...batches], { state: "unresolved", ...more }));
    await screen.findByTestId(testId);
    expect(filled()).toEqual([testId]);
  });

  test("a top-up, which leads to Top up", async () => {
    open(track([batch(1, "NotAccepted", "insufficient_balance")], { state: "refused" }));
    await userEvent.setup().click(await screen.findByTestId("track-top-up"));
    expect(screen.getByTestId("where").textContent).toContain("topUp");
  });

  test("and it stands last, after withdrawing", async () => {
    open(track([INVALID], { state: "refused" }));
    const last = await screen.findByTestId("track-correct");
    const buttons = [...(last.parentElement?.querySelectorAll("button") ?? [])];
    expect(buttons.map(({ dataset }) => dataset["testid"])).toEqual([
      "track-withdraw",
      "track-send-again",
      "track-correct",
    ]);
  });

  test("none, where the provider is to be asked first", async () => {
    open(track([batch(1, "NotAccepted", "duplicate_reference")], { state: "refused" }));
    await screen.findByTestId("track-send-again");
    expect(filled()).toEqual([]);
  });
});

test.each([
  [200, "200"],
  [206, "success"],
  [302, "redirect"],
  [418, "refusal"],
  [502, "502"],
  [599, "failure"],
  [999, "unknown"],
] as const)("the answer %d is worded as %s", (status, word) => {
  expect(statusWord(status)).toBe(word);
});

describe("sending that stopped", () => {
  test("before the token's end says when it ends, and leads to another one", async () => {
    const stopped = { code: "token_ends" as const, data: { at: "2025-11-27T14:32:00Z", submissionS: 180 } };
    open(track([batch(1, "Settling"), batch(2, "Approved")], { state: "partly_sent", stopped }));
    const user = userEvent.setup();
    const panel = await screen.findByTestId("track-stopped");
    expect(panel.textContent).toContain("sending may take 3 minutes. Nothing was sent.");
    expect(screen.getByTestId("track-approved").textContent).toContain("1 batch is not sent yet");
    expect(screen.getByTestId("track-state").textContent).toBe("Partly sent");
    await user.click(screen.getByTestId("track-fix"));
    expect(screen.getByTestId("where").textContent).toBe("settings secrets");
  });

  test("for want of the approver's name leads to where it is entered", async () => {
    open(track([batch(1, "Approved")], { state: "approved", stopped: { code: "approver_missing" } }));
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-fix"));
    expect(screen.getByTestId("where").textContent).toBe("settings profile");
  });

  test("on a full disk says that the answer is kept in memory", async () => {
    const stopped = { code: "answer_not_recorded" as const };
    open(track([batch(1, "Intent")], { state: "sending", sending: true, stopped }));
    expect((await screen.findByTestId("track-stopped")).textContent).toContain("keeps the answer in memory");
  });
});

test("what the provider took is said as far as it told it", async () => {
  const fees = [{ count: 2, sum: "21.50", currency: "NGN" as const }];
  open(track([{ ...batch(1, "Settling"), outcomes: [outcome("Paid", 2), outcome("Sent", 8)] }], { fees }));
  expect((await screen.findByTestId("track-fees")).textContent).toBe("Fees of 2 payments: ₦21.50");
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

test("whom another payroll pays is not among those whom the ring waits for", async () => {
  const withdrawn = { ...batch(2, "Withdrawn"), outcomes: [outcome("Withdrawn", 10)] };
  const settling = { ...batch(1, "Settling"), outcomes: [outcome("Paid", 9), outcome("Sent", 1)] };
  open(track([settling, withdrawn], { payees: [outcome("Sent", 10).total] }));
  expect((await screen.findByTestId("track-ring")).dataset["percent"]).toBe("90");
  expect(screen.getByTestId("track-screen").textContent).toContain("9 of 10 people");
});

test("all paid: the total, the time it took, and the results to be saved", async () => {
  const paid = {
    ...batch(1, "Closed"),
    outcomes: [{ state: "Paid" as const, total: { count: 10, sum: "10.00", currency: "NGN" as const } }],
  };
  const view = track([paid], {
    state: "closed",
    closedAt: "2025-11-27T13:12:03Z",
    lastOutcomeAt: "2025-11-27T13:12:03Z",
  });
  const asked = open(view, {
    ...saves("results", "November.xlsx"),
    show_in_folder: () => null,
  });
  const user = userEvent.setup();
  const page = await screen.findByTestId("track-all-paid");
  expect(page.textContent).toContain("Everyone is recorded as paid");
  expect(page.textContent).toContain("10 people in 1 batch · took 41 minutes 3 seconds");
  expect(screen.queryByTestId("tile-paid")).toBeNull();
  await user.click(screen.getByTestId("track-export"));
  await user.click(await screen.findByTestId("track-export-results"));
  expect((await screen.findByTestId("toast")).textContent).toContain("November.xlsx");
  await user.click(screen.getByTestId("toast-action"));
  expect(calls(asked, "show_in_folder")[0]?.input).toEqual({ file: chosen("November.xlsx").handle });
});

test.each(["report", "bank_schedule", "receipts", "payment_advice"])(
  "%s is saved in the words and formats of the window, where the user says",
  async (kind) => {
    const asked = open(track([batch(1, "Closed")]), {
      ...saves("document", "November.pdf"),
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-documents"));
    await user.click(await screen.findByTestId(`track-document-${kind}`));
    expect((await screen.findByTestId("toast")).textContent).toContain("Saved as November.pdf");
    const input = {
      kind,
      reference: null,
      words: { "report.title": "Payroll report", "event.approved": "Approved", "payout.Paid": "Paid" },
      formats: { group: expect.any(String), decimal: expect.any(String), clock: expect.stringMatching("hours_") },
    };
    expect(calls(asked, "choose_destination")[0]?.input).toMatchObject({ file: { input } });
    expect(calls(asked, "save_file")[0]?.input).toMatchObject({
      file: { input },
      handle: chosen("November.pdf").handle,
    });
  },
);

test("a document that takes long can be stopped, and no file is written", async () => {
  let stop = (): void => undefined;
  const made = new Promise<null>((resolve) => {
    stop = () => resolve(null);
  });
  const asked = open(track([batch(1, "Closed")]), {
    ...saves("document", "November.pdf"),
    save_file: () => made,
    control_work: () => {
      stop();
      return null;
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("track-documents"));
  await user.click(await screen.findByTestId("track-document-receipts"));
  await user.click(await screen.findByTestId("track-stop-document"));
  expect((await screen.findByTestId("toast")).textContent).toContain("No file was written");
  expect(calls(asked, "control_work")[0]?.input).toEqual({ id: 5, request: "stop_documents" });
  expect(screen.getByTestId("track-documents")).toBeTruthy();
});

test("no receipt without a payment: the error says what to do", async () => {
  open(track([batch(1, "Settling")]), {
    ...saves("document", "November.pdf"),
    save_file: () => {
      throw { code: "document_empty" };
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("track-documents"));
  await user.click(await screen.findByTestId("track-document-receipts"));
  expect(await screen.findByText("Nobody belongs in this document yet")).toBeTruthy();
});

test("in practice everyone is paid in seconds: no time is named", async () => {
  const paid = { ...batch(1, "Closed"), outcomes: [outcome("Paid", 10)] };
  const closedAt = "2025-11-27T12:31:05Z";
  open(track([paid], { state: "closed", closedAt, lastOutcomeAt: closedAt }), { session: () => practiceSession });
  const page = await screen.findByTestId("track-all-paid");
  expect(page.textContent).toContain("10 people in 1 batch · finished");
  expect(page.textContent).not.toContain("took");
});

test("while people are still to be paid, the same two can be saved from the title bar", async () => {
  const asked = open(track([batch(1, "Settling")]), saves("copy", null));
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("track-export"));
  expect((await screen.findByTestId("track-export-results")).textContent).toContain("Results (.xlsx)");
  await user.click(screen.getByTestId("track-export-copy"));
  await waitFor(() => expect(calls(asked, "choose_destination")).toHaveLength(1));
  expect(calls(asked, "choose_destination")[0]?.input).toMatchObject({ file: { kind: "copy" } });
});

const everyone = (status: PayoutStatus) => [{ status, total: outcome("Planned", 10).total }];
const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

test.each([
  ["everyone is paid", { statuses: everyone("Paid") }, false],
  ["a result is missing", { statuses: [...everyone("Paid"), ...everyone("InProgress")] }, true],
] as const)("the column Message, where %s", async (_, more, isShown) => {
  open(track([batch(1, "Settling")], { statuses: [...more.statuses] }));
  await screen.findByTestId("track-screen");
  await waitFor(() => expect(headers().includes("Message")).toBe(isShown));
  expect(headers()).toContain("State");
});

test("a contradictory result is not read as the failure that one of its reports names", async () => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  const rows = [
    payout(0, { state: "Conflict", status: "Conflict", message: "Invalid account" }),
    payout(1, { state: "Conflict", status: "Conflict" }),
    payout(2, { state: "Failed", status: "Failed", message: "Invalid account" }),
  ];
  open(track([batch(1, "Settling")]), { payouts: ({ offset }) => ({ total: rows.length, offset, rows }) });
  const message = async (row: number) => (await screen.findByTestId(`cell-${row}-message`)).textContent;
  expect(await message(2)).toBe("One report says: Invalid account");
  expect(await message(3)).toBe("Conflicting results");
  expect(await message(4)).toBe("Invalid account");
});

const unsent = () => track([batch(1, "NotSent", "dns")], { state: "not_sent", host: "old.example.com" });
/** Rejects with these codes, one after another, and then succeeds. */
function refusing(...errors: AppError[]) {
  const left = [...errors];
  return () => {
    const error = left.shift();
    if (error === undefined) return null;
    throw error;
  };
}

test.each([
  ["nothing left this computer", unsent(), /, for old\.example\.com$/],
  ["it is being sent", track([batch(1, "Intent")], { state: "sending", host: "old.example.com" }), /, for old/],
  [
    "a part was sent",
    track([batch(1, "Settling"), batch(2, "NotSent", "dns")], { host: "old.example.com" }),
    / · sent through old\.example\.com$/,
  ],
])(
  "the second line names the host that it was approved for, and no more than is known: %s",
  async (_, view, expected) => {
    open(view);
    expect(await screen.findByText(expected)).toBeTruthy();
  },
);

describe("withdrawing", () => {
  test("names people and amount, needs a reason, and leaves a payroll that is never sent again", async () => {
    let view = unsent();
    const asked = open(view, {
      payroll: () => view,
      change_payroll: () => {
        view = track(
          [
            {
              ...batch(1, "Withdrawn"),
              outcomes: [{ state: "Withdrawn", total: { count: 10, sum: "10.00", currency: "NGN" } }],
            },
          ],
          { state: "withdrawn" },
        );
        return null;
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-withdraw"));
    const confirm = await screen.findByTestId<HTMLButtonElement>("withdraw-confirm");
    expect(confirm.textContent).toBe("Withdraw 10 people, ₦10.00");
    expect(screen.getByRole("dialog").textContent).toContain(
      "can never be sent again. If your provider reports a result for it later, that result still counts.",
    );
    await user.type(screen.getByTestId("withdraw-reason"), "  ");
    expect(confirm.disabled).toBe(true);
    await user.click(screen.getByText("Paid another way"));
    await user.dblClick(confirm);
    expect((await screen.findByTestId("track-withdrawn")).textContent).toContain("Withdrawn: 10 people, ₦10.00");
    expect(changed(asked, "change_payroll", "withdraw")).toEqual([
      { id: 5, change: { kind: "withdraw", batch: null, reason: "Paid another way" } },
    ]);
    expect(screen.getByTestId("track-state").textContent).toBe("Withdrawn");
    expect(screen.queryByTestId("track-send-again")).toBeNull();
    expect(screen.getByTestId("track-pay-again")).toBeTruthy();
    expect(screen.getByTestId("tile-withdrawn").textContent).toContain("10");
  });

  test("beside a batch whose fate is unknown, only the named batch is withdrawn", async () => {
    const asked = open(track([batch(1, "Unknown", "timeout"), batch(2, "NotSent", "dns")], { state: "unresolved" }), {
      change_payroll: () => null,
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-withdraw"));
    await user.type(await screen.findByTestId("withdraw-reason"), "Paid in cash");
    await user.click(screen.getByTestId("withdraw-confirm"));
    await waitFor(() =>
      expect(changed(asked, "change_payroll", "withdraw")).toEqual([
        { id: 5, change: { kind: "withdraw", batch: 2, reason: "Paid in cash" } },
      ]),
    );
  });

  test("is not offered where the desk does not allow it", async () => {
    open({ ...unsent(), withdrawable: [] });
    await screen.findByTestId("track-send-again");
    expect(screen.queryByTestId("track-withdraw")).toBeNull();
  });
});

describe("sending again asks", () => {
  test("for the total, where something else happened since", async () => {
    const asked = open(unsent(), { continue_sending: refusing({ code: "total_needed" }) });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-send-again"));
    const total = await screen.findByTestId("resend-total");
    const confirm = screen.getByTestId<HTMLButtonElement>("resend-confirm");
    await user.type(total, "11.00");
    expect(confirm.disabled).toBe(true);
    await user.clear(total);
    await user.type(total, "10.00");
    expect(confirm.textContent).toBe("Send 10 people ₦10.00");
    await user.click(confirm);
    await waitFor(() => expect(calls(asked, "continue_sending")).toHaveLength(2));
    expect(calls(asked, "continue_sending").map(({ input }) => input["input"])).toEqual([
      null,
      { totals: [{ currency: "NGN", text: "10.00" }], sameAccount: null },
    ]);
    await waitFor(() => expect(screen.queryByTestId("resend-total_needed")).toBeNull());
  });

  test("whether the token is of the same account, with a reason; a second question follows the first", async () => {
    const asked = open(unsent(), { continue_sending: refusing({ code: "account_differs" }, { code: "total_needed" }) });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-send-again"));
    const reason = await screen.findByTestId("resend-reason");
    expect(screen.getByTestId<HTMLButtonElement>("resend-confirm").disabled).toBe(true);
    await user.type(reason, "Renewed by Tunde");
    await user.click(screen.getByTestId("resend-confirm"));
    expect(await screen.findByTestId("resend-total")).toBeTruthy();
    expect(calls(asked, "continue_sending")[1]?.input["input"]).toEqual({
      totals: [],
      sameAccount: "Renewed by Tunde",
    });
  });

  test("to decide about other payrolls, and sends only then", async () => {
    let questions: QuestionView[] = [armed];
    const asked = open(unsent(), {
      continue_sending: refusing({ code: "questions_open", data: { count: 1 } }),
      questions: () => questions,
      decide_questions: () => {
        questions = [
          { ...armed, open: 0, reason: "Bonus", people: armed.people.map((one) => ({ ...one, reason: "Bonus" })) },
        ];
        return questions;
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-send-again"));
    await user.type(await screen.findByTestId("question-reason-armed-7"), "Bonus");
    expect(screen.getByTestId<HTMLButtonElement>("resend-confirm").disabled).toBe(true);
    await user.click(screen.getByTestId("question-decide-armed-7"));
    await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>("resend-confirm").disabled).toBe(false));
    expect(calls(asked, "continue_sending")).toHaveLength(1);
    await user.click(screen.getByTestId("resend-confirm"));
    await waitFor(() => expect(calls(asked, "continue_sending")).toHaveLength(2));
  });

  test("to approve for the provider that the profile names now, or to withdraw", async () => {
    const asked = open(unsent(), {
      continue_sending: refusing({ code: "approved_for_other", data: { host: "old.example.com" } }),
      approve_anew: () => null,
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-send-again"));
    expect(await screen.findByText(/The profile now names pay\.example\.com\./)).toBeTruthy();
    expect(screen.getByTestId("resend-withdraw")).toBeTruthy();
    const confirm = screen.getByTestId<HTMLButtonElement>("resend-confirm");
    expect(confirm.textContent).toBe("Approve for pay.example.com and send");
    expect(confirm.disabled).toBe(true);
    await user.type(screen.getByTestId("resend-total"), "10.00");
    await user.click(confirm);
    await waitFor(() => expect(calls(asked, "continue_sending")).toHaveLength(2));
    expect(calls(asked, "approve_anew").map(({ input }) => input)).toEqual([
      { id: 5, totals: [{ currency: "NGN", text: "10.00" }] },
    ]);
    const order = asked.map(({ command }) => command);
    expect(order.lastIndexOf("approve_anew")).toBeLessThan(order.lastIndexOf("continue_sending"));
  });

  test("to approve it again, where the provider that it was approved for is not known", async () => {
    open(unsent(), { continue_sending: refusing({ code: "approved_for_other", data: { host: null } }) });
    await userEvent.setup().click(await screen.findByTestId("track-send-again"));
    expect(await screen.findByText(/the earlier provider has none of it/)).toBeTruthy();
  });

  test("the same, where the sending stopped for it in the background", async () => {
    const asked = open(track([batch(1, "Approved")], { state: "approved", stopped: { code: "total_needed" } }));
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("track-answer"));
    expect(await screen.findByTestId("resend-total")).toBeTruthy();
    expect(calls(asked, "continue_sending")).toHaveLength(0);
  });
});

describe("the foot says what closing the window does", () => {
  const listening = { ...liveSession, callbackAddress: "http://127.0.0.1:8790/cb" };
  test.each([
    [
      "results arrive and a tray leads back",
      listening,
      "being_paid",
      "Paysheet keeps running until all results are in",
    ],
    ["callbacks reach a locked desk, too", { ...listening, unlocked: false }, "being_paid", "until all results are in"],
    ["no tray leads back", { ...listening, hasTray: false }, "being_paid", "Keep Paysheet open."],
    ["nobody listens", liveSession, "being_paid", "Results do not arrive automatically"],
    [
      "nobody listens while it is sent",
      { ...liveSession, hasTray: false },
      "sending",
      "Results do not arrive automatically",
    ],
    ["the user has to decide, nobody listens", liveSession, "unresolved", "Nothing is sent until you decide."],
    [
      "sending stopped after a part: results of it arrive",
      listening,
      "partly_sent",
      "Nothing more is sent until you decide. You can close this window",
    ],
    [
      "the user has to decide, and no tray leads back",
      { ...listening, hasTray: false },
      "unresolved",
      "Nothing more is sent until you decide. Keep Paysheet open to get results.",
    ],
    [
      "it was closed with a result missing",
      listening,
      "closed_unconfirmed",
      "A result that still arrives is recorded.",
    ],
    ["all is settled", { ...listening, hasTray: false }, "closed", "All results are in."],
  ] as const)("%s", async (_, session, state, expected) => {
    open(track([batch(1, "Settling")], { state }), { session: () => session });
    expect(await screen.findByText(new RegExp(expected))).toBeTruthy();
  });

  test("nothing was sent: there is no result to wait for", async () => {
    const statuses = [{ status: "NotSent" as const, total: outcome("Planned", 10).total }];
    open(track([batch(1, "NotSent", "dns")], { state: "not_sent", statuses }), { session: () => listening });
    expect(await screen.findByText("Nothing is sent until you decide.")).toBeTruthy();
  });

  const asking = { running: false, done: 0, total: 0, notFound: 0, refused: 0, ended: null };
  test.each([
    ["it asks while it is unlocked", liveSession, "You can close this window. Paysheet keeps running, and asks"],
    ["no tray leads back", { ...liveSession, hasTray: false }, "Keep Paysheet open and unlocked."],
    ["it is locked", { ...liveSession, unlocked: false }, "Unlock it to get results."],
    ["callbacks arrive, too", { ...listening, unlocked: false }, "Paysheet keeps running until all results are in"],
  ] as const)("where the provider is asked: %s", async (_, session, expected) => {
    const state = "being_paid";
    open(track([batch(1, "Settling")], { state, asking }), { session: () => session });
    expect(await screen.findByText(new RegExp(expected))).toBeTruthy();
    const isPromised = screen.queryByText(/You can close this window/) !== null;
    expect(isPromised).toBe(session.hasTray && (session.unlocked || session.callbackAddress !== null));
  });
});

describe("a narrow window", () => {
  const wide = window.matchMedia;
  afterEach(() => vi.stubGlobal("matchMedia", wide));

  test.each([
    ["has the state beside the payroll's name, where there is room", false, true, 6],
    ["has the state in the second line, and wider tiles", true, false, 5],
  ])("%s", async (_, matches, isBesideName, columns) => {
    vi.stubGlobal("matchMedia", (query: string) => ({ ...wide(query), matches }));
    open(track([batch(1, "Settling")]));
    const state = await screen.findByTestId("track-state");
    expect(screen.getByRole("heading", { level: 1 }).contains(state)).toBe(isBesideName);
    expect(screen.getByTestId("tile-everyone").parentElement?.style.gridTemplateColumns).toContain(
      `repeat(${columns},`,
    );
  });
});

describe("the list of batches", () => {
  test("says how many there are, where not all are in view", async () => {
    open(track([1, 2, 3, 4, 5].map((number) => batch(number, "Settling"))));
    expect((await screen.findByTestId("batch-count")).textContent).toBe("5 batches, scroll to see all");
  });

  describe("of very many", () => {
    const MANY = BATCHES_DRAWN_MAX + 180;
    const many = (unpaid: number) =>
      Array.from({ length: MANY }, (_, at) => batch(at + 1, at + 1 === unpaid ? "Settling" : "Closed"));
    const drawn = (): (string | undefined)[] =>
      within(screen.getByRole("list", { name: "Batches" }))
        .getAllByRole("listitem")
        .map(({ dataset }) => dataset["testid"]);
    const VIEW_PX = 132;
    const BATCH_WITH_GAP_PX = 60;
    beforeEach(() => void vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(VIEW_PX));

    test("draws those in view and one more, with what is open first", async () => {
      open(track(many(150)));
      expect((await screen.findByTestId("batch-count")).textContent).toBe(`${MANY} batches, scroll to see all`);
      expect(drawn()).toEqual(["batch-150", "batch-1", "batch-2", "batch-3"]);
      const second = screen.getByTestId("batch-1");
      expect([second.ariaPosInSet, second.ariaSetSize]).toEqual(["2", String(MANY)]);
      expect(second.style.top).toBe(`${BATCH_WITH_GAP_PX}px`);
    });

    test("keeps the batch that the keyboard is in, however far it is scrolled away", async () => {
      open(track(many(150)));
      const copy = await screen.findByRole("button", { name: "Copy the reference of batch 1" });
      act(() => copy.focus());
      const list = screen.getByRole("list", { name: "Batches" });
      list.scrollTop = 100 * BATCH_WITH_GAP_PX;
      fireEvent.scroll(list);
      await waitFor(() => expect(drawn()).toContain("batch-100"));
      expect(drawn()).not.toContain("batch-2");
      expect(drawn()).toContain("batch-1");
      expect(document.activeElement).toBe(copy);
    });
  });

  test("has each batch's reference and the provider's ID, to copy", async () => {
    const copied = copiedTexts();
    open(track([{ ...batch(1, "Settling"), batchId: "256" }, batch(2, "Approved")]));
    const user = userEvent.setup();
    expect((await screen.findByTestId("batch-1")).textContent).toContain("R1ID 256");
    expect(screen.getByTestId("batch-2").textContent).not.toContain("ID");
    await user.click(screen.getByRole("button", { name: "Copy the reference of batch 2" }));
    await user.click(screen.getByRole("button", { name: "Copy the provider’s ID of batch 1" }));
    expect(copied).toEqual(["R2", "256"]);
  });
});
