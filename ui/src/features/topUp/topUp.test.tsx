import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import source from "../../bindings.ts?raw";
import { i18next } from "../../i18n";
import type { AppError, BalanceView, FundingState, TopUpDetail, TopUpView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { byKind, desk, liveSettings, practiceSession, show } from "../../test/render";
import TopUpScreen from ".";
import { NO_FILTERS, queryOf } from "./Filters";

const topUp: TopUpView = {
  id: 4,
  kind: "card",
  state: "Funded",
  amount: "20000000.00",
  currency: "NGN",
  fee: "2000.00",
  totalCharged: "20002000.00",
  balanceAfter: "52480250.00",
  card: { brand: "verve", lastFour: "4081" },
  payerName: "Ngozi Adeyemi",
  reference: "7KQ2M4XA",
  references: ["7KQ2M4XA", "FLW-9"],
  decline: null,
  reason: null,
  code: "00",
  message: null,
  otpWrong: 0,
  validationEnd: null,
  decision: null,
  canCheck: true,
  watching: false,
  beganAt: "2025-11-27T12:58:00Z",
  checkedAt: "2025-11-27T12:59:00Z",
  changedAt: "2025-11-27T12:59:00Z",
};
const lost: TopUpView = {
  ...topUp,
  id: 5,
  state: "Unknown",
  reference: null,
  references: [],
  balanceAfter: null,
  fee: null,
  totalCharged: null,
  canCheck: false,
  checkedAt: null,
  reason: "timeout",
};
const pending: TopUpView = {
  ...topUp,
  id: 6,
  state: "Pending",
  reference: "7KMH55RB",
  references: ["7KMH55RB"],
  balanceAfter: null,
};
const balance: BalanceView = {
  currency: "NGN",
  balance: "52480250.00",
  at: "2025-11-27T12:58:00Z",
  source: "top_up",
  topUp: 4,
  acceptedSince: "34534051.00",
  underWay: "0.00",
  left: "17946199.00",
};
const detail = (of: TopUpView): TopUpDetail => ({
  topUp: of,
  record: {
    fields: [
      { name: "systemType", value: "card" },
      { name: "walletCharged", value: "true" },
    ],
    custom: [{ name: "terminal", value: "2TRX 0042" }],
    rest: [],
  },
  events: [{ at: "2025-11-27T12:58:00Z", kind: "charge_intent", reason: null, detail: null }],
});

function open(rows: TopUpView[], answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    top_ups: () => ({ total: rows.length, offset: 0, rows }),
    balances: () => [balance],
    settings: () => liveSettings,
    top_up: ({ id }) => detail(rows.find((row) => row.id === id) ?? topUp),
    ...answers,
  });
  show(<TopUpScreen />, { name: "topUp" });
  return asked;
}

const asks = (asked: ReturnType<typeof desk>, command: string) =>
  asked.filter((one) => one.command === command).map(({ input }) => input);

function Where() {
  return <output data-testid="where">{useNavigation().screen.name}</output>;
}

test("while sending is blocked no card window opens, and it says why", async () => {
  const asked = desk({
    session: () => ({ ...practiceSession, blocked: "ledger_older" }),
    top_ups: () => ({ total: 0, offset: 0, rows: [] }),
    balances: () => [],
    open_card: () => null,
  });
  show(
    <>
      <TopUpScreen />
      <Where />
    </>,
    { name: "topUp" },
  );
  const user = userEvent.setup();
  const button = await screen.findByTestId<HTMLButtonElement>("top-up-by-card");
  await user.click(button);
  expect(button.disabled).toBe(true);
  expect(asks(asked, "open_card")).toEqual([]);
  expect(screen.getByTestId("blocked-hint").textContent).toContain("Sending is blocked");
  await user.click(screen.getByTestId("blocked-hint-go-through"));
  expect(screen.getByTestId("where").textContent).toBe("blocked");
});

test("where nothing is blocked the card window opens", async () => {
  const asked = open([topUp], { open_card: () => null });
  await userEvent.setup().click(await screen.findByTestId("top-up-by-card"));
  await waitFor(() => expect(asks(asked, "open_card")).toHaveLength(1));
  expect(screen.queryByTestId("blocked-hint")).toBeNull();
});

