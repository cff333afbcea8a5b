import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import type { DecisionView, NamesOutcome, ProblemCode } from "../../ipc";
import { liveSession, liveSettings, noCallbacks, practiceSession } from "../../test/render";
import { approve, listed, noNames, review } from "./fixtures";

describe("what is accepted", () => {
  const open = async (text: string): Promise<string | null> => {
    await userEvent.setup().click(await screen.findByText(text));
    return screen.getByTestId("approve-people").textContent;
  };

  test("a line opens to its people: row, amount, the value in the file and now, and whom the bank knows", async () => {
    approve();
    const people = await open("Lost zero added to account numbers");
    for (const part of ["Ada Obi", "₦96,000.00", "Row 3", "427661560 → 0427661560", "Account name (bank): OBI ADA"])
      expect(people).toContain(part);
    expect(people).toContain("(empty) → 0100000099");
    expect(people).toContain("No name");
    expect(people).toContain("Added row");
  });

  test("a line about one person opens, too, and one about more than are listed says how many more", async () => {
    const rows = Array.from({ length: 700 }, (_, at) => at + 2);
    approve({
      review: () => ({
        ...review,
        decisions: [
          ...review.decisions,
          {
            accepted: "name_differs",
            name: null,
            sum: null,
            reasons: [],
            rows,
            people: rows.slice(0, 500).map((row) => listed(`Person ${row}`, { row })),
          },
        ],
      }),
    });
    expect(await open("Samuel Etim excluded")).toContain("Row 44");
    await userEvent.setup().click(screen.getByText("Account name that differs"));
    expect(screen.getByText("And 200 more. Go back to Check to see everyone.")).toBeTruthy();
  });

  const decided = (accepted: ProblemCode, row: number, reasons: string[]): DecisionView => ({
    accepted,
    name: null,
    sum: null,
    reasons,
    rows: [row],
    people: [listed("Ada Obi", { row })],
  });

  test("below what was accepted is why: the reason, or how many there are", async () => {
    approve({
      review: () => ({
        ...review,
        decisions: [
          ...review.decisions,
          decided("name_differs", 3, ["Married name"]),
          decided("account_changed", 5, ["Confirmed by phone", "HR letter"]),
          { ...decided("duplicate_account", 7, ["a", "b", "c", "d", "e"]), people: [] },
        ],
      }),
    });
    await screen.findByText("Account name that differs");
    expect(screen.getAllByTestId("approve-reasons").map(({ textContent }) => textContent)).toEqual([
      "Reason: Married name",
      "2 reasons: open the line to see whose",
      // It lists no people.
      "Reasons: a; b; c and 2 more",
    ]);
    const line = screen.getByText("Married name", { exact: false }).closest("li");
    expect(line?.textContent).toContain("Account name that differs");
  });

  test("a line with several reasons opens to the reason of each person", async () => {
    const accepted = {
      ...decided("account_changed", 3, ["Confirmed by phone", "HR letter"]),
      rows: [3, 5],
      people: [
        listed("Ada Obi", { row: 3, reason: "HR letter" }),
        listed("Bola Ade", { row: 5, reason: "Confirmed by phone" }),
      ],
    };
    approve({ review: () => ({ ...review, decisions: [accepted] }) });
    await open("Account changed since last time");
    const [ada, bola] = within(screen.getByTestId("approve-people")).getAllByRole("listitem");
    expect(ada?.textContent).toContain("Ada Obi");
    expect(ada?.textContent).toContain("Reason: HR letter");
    expect(bola?.textContent).toContain("Reason: Confirmed by phone");
  });

  test("who is paid otherwise than last time is named, with the account or the amount before", async () => {
    const difference = { position: 1, row: 4, name: "Ada Obi", currency: "NGN" as const };
    approve({
      review: () => ({
        ...review,
        comparison: {
          ...review.comparison,
          with: { id: 7, name: "October salaries", period: "2025-10", approvedAt: null },
          counts: [
            { kind: "account_changed", count: 1 },
            { kind: "amount_up", count: 1 },
          ],
          differences: [
            {
              ...difference,
              kind: "account_changed",
              accountBefore: "0100000099",
              account: "0100000199",
              amountBefore: "5.00",
              amount: "5.00",
            },
            {
              ...difference,
              kind: "amount_up",
              accountBefore: null,
              account: null,
              amountBefore: "5.00",
              amount: "50.00",
            },
          ],
        },
      }),
    });
    const compared = await screen.findByTestId("approve-compared");
    for (const line of within(compared).getAllByRole("button")) await userEvent.setup().click(line);
    expect(compared.textContent).toContain("0100000099 → 0100000199");
    expect(compared.textContent).toContain("₦5.00 → ₦50.00");
  });

  test.each<[Partial<NamesOutcome>, string]>([
    [{ matching: 300 }, "Account names: all match"],
    [{ matching: 297, differing: 3 }, "Account names: 297 match, 3 differ"],
    [{ matching: 296, close: 1, differing: 3 }, "Account names: 296 match, 1 similar, 3 differ"],
    [
      { matching: 1, differing: 1, notFound: 1, notVerified: 2 },
      "Account names: 1 matches, 1 differs, 1 not found, 2 not verified",
    ],
    [{ notVerified: 300 }, "Account names not verified"],
    [{ unavailable: 12 }, "Account names cannot be verified for these accounts"],
    [{ notVerified: 2, unavailable: 12 }, "Account names: 2 not verified, 12 cannot be verified"],
  ])("account names %o: %s", async (names, text) => {
    approve({ review: () => ({ ...review, names: { ...noNames, ...names } }) });
    expect((await screen.findByTestId("approve-names")).textContent).toContain(text);
  });
});

