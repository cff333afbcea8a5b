import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import type { AppError, EventView, TrackView, UnresolvedView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { chosen, copiedTexts, desk, liveSession, saves, show } from "../../test/render";
import { batch, track } from "../track/testViews";
import UnresolvedScreen from ".";
import { known, summary } from "./known";

const lost: UnresolvedView = {
  payroll: 3,
  payrollName: "Field allowances, November",
  batch: {
    ...batch(1, "Unknown", "timeout"),
    key: 31,
    sentAt: "2025-11-26T15:42:07Z",
    total: { count: 48, sum: "1920000.00", currency: "NGN" },
  },
  batches: 1,
  bodyBytes: 12_400,
  events: [
    { at: "2025-11-26T15:42:07Z", kind: "intent", reason: null, detail: null },
    { at: "2025-11-26T15:45:07Z", kind: "answered", reason: "timeout", detail: "timeout" },
    { at: "2025-11-26T15:45:07Z", kind: "batch_moved", reason: null, detail: "Unknown" },
  ],
};

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{`${at.name} ${"id" in at ? at.id : ""}`}</output>;
}

function open(all: UnresolvedView[], answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    session: () => liveSession,
    unresolved: () => all,
    decide_unknown: () => null,
    send_again: () => null,
    ...answers,
  });
  show(
    <>
      <UnresolvedScreen />
      <Where />
    </>,
    { name: "unresolved" },
  );
  return asked;
}

const decided = (asked: ReturnType<typeof desk>) =>
  asked.filter(({ command }) => command === "decide_unknown" || command === "send_again");

describe("the provider", () => {
  const asking = { running: false, done: 0, total: 0, notFound: 0, refused: 0, ended: null };
  const statuses: TrackView["statuses"] = [{ status: "Unknown", total: lost.batch.total }];
  const payroll = (more: Partial<TrackView>) => track([lost.batch], { id: 3, statuses, ...more });

  test("is asked about the payments where it has a call for that", async () => {
    const asked = open([lost], { payroll: () => payroll({ asking }), control_work: () => null });
    const user = userEvent.setup();
    expect((await screen.findByTestId("unresolved-ask")).textContent).toContain("Asking pays nobody");
    await user.click(screen.getByTestId("track-ask"));
    expect(asked.filter(({ command }) => command === "control_work").map(({ input }) => input)).toEqual([
      { id: 3, request: "ask" },
    ]);
    expect(decided(asked)).toEqual([]);
  });

  test("has no record: that decides nothing", async () => {
    open([lost], { payroll: () => payroll({ asking: { ...asking, done: 48, total: 48, notFound: 48 } }) });
    expect((await screen.findByTestId("unresolved-ask")).textContent).toContain("This does not prove");
    expect(screen.getByTestId("unresolved-not-taken")).toBeTruthy();
  });

  test("is not offered where it has no such call", async () => {
    open([lost], { payroll: () => payroll({ asking: null }) });
    await screen.findByTestId("unresolved-wait");
    expect(screen.queryByTestId("unresolved-ask")).toBeNull();
  });
});

test("keeping waiting sends nothing", async () => {
  const asked = open([lost]);
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("unresolved-wait"));
  expect(screen.getByText(/You keep waiting. Nothing is sent/)).toBeTruthy();
  expect(decided(asked)).toEqual([]);
  await user.click(screen.getByTestId("unresolved-decide"));
  expect(screen.getByTestId("unresolved-accept")).toBeTruthy();
});

test.each([
  ["unresolved-accept", "the_service_has_it", "Confirm received: 48 people, ₦1,920,000.00"],
  ["unresolved-not-taken", "the_service_does_not_have_it", "Confirm not received: 48 people, ₦1,920,000.00"],
])("%s asks for a reason, and its button names people and amount", async (way, decision, button) => {
  const asked = open([lost]);
  const user = userEvent.setup();
  await user.click(await screen.findByTestId(way));
  const confirm = await screen.findByTestId<HTMLButtonElement>("unresolved-confirm");
  if (decision === "the_service_does_not_have_it") await user.click(screen.getByTestId("unresolved-asked"));
  expect(confirm.textContent).toBe(button);
  await user.type(screen.getByTestId("unresolved-reason"), "  ");
  expect(confirm.disabled).toBe(true);
  await user.type(screen.getByTestId("unresolved-reason"), "Seen there by Tunde");
  await user.click(confirm);
  await waitFor(() => expect(decided(asked)).toHaveLength(1));
  expect(decided(asked)[0]?.input).toEqual({ payroll: 3, batch: 31, decision, reason: "Seen there by Tunde" });
});

test("sending again says what could go wrong, and sends once", async () => {
  const asked = open([lost], { send_again: () => new Promise(() => undefined) });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("unresolved-send-again"));
  expect(
    await screen.findByText("If your provider does not reject it, 48 people get ₦1,920,000.00 twice."),
  ).toBeTruthy();
  const confirm = screen.getByTestId<HTMLButtonElement>("unresolved-confirm");
  expect(confirm.textContent).toBe("Send 48 people ₦1,920,000.00 again");
  expect(confirm.disabled).toBe(true);
  await user.click(screen.getByTestId("unresolved-asked"));
  await user.dblClick(confirm);
  expect(decided(asked).map(({ input }) => input)).toEqual([{ payroll: 3, batch: 31, input: null }]);
});

