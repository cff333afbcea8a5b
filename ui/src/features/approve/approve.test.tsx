import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import type {
  AppError,
  ProfileSettings,
  QuestionDecision,
  QuestionView,
  ReviewInput,
  TotalComparison,
} from "../../ipc";
import { draftOf } from "../check/fixtures";
import { armed, maybeSent, openOriginal, person, questionOf } from "../questions/fixtures";
import { byKind, changed, liveSession, liveSettings } from "../../test/render";
import { approve, calls, payButton, review, typeTotal } from "./fixtures";

describe("the cheque", () => {
  test("says who pays whom how much, in figures and in words", async () => {
    approve();
    const text = (await screen.findByTestId("approve-screen")).textContent;
    await screen.findByTestId("approve-total");
    const shown = screen.getByTestId("approve-screen").textContent;
    expect(text).toBeDefined();
    for (const part of [
      "KOLA FOODS LTD",
      "311 people",
      "45,120,300.00",
      "Forty-five million, one hundred and twenty thousand, three hundred naira only",
      "3 batches: 120, 120, 71",
      "13 banks in Nigeria",
      "Samuel Etim excluded",
      "pay.example.com",
    ]) {
      expect(shown).toContain(part);
    }
  });

  test("a row that was added has its bank filled in", async () => {
    const chosen = { kind: "bank_chosen", field: "bank_name", skippedAs: null, rows: [], people: [] } as const;
    const changes = ["", "Acess"].map((from) => ({ ...chosen, from, to: "Access Bank" }));
    approve({ review: () => ({ ...review, changes }) });
    const shown = await screen.findByTestId("approve-screen");
    await waitFor(() => expect(shown.textContent).toContain("Bank filled in: Access Bank"));
    expect(shown.textContent).toContain("“Acess” read as Access Bank");
  });

  test("a file that was saved again is named, and Check is led to", async () => {
    approve({
      changed_file: () => ({ handle: "f1", name: "Staff.xlsx" }),
      change_payroll: () => null,
    });
    const shown = await screen.findByTestId("approve-file-changed");
    expect(shown.textContent).toContain("Staff.xlsx was saved again after Paysheet read it");
    await userEvent.click(within(shown).getByRole("button", { name: "Back to check" }));
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("check"));
  });

  test("has a line for each currency, and asks for each total", async () => {
    approve({
      review: () => ({ ...review, totals: [...review.totals, { count: 37, sum: "2318400.00", currency: "KES" }] }),
    });
    expect((await screen.findByTestId("approve-total-KES")).textContent).toContain("2,318,400.00");
    for (const currency of ["NGN", "KES"])
      expect(screen.getByText(`Enter the ${currency} total to confirm`)).toBeTruthy();
    expect(payButton().textContent).toContain("Pay 348 people");
    expect(payButton().textContent).toContain("2,318,400.00");
  });

  test("a new name freezes the payroll anew with everything else as it was", async () => {
    const asked = approve();
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("approve-name"));
    const field = screen.getByTestId("approve-name-input");
    await user.clear(field);
    await user.type(field, "November bonus{Enter}");
    await waitFor(() => expect(screen.getByTestId("approve-name").textContent).toContain("November bonus"));
    expect(calls(asked, "review").at(-1)?.input["input"]).toEqual({ ...review.input, name: "November bonus" });
  });

  test("a name that was paid before puts the frozen one back and says which", async () => {
    const asked = approve({
      review: ({ input }) => {
        if ((input as ReviewInput | null)?.name === "October salaries") {
          throw {
            code: "already_paid",
            data: { payroll: 7, name: "October salaries", people: 309 },
          } satisfies AppError;
        }
        return review;
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("approve-name"));
    await user.clear(screen.getByTestId("approve-name-input"));
    await user.type(screen.getByTestId("approve-name-input"), "October salaries{Enter}");
    const panel = await screen.findByTestId("error-panel");
    expect(panel.textContent).toContain("October salaries");
    expect(calls(asked, "review").at(-1)?.input["input"]).toEqual(review.input);
    await user.click(within(panel).getByText("Open that payroll"));
    expect(screen.getByTestId("where").textContent).toBe("track");
  });

  test("a name paid before from the start is given another, and the desk is asked only once meanwhile", async () => {
    const asked = approve({
      review: ({ input }) => {
        if (input === null)
          throw {
            code: "already_paid",
            data: { payroll: 7, name: "October salaries", people: 309 },
          } satisfies AppError;
        return { ...review, input: input as ReviewInput };
      },
      draft: () => draftOf({ id: 9, name: "October salaries", period: "2025-10" }),
      settings: () => ({ profile: { senderName: "KOLA FOODS LTD" } }),
    });
    const user = userEvent.setup();
    const name = await screen.findByTestId("approve-name-input");
    expect(calls(asked, "review")).toHaveLength(1);
    await user.clear(name);
    await user.type(name, "October bonus{Enter}");
    expect((await screen.findByTestId("approve-name")).textContent).toContain("October bonus");
    expect(calls(asked, "review")).toHaveLength(2);
  });

  test("a month that neither the file nor its sheet says is asked for, and no error is shown for it", async () => {
    const asked = approve({
      review: ({ input }) => {
        if (input === null) throw { code: "value_invalid", data: { field: "period" } } satisfies AppError;
        return { ...review, input: input as ReviewInput };
      },
      draft: () => draftOf({ id: 9, name: "Salaries", period: "" }),
      settings: () => ({ profile: { senderName: "KOLA FOODS LTD" } }),
    });
    const user = userEvent.setup();
    expect(await screen.findByText("Which month is paid?")).toBeTruthy();
    expect(screen.queryByTestId("error-panel")).toBeNull();
    const confirm = screen.getByTestId<HTMLButtonElement>("approve-rename");
    expect(confirm.disabled).toBe(true);
    await user.click(screen.getByTestId("approve-period"));
    const year = new Date().getFullYear();
    await user.click(await screen.findByTestId(`approve-period-${year}-11`));
    await user.click(confirm);
    await waitFor(() => expect(calls(asked, "review")).toHaveLength(2));
    expect(calls(asked, "review").at(-1)?.input["input"]).toMatchObject({ name: "Salaries", period: `${year}-11` });
  });

  test("Esc closes an open editor first, then goes back to Check", async () => {
    const asked = approve();
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("approve-sender"));
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("approve-sender-input")).toBeNull();
    expect(changed(asked, "change_payroll", "back_to_check")).toHaveLength(0);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("check"));
    expect(changed(asked, "change_payroll", "back_to_check")).toHaveLength(1);
  });

  test.each([
    ["frozen before", () => null],
    [
      "with the service",
      () => {
        throw { code: "wrong_state", data: { planRefused: false } } satisfies AppError;
      },
    ],
  ])(
    "from a refused review Esc goes back to Check, and what an earlier one froze can be edited: %s",
    async (_, backToCheck) => {
      const asked = approve({
        review: () => {
          throw { code: "draft_has_problems", data: { count: 1 } } satisfies AppError;
        },
        change_payroll: backToCheck,
      });
      await screen.findByTestId("error-panel");
      await userEvent.setup().keyboard("{Escape}");
      await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("check"));
      expect(changed(asked, "change_payroll", "back_to_check")).toHaveLength(1);
    },
  );
});