test("below a heading of its own it is not said twice that it is about account names", async () => {
  approve({ review: () => ({ ...review, decisions: [], names: { ...noNames, matching: 300 } }) });
  const line = await screen.findByTestId("approve-names");
  expect(line.closest("section")?.textContent).toMatch(/^Account namesAll match/);
});

test("where the balance is known, it is said what is left after this payroll", async () => {
  const balance = { left: "50000000.00", at: "2025-11-20T08:00:00Z" };
  approve({
    shortfall: () => [
      {
        currency: "NGN",
        needed: "45120300.00",
        fees: null,
        balance,
        after: "4879700.00",
        missing: null,
        lastFeePercent: null,
      },
    ],
  });
  expect((await screen.findByTestId("approve-balance-NGN")).textContent).toContain(
    "Estimated balance ₦50,000,000.00 → ₦4,879,700.00 after this payroll",
  );
});

test("what is short is in the bar of a low window, too, with the way to top up", async () => {
  const balance = { left: "40000000.00", at: "2025-11-20T08:00:00Z" };
  const asked = approve({
    shortfall: () => [
      {
        currency: "NGN",
        needed: "45120300.00",
        fees: null,
        balance,
        after: null,
        missing: "5120300.00",
        lastFeePercent: null,
      },
    ],
    open_card: () => null,
  });
  const bar = await screen.findByTestId("approve-short-bar-NGN");
  expect(bar.textContent).toContain("₦5,120,300.00 short");
  await userEvent.setup().click(within(bar).getByText("Top up ₦5,120,300.00"));
  expect(asked.some(({ command }) => command === "open_card")).toBe(true);
});