test("nothing unresolved says so", async () => {
  open([]);
  expect(await screen.findByText("Nothing is unresolved")).toBeTruthy();
});

test.each([
  ["timeout", null, "timeout"],
  ["crash_found", null, "crash"],
  ["cut_answer", 200, "cut"],
  ["server_error", 502, "status"],
  ["server_error", null, "other"],
  ["duplicate_reference", 400, "duplicate"],
  ["duplicate_batch_id", 200, "batchId"],
  ["maybe_sent_since", null, "maybeSent"],
  ["contradictory", null, "other"],
  [null, null, "other"],
] as const)("the reason %s with status %s is told as %s", (reason, httpStatus, expected) => {
  expect(known({ reason, httpStatus })).toBe(expected);
});

test("a batch that another copy of the ledger may have sent speaks of no lost answer", async () => {
  open([
    {
      ...lost,
      batch: { ...lost.batch, reason: "maybe_sent_since", sentAt: null, attempts: 0 },
      events: [
        { at: "2025-11-26T15:45:07Z", kind: "answered", reason: "maybe_sent_since", detail: "maybe_sent_since" },
      ],
    },
  ]);
  const card = (await screen.findByTestId("unresolved-card-31")).textContent;
  expect(card).toContain("It may have been sent since: check with your provider, then decide.");
  expect(card).toContain("Another copy of this ledger may have sent the batch; then these 48 people are being paid.");
  expect(card).toContain("May have been sent from another copy of the ledger");
  expect(card).not.toContain("answer was lost");
});

test("folded evidence is the last sending and what came of it", () => {
  const again: EventView[] = [
    ...lost.events,
    { at: "2025-11-27T08:00:00Z", kind: "intent", reason: null, detail: null },
  ];
  expect(summary(lost.events).map(({ kind }) => kind)).toEqual(["intent", "answered"]);
  expect(summary(again).map(({ at }) => at)).toEqual(["2025-11-27T08:00:00Z"]);
});

test("opened, the evidence has every attempt with the answer as it came", async () => {
  open([lost], {
    attempts: () => [
      {
        number: 1,
        beganAt: "2025-11-26T15:42:07Z",
        endedAt: "2025-11-26T15:45:07Z",
        outcome: "unknown",
        reason: "cut_answer",
        httpStatus: 200,
        message: null,
        body: '{"status":',
        error: "end of file before message length reached",
      },
    ],
  });
  const user = userEvent.setup();
  await user.click(await screen.findByText("Show everything"));
  const attempt = await screen.findByTestId("attempt-1");
  for (const part of ["The answer was cut off.", "OK (200)", '{"status":', "end of file"])
    expect(attempt.textContent).toContain(part);
});