describe("who approves", () => {
  test("without a name nothing is paid; it is entered on the cheque, stored, and the payroll stays as it is", async () => {
    const asked = approve({
      review: () => ({ ...review, approver: null }),
      settings: () => liveSettings,
      change_settings: byKind({ profile: ({ profile }) => ({ ...liveSettings, profile: profile as ProfileSettings }) }),
    });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00{Enter}");
    expect(payButton().disabled).toBe(true);
    expect(calls(asked, "approve_and_pay")).toHaveLength(0);
    const sessions = calls(asked, "session").length;
    await user.click(screen.getByTestId("approve-name-approver"));
    await user.type(screen.getByTestId("approve-approver-input"), "Bola Ade{Enter}");
    await waitFor(() => expect(calls(asked, "session")).toHaveLength(sessions + 1));
    await waitFor(() => expect(screen.getByTestId("approve-approver").textContent).toContain("Bola Ade"));
    expect(changed(asked, "change_settings", "profile")).toEqual([
      { change: { kind: "profile", profile: { ...liveSettings.profile, approver: "Bola Ade" } } },
    ]);
    expect(screen.queryByTestId("approve-no-approver")).toBeNull();
    await waitFor(() => expect(payButton().disabled).toBe(false));
    expect(calls(asked, "review")).toHaveLength(1);
  });

  test("a code that the provider did not list is not paid before its list is there", async () => {
    const user = userEvent.setup();
    let isListed = false;
    const unconfirmed = { people: 3, countries: ["NG", "KE"], failure: null };
    const asked = approve({
      review: () => ({ ...review, unconfirmed: isListed ? null : unconfirmed }),
      fetch_banks: () => {
        isListed = true;
        return null;
      },
    });
    await typeTotal(user, "45,120,300.00");
    expect(payButton().disabled).toBe(true);
    expect(screen.getByTestId("approve-unconfirmed").textContent).toContain("3 people");
    await user.click(screen.getByTestId("approve-fetch-banks"));
    await waitFor(() => expect(screen.queryByTestId("approve-unconfirmed")).toBeNull());
    expect(calls(asked, "fetch_banks").map(({ input }) => input)).toEqual([{ countries: ["NG", "KE"] }]);
    await waitFor(() => expect(payButton().disabled).toBe(false));
  });

  test("a branch that is not sent is said", async () => {
    approve({ review: () => ({ ...review, withoutBranch: 3 }) });
    expect((await screen.findByTestId("approve-no-branch")).textContent).toContain("no branch for 3 people");
  });

  test("a wallet without a password is asked for before the total counts", async () => {
    const user = userEvent.setup();
    const shillings = { count: 12, sum: "96000.00", currency: "KES" } as const;
    let isSet = false;
    const asked = approve({
      review: () => ({ ...review, totals: [...review.totals, shillings], walletsMissing: isSet ? [] : ["KES"] }),
      settings: () => liveSettings,
      save_wallet: () => {
        isSet = true;
        return liveSettings;
      },
    });
    const card = await screen.findByTestId("approve-wallet-KES");
    expect(card.textContent).toContain("12 people are paid in KES");
    expect(screen.getByTestId("approve-wallets-needed").textContent).toContain("KES");
    expect(payButton().disabled).toBe(true);
    await user.click(within(card).getByTestId("wallet-save"));
    expect(calls(asked, "save_wallet")).toHaveLength(0);
    const password = within(card).getByTestId<HTMLInputElement>("wallet-password");
    await user.type(password, "of-shillings{Enter}");
    expect(calls(asked, "save_wallet").map(({ input }) => input)).toEqual([
      { wallet: { currency: "KES", reference: "0" }, password: "of-shillings" },
    ]);
    expect(password.value).toBe("");
    await waitFor(() => expect(screen.queryByTestId("approve-wallets")).toBeNull());
    expect(screen.queryByTestId("approve-wallets-needed")).toBeNull();
  });

  test("a list that cannot be fetched is said, and nothing is paid", async () => {
    const user = userEvent.setup();
    approve({
      review: () => ({ ...review, unconfirmed: { people: 1, countries: ["NG"], failure: null } }),
      fetch_banks: () => {
        throw { code: "no_connection" } satisfies AppError;
      },
    });
    await user.click(await screen.findByTestId("approve-fetch-banks"));
    expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("no_connection");
    expect(payButton().disabled).toBe(true);
  });

  test("a name that cannot be stored is said, and nothing is paid", async () => {
    approve({
      review: () => ({ ...review, approver: null }),
      settings: () => liveSettings,
      change_settings: byKind({
        profile: () => {
          throw { code: "disk_full" } satisfies AppError;
        },
      }),
    });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    await user.click(screen.getByTestId("approve-name-approver"));
    await user.type(screen.getByTestId("approve-approver-input"), "Bola Ade{Enter}");
    expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("disk_full");
    expect(payButton().disabled).toBe(true);
  });
});