test("the balance says when it was told, and what went out of it since", async () => {
  open([topUp]);
  const text = (await screen.findByTestId("top-up-balance-NGN")).textContent;
  expect(text).toContain("₦52,480,250.00");
  expect(text).toContain("−₦34,534,051.00");
  expect(text).toContain("Being sent now₦0.00");
  expect(text).toContain("₦17,946,199.00");
});

test("a balance that nobody told is said to be unknown", async () => {
  open([], { balances: () => [] });
  expect(await screen.findByTestId("top-up-balance-unknown")).toBeTruthy();
  expect(screen.getByText("No top-ups yet")).toBeTruthy();
});

test("arrows move, Enter opens, and the whole record is there to read", async () => {
  open([topUp, pending]);
  const user = userEvent.setup();
  (await screen.findByTestId("top-up-line-4")).focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByTestId("top-up-line-6"));
  await user.keyboard("{ArrowUp}{Enter}");
  expect(await screen.findByTestId("top-up-detail")).toBeTruthy();
  expect(screen.queryByTestId("top-up-record")).toBeNull();
  await user.click(screen.getByTestId("top-up-show-record"));
  const record = within(screen.getByTestId("top-up-record"));
  expect(record.getByText("Balance charged").nextSibling?.textContent).toBe("Yes");
  expect(screen.getByTestId("top-up-custom").textContent).toContain("2TRX 0042");
});

test("only what is open is asked about from its line", async () => {
  const asked = open([topUp, pending], { check_top_up: () => topUp });
  await userEvent.setup().click(await screen.findByTestId("top-up-check-6"));
  expect(screen.queryByTestId("top-up-check-4")).toBeNull();
  await waitFor(() => expect(asks(asked, "check_top_up")).toEqual([{ lookup: { kind: "stored", id: 6 } }]));
  expect(screen.queryByTestId("top-up-detail")).toBeNull();
});