test("sending again asks for the total of the batch when something else happened since", async () => {
  let isFirst = true;
  const asked = open([lost], {
    send_again: () => {
      if (!isFirst) return null;
      isFirst = false;
      throw { code: "total_needed" } satisfies AppError;
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("unresolved-send-again"));
  await user.click(await screen.findByTestId("unresolved-asked"));
  await user.click(screen.getByTestId("unresolved-confirm"));
  const total = await screen.findByTestId("resend-total");
  const confirm = screen.getByTestId<HTMLButtonElement>("resend-confirm");
  expect(confirm.textContent).toBe("Send 48 people ₦1,920,000.00");
  expect(confirm.disabled).toBe(true);
  expect(screen.queryByTestId("resend-withdraw")).toBeNull();
  await user.type(total, "1,920,000.00");
  await user.click(confirm);
  await waitFor(() => expect(decided(asked)).toHaveLength(2));
  expect(decided(asked)[1]?.input).toEqual({
    payroll: 3,
    batch: 31,
    input: { totals: [{ currency: "NGN", text: "1,920,000.00" }], sameAccount: null },
  });
  expect(asked.some(({ command }) => command === "unsent_totals")).toBe(false);
});

test("a batch that may be at another provider is not approved for this one", async () => {
  open([lost], {
    send_again: () => {
      throw { code: "approved_for_other", data: { host: "old.example.com" } } satisfies AppError;
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("unresolved-send-again"));
  await user.click(await screen.findByTestId("unresolved-asked"));
  await user.click(screen.getByTestId("unresolved-confirm"));
  expect((await screen.findByTestId("resend-approved_for_other")).textContent).toContain(
    "may have received this batch already",
  );
  expect(screen.queryByTestId("resend-confirm")).toBeNull();
});

test("while sending is blocked nothing is sent again, and it says why", async () => {
  const asked = open([lost], { session: () => ({ ...liveSession, blocked: "history_changed" }) });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("unresolved-send-again"));
  await user.click(await screen.findByTestId("unresolved-asked"));
  expect(screen.getByTestId<HTMLButtonElement>("unresolved-confirm").disabled).toBe(true);
  expect(screen.getByTestId("blocked-hint")).toBeTruthy();
  expect(decided(asked)).toEqual([]);
});

test("that nobody has it is confirmed only by who asked the provider, and the line says who would be paid twice", async () => {
  open([lost]);
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("unresolved-not-taken"));
  await user.type(await screen.findByTestId("unresolved-reason"), "Asked Tunde");
  expect(screen.getByTestId("unresolved-risk").textContent).toBe("If this is wrong, 48 people would be paid twice.");
  const confirm = screen.getByTestId<HTMLButtonElement>("unresolved-confirm");
  expect(confirm.disabled).toBe(true);
  await user.click(screen.getByLabelText("I asked my provider"));
  expect(confirm.disabled).toBe(false);
});

test("confirming that the provider has it risks nothing, and asks for no tick", async () => {
  open([lost]);
  await userEvent.setup().click(await screen.findByTestId("unresolved-accept"));
  await screen.findByTestId("unresolved-reason");
  expect(screen.queryByTestId("unresolved-asked")).toBeNull();
});

async function confirmNotReceived(card: string) {
  const user = userEvent.setup();
  await user.click(within(await screen.findByTestId(card)).getByTestId("unresolved-not-taken"));
  await user.type(await screen.findByTestId("unresolved-reason"), "Asked Tunde");
  await user.click(screen.getByTestId("unresolved-asked"));
  await user.click(screen.getByTestId("unresolved-confirm"));
}

test("after the last decision it goes back to the payroll, and says what was recorded", async () => {
  let all = [lost];
  open([], {
    unresolved: () => all,
    decide_unknown: () => {
      all = [];
      return null;
    },
  });
  await confirmNotReceived("unresolved-card-31");
  expect((await screen.findByTestId("toast")).textContent).toContain(
    "Batch 1 of Field allowances, November is recorded as not received",
  );
  await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("track 3"));
});

test("while other batches wait, the payroll of the decided one is one click away", async () => {
  const other: UnresolvedView = { ...lost, payroll: 4, batch: { ...lost.batch, key: 32 } };
  let all = [lost, other];
  open([], {
    unresolved: () => all,
    decide_unknown: () => {
      all = [other];
      return null;
    },
  });
  await confirmNotReceived("unresolved-card-31");
  const next = await screen.findByTestId("unresolved-next");
  expect(next.textContent).toContain(
    "You recorded that your provider does not have batch 1 of Field allowances, November. If that is right, none of its 48 people was paid: ₦1,920,000.00.",
  );
  expect(next.textContent).toContain("can now be sent again, or withdrawn");
  expect(screen.getByTestId("unresolved-next-open").textContent).toBe("Open Field allowances, November");
  expect(screen.getByTestId("where").textContent).toBe("unresolved ");
});

test("the batch can be quoted, and the provider asked, without typing", async () => {
  const copied = copiedTexts();
  open([lost]);
  const user = userEvent.setup();
  expect((await screen.findByTestId("batch-reference-1")).textContent).toContain("Batch referenceR1");
  await user.click(screen.getByTestId("batch-reference-copy-1"));
  expect(screen.getByTestId("batch-reference-copy-1").textContent).toBe("Copied");
  await user.click(screen.getByTestId("provider-message-1"));
  expect(copied[0]).toBe("R1");
  for (const part of [
    "Company: Kola Foods",
    "Batch reference: R1",
    "Sent: 2025-11-26 15:42:07 UTC",
    "Payments: 48",
    "Total: NGN 1,920,000.00",
    "Did you receive it",
  ])
    expect(copied[1]).toContain(part);
});

test("the case file is about the batch whose answer was lost, and asks as the message does", async () => {
  const asked = open([lost], {
    ...saves("document", "enquiry.pdf"),
  });
  await userEvent.setup().click(await screen.findByTestId("case-file-1"));
  await waitFor(() => expect(asked.some(({ command }) => command === "save_file")).toBe(true));
  const { input } = asked.find(({ command }) => command === "save_file") ?? {};
  expect(input).toMatchObject({
    file: { payroll: 3, input: { kind: "case_file", batch: 1 } },
    handle: chosen("enquiry.pdf").handle,
  });
  const { words } = (input as { file: { input: { words: Record<string, string> } } }).file.input;
  expect(words["report.case_ask_unknown"]).toContain("Did you receive it");
  expect(words["report.case_ask_list"]).toContain("where is the money now");
});

test("a case file that cannot be written says so on the card", async () => {
  open([lost], {
    ...saves("document", "enquiry.pdf"),
    save_file: () => {
      const error: AppError = { code: "document_empty" } as AppError;
      throw error;
    },
  });
  await userEvent.setup().click(await screen.findByTestId("case-file-1"));
  expect(await screen.findByRole("alert")).toBeTruthy();
});