describe("paying", () => {
  test("opens only for the same total", async () => {
    const comparisons: Record<string, TotalComparison> = {
      "45,210,300.00": { kind: "swapped", at: 3 },
      "45120300.00": { kind: "same" },
    };
    approve({ compare_total: ({ typed }) => comparisons[String(typed)] ?? { kind: "typing" } });
    const user = userEvent.setup();
    await typeTotal(user, "45,210,300.00");
    expect(await screen.findByText("Digits 3 and 4 are the other way round.")).toBeTruthy();
    expect(payButton().disabled).toBe(true);
    await user.clear(screen.getByTestId("approve-total-input"));
    await typeTotal(user, "45120300.00");
    expect(await screen.findByText("Same total")).toBeTruthy();
    expect(payButton().disabled).toBe(false);
  });

  test("says which sign is the decimal sign here, and not that commas can be left out", async () => {
    approve({ compare_total: ({ typed }) => ({ kind: typed === "" ? "empty" : "grouping" }) });
    expect(await screen.findByText(/Thousands separators are not needed/)).toBeTruthy();
    await typeTotal(userEvent.setup(), "451,20300.00");
    expect(await screen.findByText(/the decimal sign “\.” is misplaced/)).toBeTruthy();
  });

  test("a double click pays once, and the button is busy at once", async () => {
    const asked = approve({ approve_and_pay: () => new Promise(() => undefined) });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    await user.dblClick(payButton());
    expect(payButton().dataset["loading"]).toBe("true");
    await user.keyboard("{Enter}");
    expect(calls(asked, "approve_and_pay").map(({ input }) => input)).toEqual([
      { id: 9, fingerprint: "f-1", totals: [{ currency: "NGN", text: "45,120,300.00" }] },
    ]);
  });

  test("Enter in the field pays, and what follows is Track", async () => {
    const asked = approve();
    const user = userEvent.setup();
    await typeTotal(user, "₦45,120,300{Enter}");
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("track"));
    expect(calls(asked, "approve_and_pay")).toHaveLength(1);
  });

  test("a refusal of the desk stays on the page, and one may pay again", async () => {
    let isFirst = true;
    const asked = approve({
      approve_and_pay: () => {
        if (!isFirst) return null;
        isFirst = false;
        throw { code: "total_differs" } satisfies AppError;
      },
    });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00{Enter}");
    const panel = await screen.findByTestId("error-panel");
    expect(panel.textContent).toContain("nobody was paid");
    await user.click(within(panel).getByText("Enter it again"));
    expect(screen.getByTestId<HTMLInputElement>("approve-total-input").value).toBe("");
    await typeTotal(user, "45,120,300.00{Enter}");
    await waitFor(() => expect(calls(asked, "approve_and_pay")).toHaveLength(2));
  });

  test("locked: unlocks right there and keeps what was typed", async () => {
    const asked = approve({
      session: () => ({ ...liveSession, unlocked: false }),
      change_session: byKind({ unlock: () => liveSession }),
    });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    expect(payButton().disabled).toBe(true);
    await user.click(screen.getByTestId("approve-unlock"));
    await waitFor(() => expect(payButton().disabled).toBe(false));
    expect(screen.queryByTestId("approve-unlock")).toBeNull();
    // The service's own banks are known only now.
    expect(calls(asked, "review").map(({ input }) => input["input"])).toEqual([null, review.input]);
    expect(calls(asked, "approve_and_pay")).toHaveLength(0);
  });

  test("a token that would not outlive a submission holds the button back and says why", async () => {
    const tokenExpiresAt = new Date(Date.now() + 60_000).toISOString();
    approve({ session: () => ({ ...liveSession, tokenExpiresAt }) });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    expect(payButton().disabled).toBe(true);
    expect(screen.getByTestId("approve-token").textContent).toContain("sending may take 3 minutes");
    await user.click(screen.getByTestId("approve-replace-token"));
    expect(screen.getByTestId("where").textContent).toBe("settings");
  });

  test("sending is blocked: the button waits, says why, and leads to what is to be gone through", async () => {
    const asked = approve({ session: () => ({ ...liveSession, blocked: "ledger_older" }) });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00{Enter}");
    expect(payButton().disabled).toBe(true);
    expect(calls(asked, "approve_and_pay")).toHaveLength(0);
    expect(screen.getByTestId("blocked-hint").textContent).toContain("Sending is blocked until you have reviewed");
    await user.click(screen.getByTestId("blocked-hint-go-through"));
    expect(screen.getByTestId("where").textContent).toBe("blocked");
  });

  test("a desk that finds sending blocked only now says why and leads there too", async () => {
    approve({
      approve_and_pay: () => {
        throw { code: "sending_blocked", data: { reason: "ledger_older" } } satisfies AppError;
      },
    });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00{Enter}");
    const panel = await screen.findByTestId("error-panel");
    expect(panel.textContent).toContain("This ledger is older than the last payments sent from this computer.");
    expect(panel.textContent).toContain("nobody is paid twice");
    await user.click(within(panel).getByText("Review payments"));
    expect(screen.getByTestId("where").textContent).toBe("blocked");
  });

  test("unless the desk renews it by itself", async () => {
    const tokenExpiresAt = new Date(Date.now() + 60_000).toISOString();
    approve({ session: () => ({ ...liveSession, tokenExpiresAt, renewsToken: true }) });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    expect(payButton().disabled).toBe(false);
    expect(screen.queryByTestId("approve-token")).toBeNull();
  });
});