test("a reference that is found opens with its record; one that is not says that nothing was charged", async () => {
  const asked = open([topUp], {
    check_top_up: byKind(
      {
        reference: ({ reference }) => {
          if (reference === "EBILLS-1001") return topUp;
          throw { code: "service_refused", data: { status: 404, message: "Not found" } } satisfies AppError;
        },
      },
      "lookup",
    ),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("top-up-look-up"));
  await user.type(await screen.findByTestId("top-up-reference"), "NOBODY{Enter}");
  expect((await screen.findByTestId("top-up-not-found")).textContent).toContain("Nothing was charged");
  await user.clear(screen.getByTestId("top-up-reference"));
  await user.type(screen.getByTestId("top-up-reference"), " EBILLS-1001 {Enter}");
  expect(await screen.findByTestId("top-up-detail")).toBeTruthy();
  expect(asks(asked, "check_top_up").at(-1)).toEqual({ lookup: { kind: "reference", reference: "EBILLS-1001" } });
});

test("with no top-up yet it says how to pay in, and offers to check a reference once", async () => {
  const fundingInstructions = "Kola Bank\n0123456789\nQuote KF-001";
  const settings = { ...liveSettings, profile: { ...liveSettings.profile, fundingInstructions } };
  const copied: string[] = [];
  document.execCommand = () => {
    copied.push((document.activeElement as HTMLTextAreaElement).value);
    return true;
  };
  open([], { settings: () => settings });
  await userEvent.setup().click(await screen.findByTestId("top-up-pay-in-copy"));
  expect(copied).toEqual([fundingInstructions]);
  expect(screen.getAllByRole("button", { name: "Check status by reference" })).toHaveLength(1);
  expect(screen.queryByTestId("top-up-export")).toBeNull();
});

test("with top-ups the way to pay in is folded, and where none is saved nothing speaks of it", async () => {
  const settings = { ...liveSettings, profile: { ...liveSettings.profile, fundingInstructions: "Kola Bank" } };
  open([topUp], { settings: () => settings });
  expect((await screen.findByTestId("top-up-pay-in-fold")).getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByText("Kola Bank")).toBeNull();
});

test("without account details one is led to where they are saved", async () => {
  desk({ top_ups: () => ({ total: 0, offset: 0, rows: [] }), balances: () => [], settings: () => liveSettings });
  show(
    <>
      <TopUpScreen />
      <Where />
    </>,
    { name: "topUp" },
  );
  await userEvent.setup().click(await screen.findByRole("button", { name: "Add account details" }));
  expect(screen.getByTestId("where").textContent).toBe("settings");
});

test("a top-up that its user decided says so in the list", async () => {
  open([{ ...lost, state: "Funded", decision: "funded" }, topUp]);
  expect((await screen.findByTestId("top-up-line-5")).textContent).toContain("Completed· by you");
  expect(screen.getByTestId("top-up-line-4").textContent).not.toContain("by you");
});

test.each([
  ["in the head where there is one", [topUp, pending], "Amount, NGN", "20,000,000.00"],
  [
    "beside each amount where there are several",
    [topUp, { ...pending, currency: "KES" as const }],
    "Amount",
    "NGN 20,000,000.00",
  ],
])("the currency is named %s", async (_where, rows, head, amount) => {
  open(rows);
  const line = within(await screen.findByTestId("top-up-line-4"));
  expect(screen.getByRole("columnheader", { name: head })).toBeTruthy();
  expect(line.getByText(amount)).toBeTruthy();
});

test("a lost charge says once what happened, and without a reference why nobody could be asked", async () => {
  open([lost], { top_up: () => ({ ...detail(lost), record: null }) });
  await userEvent.setup().click(await screen.findByTestId("top-up-line-5"));
  const text = (await screen.findByTestId("top-up-detail")).textContent;
  expect(text.match(/may or may not/g)).toHaveLength(1);
  expect(text).toContain("No complete answer arrived in time. The card may or may not have been charged.");
  expect(text).toContain("Paysheet has no reference of this charge");
  expect(text).not.toContain("Not checked yet");
});

test("a lost charge says not to charge again, and is settled by its reference or the user's word", async () => {
  const asked = open([lost], { check_top_up: () => topUp, decide_top_up: () => topUp });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("top-up-line-5"));
  expect((await screen.findByTestId("top-up-meaning")).textContent).toContain("Do not charge again");
  await user.type(screen.getByTestId("top-up-claim-reference"), "7KQ2M4XA");
  await user.click(screen.getByTestId("top-up-claim"));
  const lookup = { kind: "claimed", id: 5, reference: "7KQ2M4XA" };
  await waitFor(() => expect(asks(asked, "check_top_up")).toEqual([{ lookup }]));
  await user.click(screen.getByTestId("top-up-decide-not-funded"));
  const confirm = screen.getByTestId<HTMLButtonElement>("top-up-decide-confirm");
  expect(confirm.textContent).toBe("Record ₦20,000,000.00 as not charged");
  expect(confirm.disabled).toBe(true);
  await user.type(screen.getByTestId("top-up-decide-reason"), "The bank shows nothing");
  await user.click(confirm);
  await waitFor(() =>
    expect(asks(asked, "decide_top_up")).toEqual([{ id: 5, decision: "not_funded", reason: "The bank shows nothing" }]),
  );
});

test("what fails is said, and can be tried again", async () => {
  open([], {
    top_ups: () => {
      throw { code: "ledger_unavailable" } satisfies AppError;
    },
  });
  expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("ledger_unavailable");
});

test("time filters begin at midnight, so that a query stays the same for a day", () => {
  const query = queryOf({ ...NO_FILTERS, since: "week" }, new Date(2026, 10, 21, 15, 30));
  expect(query).toEqual({ text: null, state: null, from: new Date(2026, 10, 14).toISOString(), before: null });
});

/** The members of a string union in the bindings. */
function members(type: string): string[] {
  const plain = source.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const [, body] = new RegExp(`export type ${type} =([^;]*);`).exec(plain) ?? [];
  return [...(body ?? "").matchAll(/"([^"]+)"/g)].map(([, member]) => member ?? "");
}

test.each([
  ["FundingState", (code: string) => `meaning.${code}`],
  ["Reason", (code: string) => `reason.${code}`],
  ["DeclineKind", (code: string) => `decline.${code}.what`],
  ["DeclineKind", (code: string) => `decline.${code}.do`],
  ["CardBrand", (code: string) => `brand.${code}`],
] as const)("every %s has its words", (type, key) => {
  const codes = members(type);
  expect(codes.length).toBeGreaterThan(4);
  expect(codes.filter((code) => !i18next.exists(key(code), { ns: "topUp" }))).toEqual([]);
});

test("no state whose money is open says to charge again", () => {
  const unsettled: FundingState[] = ["Pending", "Unknown", "Verifying", "Conflict", "Intent"];
  for (const state of unsettled) expect(i18next.t(`topUp:meaning.${state}`)).toMatch(/not charge again/);
});