describe("what is short", () => {
  const balance = { left: "40000000.00", at: "2025-11-20T08:00:00Z" };
  const short = (lastFeePercent: string | null = null) => [
    { currency: "NGN", needed: "45120300.00", fees: null, balance, after: null, missing: "5120300.00", lastFeePercent },
  ];
  const withAccount = (fundingInstructions: string) => ({
    ...liveSettings,
    profile: { ...liveSettings.profile, fundingInstructions },
  });

  test("is paid in by bank transfer first, with account and exact amount to copy, and by card second", async () => {
    const copied: string[] = [];
    document.execCommand = () => {
      copied.push((document.activeElement as HTMLTextAreaElement).value);
      return true;
    };
    approve({ shortfall: () => short("1.4"), settings: () => withAccount("Kola Bank\n0123456789") });
    const panel = await screen.findByTestId("approve-short-NGN");
    await within(panel).findByTestId("approve-by-transfer-NGN");
    const buttons = within(panel)
      .getAllByRole("button")
      .map((button) => button.textContent);
    expect(buttons).toEqual(["Copy the account details", "Copy the amount", "Top up ₦5,120,300.00", "View balance"]);
    expect(panel.textContent).toContain("Pay in ₦5,120,300.00 by bank transfer");
    expect(panel.textContent).toContain("Last time: 1.4 %");
    const user = userEvent.setup();
    await user.click(screen.getByTestId("approve-copy-account"));
    await user.click(screen.getByTestId("approve-copy-amount"));
    expect(copied).toEqual(["Kola Bank\n0123456789", "5120300.00"]);
  });

  test("names the fees that are in it", async () => {
    approve({ shortfall: () => short().map((of) => ({ ...of, fees: "3110.00" })) });
    const { textContent } = await screen.findByTestId("approve-short-NGN");
    expect(textContent).toContain("needs ₦45,120,300.00 with estimated fees of ₦3,110.00");
  });

  test.each([
    ["a wallet of its own", { wallets: [{ currency: "NGN" as const, reference: "WALLET-8" }] }],
    ["another wallet", { walletCurrency: "KES" as const }],
  ])("in a currency of %s says nothing of the account of the profile's", async (_, more) => {
    const settings = withAccount("Kola Bank\n0123456789");
    approve({ shortfall: () => short(), settings: () => ({ ...settings, profile: { ...settings.profile, ...more } }) });
    const panel = await screen.findByTestId("approve-short-NGN");
    await within(panel).findByText("Or by card");
    expect(within(panel).queryByTestId("approve-by-transfer-NGN")).toBeNull();
  });

  test("without a saved account leads to where it is saved", async () => {
    approve({ shortfall: () => short(), settings: () => withAccount("") });
    await userEvent.setup().click(await screen.findByText("Add account details"));
    expect(screen.getByTestId("where").textContent).toBe("settings");
  });

  test("in practice is topped up by card", async () => {
    approve({ session: () => practiceSession, shortfall: () => short() });
    const panel = await screen.findByTestId("approve-short-NGN");
    expect(within(panel).queryByTestId("approve-by-transfer-NGN")).toBeNull();
    expect(within(panel).getByTestId("approve-top-up").textContent).toBe("Top up ₦5,120,300.00");
  });
});

test("where the provider is asked, nothing says that results will not arrive", async () => {
  const profile = { ...liveSettings.profile, payoutListPath: "v1/report/transactions" };
  approve({
    session: () => ({ ...liveSession, callbackAddress: null }),
    settings: () => ({ ...liveSettings, profile }),
  });
  await screen.findByTestId("approve-total");
  await screen.findByTestId("approve-pay");
  expect(screen.queryByTestId("approve-no-results")).toBeNull();
});

test.each([
  ["live without an address for results", { ...liveSession, callbackAddress: null }, true],
  ["live with one", { ...liveSession, callbackAddress: "http://127.0.0.1:8790/…q7ea" }, false],
  ["in practice", practiceSession, false],
])("before the money leaves it is said that nobody will be seen paid: %s", async (_, session, isShown) => {
  approve({ session: () => session, callback_setup: () => noCallbacks });
  await screen.findByTestId("approve-total");
  await waitFor(() => expect(screen.queryByTestId("approve-no-results") !== null).toBe(isShown));
});

describe("where an address for results is set", () => {
  const live = { ...liveSession, callbackAddress: "http://127.0.0.1:8790/…q7ea" };

  test("and none ever arrived, it is said before the money leaves, with the way to a test", async () => {
    approve({ session: () => live, callback_setup: () => noCallbacks });
    const warning = await screen.findByTestId("approve-never-arrived");
    expect(warning.textContent).toContain("No result notification has ever arrived");
    await userEvent.setup().click(screen.getByTestId("approve-set-up-results"));
    expect(screen.getByTestId("where").textContent).toBe("settings");
  });

  test.each([
    ["once one arrived", live],
    ["in practice", { ...practiceSession, callbackAddress: live.callbackAddress }],
  ])("nothing is said %s", async (_, session) => {
    const lastArrivedAt = session.mode === "practice" ? null : "2026-10-03T14:02:00Z";
    approve({ session: () => session, callback_setup: () => ({ ...noCallbacks, lastArrivedAt }) });
    await screen.findByTestId("approve-total");
    expect(screen.queryByTestId("approve-never-arrived")).toBeNull();
  });
});