describe("several currencies", () => {
  const both = { ...review, totals: [...review.totals, { count: 37, sum: "2318400.00", currency: "KES" as const }] };

  test("Pay needs each total, and hands back all of them", async () => {
    const asked = approve({ review: () => both });
    const user = userEvent.setup();
    await user.type(await screen.findByTestId("approve-total-input-NGN"), "45,120,300.00");
    expect(payButton().disabled).toBe(true);
    await user.type(screen.getByTestId("approve-total-input-KES"), "2,318,401.00");
    expect(payButton().disabled).toBe(true);
    expect(screen.getByText("Digit 7 is 0 in the total; you entered 1.")).toBeTruthy();
    await user.clear(screen.getByTestId("approve-total-input-KES"));
    await user.type(screen.getByTestId("approve-total-input-KES"), "2,318,400.00{Enter}");
    await waitFor(() => expect(calls(asked, "approve_and_pay")).toHaveLength(1));
    expect(calls(asked, "approve_and_pay")[0]?.input["totals"]).toEqual([
      { currency: "NGN", text: "45,120,300.00" },
      { currency: "KES", text: "2,318,400.00" },
    ]);
  });
});

test("what the payments cost is on the cheque where the profile says it", async () => {
  approve({ review: () => ({ ...review, fees: [{ count: 311, sum: "3110.00", currency: "NGN" }] }) });
  expect((await screen.findByTestId("approve-fees")).textContent).toContain("₦3,110.00");
  cleanup();
  approve();
  await screen.findByTestId("approve-total");
  expect(screen.queryByTestId("approve-fees")).toBeNull();
});

test("in practice no host is named", async () => {
  approve({ review: () => ({ ...review, host: "" }) });
  await screen.findByTestId("approve-total");
  expect(screen.queryByTestId("approve-host")).toBeNull();
});

describe("changed since it was shown", () => {
  test("what was typed is cleared, the payroll is fetched anew, and the new fingerprint is handed back", async () => {
    let shown = review;
    const asked = approve({
      review: () => shown,
      approve_and_pay: ({ fingerprint }) => {
        if (fingerprint === shown.fingerprint && shown !== review) return null;
        shown = { ...review, fingerprint: "f-2", totals: [{ count: 311, sum: "45120301.00", currency: "NGN" }] };
        throw { code: "changed_since_shown" } satisfies AppError;
      },
    });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00{Enter}");
    expect((await screen.findByTestId("error-panel")).textContent).toContain("changed since it was shown");
    await waitFor(() => expect(screen.getByTestId("approve-total").textContent).toContain("45,120,301.00"));
    expect(screen.getByTestId<HTMLInputElement>("approve-total-input").value).toBe("");
    expect(payButton().disabled).toBe(true);
    await typeTotal(user, "45,120,301.00{Enter}");
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("track"));
    expect(calls(asked, "approve_and_pay").map(({ input }) => input["fingerprint"])).toEqual(["f-1", "f-2"]);
  });
});

describe("questions about other payrolls", () => {
  const kinds: QuestionView[] = [
    openOriginal,
    questionOf("same_payroll", { people: [] }),
    questionOf("maybe_sent", { people: [], open: 1 }),
    questionOf("unknown"),
    questionOf("under_way"),
    armed,
    questionOf("paid_same_period"),
    questionOf("paid_recently"),
  ];

  test.each(kinds.map((question) => [question.kind, question] as const))(
    "%s is shown and holds Pay back",
    async (_, question) => {
      approve({ review: () => ({ ...review, questions: [question] }) });
      const user = userEvent.setup();
      await typeTotal(user, "45,120,300.00");
      expect(payButton().disabled).toBe(true);
      expect(screen.getByTestId("approve-questions-open").textContent).toContain("1 question to decide");
      const card = screen.getByTestId(`question-${question.key}`);
      expect(card.textContent).toContain("October bonus");
      expect(
        within(card).getByTestId("question-back").compareDocumentPosition(within(card).getByTestId("question-open")),
      ).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    },
  );

  test("a copy of what can still be sent is not decided here, and leads to that payroll", async () => {
    approve({ review: () => ({ ...review, questions: [openOriginal] }) });
    const user = userEvent.setup();
    const card = await screen.findByTestId("question-open_original-7");
    expect(within(card).queryByRole("textbox")).toBeNull();
    await user.click(within(card).getByTestId("question-open"));
    expect(screen.getByTestId("where").textContent).toBe("track");
  });

  test("two payrolls that are nearly the same stand side by side", async () => {
    approve({ review: () => ({ ...review, questions: [questionOf("same_payroll", { people: [] })] }) });
    const sides = await screen.findByTestId("question-sides");
    for (const part of ["November salaries", "October bonus", "311", "₦45,120,300.00", "₦200.00", "Ngozi"])
      expect(sides.textContent).toContain(part);
  });

  test("a payroll that is not in this ledger says when it was being sent, and is decided as a whole", async () => {
    const asked = approve({
      review: () => ({ ...review, questions: [maybeSent] }),
      decide_questions: () => [{ ...maybeSent, open: 0, reason: "It paid other people" }],
    });
    const user = userEvent.setup();
    const card = await screen.findByTestId("question-maybe_sent-7");
    for (const part of [
      "October bonus may have been sent already",
      "with 15 people",
      "Nov 24, 2025",
      "Compare this payroll",
    ])
      expect(card.textContent).toContain(part);
    expect(within(card).queryByTestId("question-open")).toBeNull();
    // The disabled button names the missing input.
    expect(card.textContent).toContain("Enter what the list shows. Nothing is sent yet.");
    await user.click(within(card).getByText("It paid other people"));
    expect(card.textContent).not.toContain("Enter what the list shows.");
    await user.click(within(card).getByText("This payroll may be paid"));
    await screen.findByTestId("question-decided-maybe_sent-7");
    expect(calls(asked, "decide_questions").map(({ input }) => input["decision"])).toEqual([
      { question: "maybe_sent-7", keys: [], reason: "It paid other people" },
    ]);
  });

  test("one failure that only a notification reports is asked about as one", async () => {
    const totals = [{ count: 1, sum: "100.00", currency: "NGN" as const }];
    const one = questionOf("failed_by_callback", { totals, open: 1, people: [person("k1", "Ada Obi")] });
    approve({ review: () => ({ ...review, questions: [one] }) });
    const card = await screen.findByTestId("question-failed_by_callback-7");
    for (const part of ["the payment in October bonus failed", "ask your provider", "that the payment failed?"])
      expect(card.textContent).toContain(part);
    expect(screen.getByTestId("question-decide-failed_by_callback-7").textContent).toBe(
      "Keep 1 person in this payroll · ₦100.00",
    );
    expect(card.textContent).toContain("Nothing is sent yet.");
  });

  test("whoever is paid again to another account is shown with the account of the failed payment, too", async () => {
    const totals = [{ count: 2, sum: "200.00", currency: "NGN" as const }];
    const moved = { ...person("k1", "Ada Obi"), otherAccountNumber: "4002040004", otherBankName: "Zenith Bank" };
    const people = [moved, person("k2", "Bola Ade")];
    approve({ review: () => ({ ...review, questions: [questionOf("failed_by_callback", { totals, people })] }) });
    const row = await screen.findByTestId("question-person-k1");
    expect(row.textContent).toContain("0123456789 GTBankOther payment to 4002040004 Zenith Bank");
    expect(screen.getByTestId("question-person-k2").textContent).not.toContain("Other payment");
    // If the money arrived, another person has it.
    expect(screen.getByTestId("question-failed_by_callback-7").textContent).toContain(
      "Each payment that did arrive would be paid out twice, up to ₦200.00.",
    );
  });

  test("a payroll that may have been sent itself says so, and does not lead to itself", async () => {
    approve({
      review: () => ({ ...review, questions: [questionOf("maybe_sent_itself", { people: [], totals: [], open: 1 })] }),
    });
    const card = await screen.findByTestId("question-maybe_sent_itself-7");
    for (const part of [
      "may have been sent already",
      "This computer had no note",
      "everyone in it would be paid twice",
    ])
      expect(card.textContent).toContain(part);
    expect(within(card).queryByTestId("question-open")).toBeNull();
  });

  test("a decision needs a reason, names the people that were shown, and opens Pay", async () => {
    const decided = {
      ...armed,
      open: 0,
      reason: "Salary and bonus are separate",
      people: armed.people.map((one) => ({ ...one, reason: "Salary and bonus are separate" })),
    };
    const asked = approve({ review: () => ({ ...review, questions: [armed] }), decide_questions: () => [decided] });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    const decide = screen.getByTestId<HTMLButtonElement>("question-decide-armed-7");
    expect(decide.textContent).toBe("Keep all 2 people in this payroll · ₦200.00");
    await user.type(screen.getByTestId("question-reason-armed-7"), "   ");
    expect(decide.disabled).toBe(true);
    await user.click(screen.getByText("Salary and bonus are separate"));
    await user.dblClick(decide);
    const line = await screen.findByTestId("question-decided-armed-7");
    expect(line.textContent).toContain("Salary and bonus are separate");
    expect(calls(asked, "decide_questions").map(({ input }) => input)).toEqual([
      { id: 9, decision: { question: "armed-7", keys: ["k1", "k2"], reason: "Salary and bonus are separate" } },
    ]);
    expect(payButton().disabled).toBe(false);
    expect(calls(asked, "review")).toHaveLength(1);
    await user.click(within(line).getByRole("button"));
    expect(within(line).getByText("Ada Obi")).toBeTruthy();
  });

  test("people are decided one by one by the keyboard, and the rest stays open", async () => {
    const asked = approve({
      review: () => ({ ...review, questions: [armed] }),
      decide_questions: ({ decision }) => {
        const { keys, reason } = decision as QuestionDecision;
        return [
          { ...armed, open: 1, people: armed.people.map((one) => (keys.includes(one.key) ? { ...one, reason } : one)) },
        ];
      },
    });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    screen.getByLabelText("Choose Bola Ade").focus();
    await user.keyboard(" ");
    await user.type(screen.getByTestId("question-reason-armed-7"), "Bonus");
    await user.click(screen.getByText("Keep 1 chosen person in this payroll · ₦100.00"));
    await waitFor(() => expect(screen.queryByLabelText("Choose Bola Ade")).toBeNull());
    expect(calls(asked, "decide_questions")[0]?.input["decision"]).toEqual({
      question: "armed-7",
      keys: ["k2"],
      reason: "Bonus",
    });
    expect(screen.getByTestId("question-armed-7").textContent).toContain("1 person to decide");
    expect(payButton().disabled).toBe(true);
  });

  test("whom it names is excluded from it, and the payroll is shown without them", async () => {
    let questions = [armed];
    const asked = approve({
      review: () => ({ ...review, questions }),
      change_payroll: () => {
        questions = questions[0] === armed ? [{ ...armed, open: 1, people: armed.people.slice(0, 1) }] : [];
        return null;
      },
    });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    expect(screen.getByTestId("question-exclude-armed-7").textContent).toBe("Exclude all 2 people");
    await user.click(screen.getByLabelText("Choose Bola Ade"));
    await user.click(screen.getByText("Exclude 1 chosen person"));
    await user.click(await screen.findByText("Exclude 1 person"));
    await waitFor(() => expect(screen.queryByTestId("question-armed-7")).toBeNull());
    expect(changed(asked, "change_payroll", "exclude_asked")).toEqual([
      { id: 9, change: { kind: "exclude_asked", question: "armed-7", keys: ["k2"] } },
      { id: 9, change: { kind: "exclude_asked", question: "armed-7", keys: ["k1"] } },
    ]);
    expect(calls(asked, "review")).toHaveLength(3);
    expect(screen.getByTestId("where").textContent).toBe("approve");
  });

  test("where nobody is left after it, Check is shown", async () => {
    let isEmpty = false;
    const asked = approve({
      review: () => {
        if (isEmpty) throw { code: "nothing_to_pay" } satisfies AppError;
        return { ...review, questions: [armed] };
      },
      change_payroll: () => {
        isEmpty = true;
        return null;
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("question-exclude-armed-7"));
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("check"));
    expect(changed(asked, "change_payroll", "back_to_check")).toHaveLength(1);
  });

  test("only questions about people exclude anybody", async () => {
    for (const question of [openOriginal, maybeSent, questionOf("same_payroll", { people: [] })]) {
      approve({ review: () => ({ ...review, questions: [question] }) });
      await screen.findByTestId(`question-${question.key}`);
      expect(screen.queryByTestId(`question-exclude-${question.key}`)).toBeNull();
      cleanup();
    }
  });

  test("a list that was cut short is decided as a whole", async () => {
    const asked = approve({
      review: () => ({ ...review, questions: [{ ...armed, open: 700 }] }),
      decide_questions: () => [armed],
    });
    const user = userEvent.setup();
    await user.type(await screen.findByTestId("question-reason-armed-7"), "Bonus");
    expect(screen.getByText(/The first 2 people are listed/)).toBeTruthy();
    await user.click(screen.getByText("Keep all 700 people in this payroll"));
    await waitFor(() => expect(calls(asked, "decide_questions")).toHaveLength(1));
    expect(calls(asked, "decide_questions")[0]?.input["decision"]).toMatchObject({ keys: [] });
  });

  test("questions that came up since are fetched when Pay is refused", async () => {
    let questions: QuestionView[] = [];
    approve({
      review: () => ({ ...review, questions }),
      approve_and_pay: () => {
        questions = [{ ...armed, people: [person("k1", "Ada Obi")], open: 1 }];
        throw { code: "questions_open", data: { count: 1 } } satisfies AppError;
      },
    });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00{Enter}");
    expect((await screen.findByTestId("error-panel")).textContent).toContain("1 question to decide first");
    expect(await screen.findByTestId("question-armed-7")).toBeTruthy();
    expect(payButton().disabled).toBe(true);
  });
});

test.each<{ error: AppError; way: string; to: string }>([
  { error: { code: "rows_to_decide", data: { count: 2 } }, way: "Back to check", to: "check" },
  { error: { code: "payroll_damaged" }, way: "Back to check", to: "check" },
  {
    error: { code: "secrets_elsewhere", data: { givenFor: "old.example.com", now: "pay.example.com" } },
    way: "Open Settings",
    to: "settings",
  },
  { error: { code: "account_differs" }, way: "Open Settings", to: "settings" },
  { error: { code: "wallet_missing", data: { currency: "KES" } }, way: "Open Settings", to: "settings" },
  { error: { code: "approved_for_other", data: { host: "old.example.com" } }, way: "Open Track", to: "track" },
])("$error.code leads on", async ({ error, way, to }) => {
  approve({
    approve_and_pay: () => {
      throw error;
    },
  });
  const user = userEvent.setup();
  await typeTotal(user, "45,120,300.00{Enter}");
  const panel = await screen.findByTestId("error-panel");
  expect(panel.textContent).not.toContain("{{");
  await user.click(within(panel).getByText(way));
  await waitFor(() => expect(screen.getByTestId("where").textContent).toBe(to));
});
