import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { emit } from "@tauri-apps/api/event";
import { mockIPC } from "@tauri-apps/api/mocks";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { ThemeProvider } from "../components/ThemeProvider";
import type { AppError, CardStart, CardStep, Currency, FundingState, TopUpView } from "../ipc";
import { queryClient } from "../query";
import { CardWindow } from "./CardWindow";
import { amount, TestDesk } from "./testDesk";

const start: CardStart = {
  form: {
    profileName: "Kola Foods",
    payer: { firstName: "Ngozi", lastName: "Adeyemi", email: "ngozi@kolafoods.ng", phone: "+2348035550142" },
    recipientSet: true,
    wallets: [],
    currency: "NGN",
    pageLifeS: 180,
    lastFeePercent: null,
  },
  host: "pay.example.com",
  prefill: { amount: "5000000.00", currency: "NGN" },
  scheme: "light",
  practiceCards: [],
};
const topUp: TopUpView = {
  id: 4,
  kind: "card",
  state: "Funded",
  amount: "5000000.00",
  currency: "NGN",
  fee: null,
  totalCharged: null,
  balanceAfter: "6000000.00",
  card: { brand: "visa", lastFour: "0019" },
  payerName: "Ngozi Adeyemi",
  reference: "CHG-1",
  references: ["CHG-1"],
  decline: null,
  reason: null,
  code: null,
  message: null,
  otpWrong: 0,
  validationEnd: null,
  decision: null,
  canCheck: true,
  watching: false,
  beganAt: "2026-11-21T12:00:00Z",
  checkedAt: null,
  changedAt: "2026-11-21T12:00:00Z",
};
const step = (patch: Partial<TopUpView>, page: CardStep["page"] = null): CardStep => ({
  topUp: { ...topUp, ...patch },
  page,
});

type Sent = { command: string; message: unknown };

/** Mocks the shell for one test, and decrypts the messages. */
function open(answer: (sent: Sent) => unknown, from: CardStart = start): { sent: Sent[]; bytes: Uint8Array[] } {
  const [sent, bytes]: [Sent[], Uint8Array[]] = [[], []];
  const desk = new TestDesk();
  let last: unknown = null;
  mockIPC(async (command, input) => {
    if (command.startsWith("plugin:")) return 1;
    if (command === "card_key") return desk.key();
    if (command === "parse_amount") return amount(String((input as { typed: unknown }).typed));
    if (command === "card_status") {
      if (last === null) throw { code: "wrong_state", data: { planRefused: false } } satisfies AppError;
      return last;
    }
    // From another realm than the test: not an instance of its `Uint8Array`.
    const typed = ArrayBuffer.isView(input) ? (input as Uint8Array<ArrayBuffer>) : null;
    if (typed !== null) bytes.push(typed);
    const one = { command, message: typed === null ? input : await desk.open(typed) };
    sent.push(one);
    last = answer(one);
    return last;
  });
  render(
    <ThemeProvider scheme="light">
      <QueryClientProvider client={queryClient}>
        <CardWindow start={from} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { sent, bytes };
}

/** No pauses between keys: after a timeout they would continue in the next test's fields. */
const someone = () => userEvent.setup({ delay: null });

async function typeCard(user: ReturnType<typeof userEvent.setup>, number = "4100000000000019") {
  await user.type(screen.getByTestId("card-card-number"), number);
  await user.type(screen.getByTestId("card-card-expiry"), "1229");
  await user.type(screen.getByTestId("card-card-cvv"), "123");
}

test("a charge goes as bytes that are sealed, and nothing of the card stays on the page", async () => {
  const { sent, bytes } = open(() => step({}));
  const user = someone();
  await typeCard(user);
  expect(screen.getByTestId<HTMLInputElement>("card-card-number").value).toBe("4100 0000 0000 0019");
  expect(screen.getByTestId<HTMLInputElement>("card-card-expiry").value).toBe("12 / 29");
  expect(screen.getByTestId("card-brand").textContent).toBe("Visa");
  expect(screen.getByTestId("card-pay").textContent).toBe("Top up ₦5,000,000.00");
  await user.click(screen.getByTestId("card-pay"));
  expect((await screen.findByTestId("card-outcome")).dataset["state"]).toBe("Funded");
  expect(sent[0]).toEqual({
    command: "charge_card",
    message: {
      card: { number: "4100000000000019", expiryMonth: "12", expiryYear: "29", cvv: "123", pin: null },
      input: { amount: "5000000.00", currency: "NGN", payer: start.form.payer, beside: null },
    },
  });
  expect(new TextDecoder("latin1").decode(bytes[0])).not.toMatch(/4100|number/);
  expect(document.body.innerHTML).not.toContain("4100");
});

test("the form says which balance it tops up, and the amount gets its separators when one leaves it", async () => {
  open(() => step({}), { ...start, prefill: { amount: null, currency: null } });
  const user = someone();
  expect(screen.getByTestId("card-title").textContent).toBe("Top up balance: Kola Foods");
  const input = screen.getByTestId<HTMLInputElement>("card-amount");
  await user.type(input, "5000000");
  expect(input.value).toBe("5000000");
  await user.tab();
  await waitFor(() => expect(input.value).toBe("5,000,000.00"));
  await user.clear(input);
  await user.type(input, "five");
  await user.tab();
  expect(await screen.findByText(/Enter an amount/)).toBeTruthy();
  expect(input.value).toBe("five");
});

/** Replaces the clipboard. */
function clipboard(): string[] {
  const copied: string[] = [];
  document.execCommand = () => {
    copied.push((document.activeElement as HTMLTextAreaElement).value);
    return true;
  };
  return copied;
}

test("a completed charge is a receipt that can be copied, without the card's number", async () => {
  const copied = clipboard();
  open(() => step({ fee: "150000.00", totalCharged: "5150000.00" }));
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  const facts = (await screen.findByTestId("card-facts")).textContent;
  for (const fact of [
    "Fee₦150,000.00",
    "Total charged₦5,150,000.00",
    "CardVisa ending 0019",
    "Balance after₦6,000,000.00",
    "ReferenceCHG-1",
  ])
    expect(facts).toContain(fact);
  await user.click(screen.getByTestId("card-copy-reference"));
  await user.click(screen.getByTestId("card-copy-receipt"));
  expect(screen.getByTestId("card-copy-receipt").textContent).toBe("Copied");
  expect(copied[0]).toBe("CHG-1");
  expect(copied[1]).toMatch(/^Added to your balance\n₦5,000,000\.00\nFee: ₦150,000\.00\n/);
  expect(copied[1]).not.toContain("4100");
});

test.each<FundingState>([
  "NotSent",
  "Refused",
  "Declined",
  "NeedsRedirect",
  "NeedsOtp",
  "Charged",
  "Pending",
  "Unknown",
  "Funded",
  "Failed",
  "Reversed",
  "Conflict",
])("%s is titled, names the amount, and has its buttons at the foot", async (state) => {
  open(() => step({ state }));
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  const outcome = within(await screen.findByTestId("card-outcome"));
  expect(outcome.getByRole("heading", { level: 1 }).textContent).toMatch(/\S/);
  expect(outcome.getByText("₦5,000,000.00")).toBeTruthy();
  const foot = outcome.getByRole("contentinfo");
  const elsewhere = outcome.getAllByRole("button").filter((button) => !foot.contains(button));
  expect(elsewhere.map(({ dataset }) => dataset["testid"])).toEqual(
    state === "NeedsOtp" ? [] : ["card-copy-reference"],
  );
  expect(within(foot).getAllByRole("button").length).toBeGreaterThan(0);
});

test("what is wrong with a field is said as one leaves it, and nothing is sent", async () => {
  const { sent } = open(() => step({}));
  const user = someone();
  await user.click(screen.getByTestId("card-card-cvv"));
  await user.tab();
  expect(screen.queryByText(/Enter the three or four digits/)).toBeNull();
  await typeCard(user, "4100000000000018");
  expect(screen.getByText(/This card number is not valid/)).toBeTruthy();
  await user.click(screen.getByTestId("card-pay"));
  expect(sent).toEqual([]);
  expect(document.activeElement).toBe(screen.getByTestId("card-card-number"));
});

test("the card's fields are ordinary labelled inputs; security code and PIN are hidden", () => {
  open(() => step({}));
  const types = ["Card number", "Expiry date", "CVV", "Card PIN"].map(
    (label) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)).type,
  );
  expect(types).toEqual(["text", "text", "password", "password"]);
});

test("the number is grouped when one leaves it, not while one types, and has digits only", async () => {
  open(() => step({}));
  const user = someone();
  const number = screen.getByTestId<HTMLInputElement>("card-card-number");
  await user.type(number, "4100 0000x0000 0018");
  expect(number.value).toBe("4100000000000018");
  await user.keyboard("{Backspace}9");
  await user.type(number, "7", { initialSelectionStart: 4 });
  expect([number.value, number.selectionStart]).toEqual(["41007000000000019", 5]);
  await user.keyboard("{Backspace}");
  await user.tab();
  expect(number.value).toBe("4100 0000 0000 0019");
});

test.each([
  ["card-number", "12345678901234567890", "That has more digits than a card number"],
  ["card-cvv", "12345", "Enter the three or four digits"],
  ["card-pin", "1234567890123", "Enter the PIN, or leave it empty"],
])("a paste into %s that does not fit is refused", async (field, text, message) => {
  open(() => step({}));
  const user = someone();
  const input = screen.getByTestId<HTMLInputElement>(`card-${field}`);
  await user.click(input);
  await user.paste(text);
  expect(input.value).toBe("");
  expect(screen.getByText(new RegExp(message))).toBeTruthy();
});

test("no field is filled in or spell-checked by others", () => {
  open(() => step({}));
  for (const input of document.querySelectorAll("input")) {
    expect(input.autocomplete).toBe("off");
    expect(input.getAttribute("spellcheck")).toBe("false");
  }
});

test("while sending is blocked the form says why, that nothing was charged, and where to go through it", async () => {
  const { sent } = open(({ command }) => {
    if (command === "charge_card")
      throw { code: "sending_blocked", data: { reason: "ledger_older" } } satisfies AppError;
    return null;
  });
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  const message = (await screen.findByTestId("card-blocked")).textContent;
  for (const part of [
    "This ledger is older than the last payments",
    "The card was not charged.",
    "choose “Review payments” in Paysheet’s main window",
  ])
    expect(message).toContain(part);
  await user.click(screen.getByTestId("card-blocked-close"));
  expect(sent.map(({ command }) => command)).toEqual(["charge_card", "close_card"]);
});

test("the same amount a second time asks first, and names the earlier one when it is confirmed", async () => {
  const { sent } = open(({ message }) => {
    if (JSON.stringify(message).includes('"beside":null'))
      throw { code: "charged_already", data: { funding: 3, at: "2026-11-21T11:00:00Z" } } satisfies AppError;
    return step({});
  });
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  expect((await screen.findByTestId("card-already")).textContent).toContain("another charge debits the card again");
  await user.click(screen.getByTestId("card-beside"));
  await waitFor(() => expect(sent.at(-1)?.message).toMatchObject({ input: { beside: 3 } }));
});

test("a wrong code is said to be wrong, and typed again", async () => {
  const { sent } = open(({ command }) =>
    command === "charge_card"
      ? step({ state: "NeedsOtp", message: "Enter the code sent to 0803" })
      : step({ state: "NeedsOtp", otpWrong: 1 }),
  );
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  expect((await screen.findByTestId("card-meaning")).textContent).toContain("Enter the code sent to 0803");
  expect(screen.getByTestId<HTMLInputElement>("card-otp").type).toBe("password");
  await user.type(screen.getByTestId("card-otp"), "999 999{Enter}");
  expect(await screen.findByText(/That one-time password \(OTP\) was wrong/)).toBeTruthy();
  expect(sent.at(-1)).toEqual({ command: "submit_otp", message: { otp: "999999" } });
  expect(screen.getByTestId<HTMLInputElement>("card-otp").value).toBe("");
});

test.each([
  ["charge_card", "the form is gone"],
  ["submit_otp", "the code is gone"],
])("%s was sent and its answer is not kept: %s, and nothing invites a second press", async (failing) => {
  const { sent } = open(({ command }) => {
    if (command === failing)
      throw {
        code: "charge_not_recorded",
        data: { funding: 4, reason: "database or disk is full" },
      } satisfies AppError;
    return step({ state: "NeedsOtp" });
  });
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  if (failing === "submit_otp") await user.type(await screen.findByTestId("card-otp"), "123456{Enter}");
  const message = await screen.findByTestId("card-not-kept");
  for (const words of [
    "We do not know whether it was charged",
    "₦5,000,000.00",
    "Visa ending 0019",
    "Do not charge again",
    "database or disk is full",
  ]) {
    expect(message.textContent).toContain(words);
  }
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Close"]);
  expect(document.querySelectorAll("input")).toHaveLength(0);
  expect(sent.filter(({ command }) => command === failing)).toHaveLength(1);
});

test("once it is known after all how such a charge ended, that is shown", async () => {
  let state: TopUpView["state"] = "Intent";
  mockIPC(
    (command) => {
      if (command === "card_key") return new TestDesk().key();
      if (command === "card_status") return step({ state });
      if (command === "charge_card")
        throw { code: "charge_not_recorded", data: { funding: 4, reason: "full" } } satisfies AppError;
      return null;
    },
    { shouldMockEvents: true },
  );
  render(
    <ThemeProvider scheme="light">
      <QueryClientProvider client={queryClient}>
        <CardWindow start={start} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  expect(await screen.findByTestId("card-not-kept")).toBeTruthy();
  state = "Charged";
  await emit("desk-signal", { kind: "top_up_changed", id: 4 });
  expect((await screen.findByTestId("card-outcome")).dataset["state"]).toBe("Charged");
  expect(screen.queryByTestId("card-not-kept")).toBeNull();
});

test.each([
  ["Unknown", "Do not charge again", false],
  ["Pending", "Do not charge again", false],
  ["Declined", "nothing was charged", true],
] as const)("%s says what it means for the money", async (state, message, mayTryAgain) => {
  open(() => step({ state, decline: state === "Declined" ? "insufficient_funds" : null }));
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  expect((await screen.findByTestId("card-meaning")).textContent).toContain(message);
  expect(screen.queryByTestId("card-again") !== null).toBe(mayTryAgain);
});

function openWith(asked: Currency, wallet: Currency) {
  open(() => step({}), {
    ...start,
    prefill: { amount: "5000000.00", currency: asked },
    form: { ...start.form, currency: wallet },
  });
}

test("the wallet's currency is fixed", () => {
  openWith("KES", "KES");
  expect(screen.getByTestId("card-pay").textContent).toBe("Top up KSh\u202f5,000,000.00");
  expect(screen.queryByTestId("card-currency")).toBeNull();
});

test("what is missing in another currency is no amount of the wallet", () => {
  openWith("NGN", "KES");
  expect(screen.getByTestId<HTMLInputElement>("card-amount").value).toBe("");
  expect(screen.queryByTestId("card-currency")).toBeNull();
});

test("a reference of two balances is said, with what to do", async () => {
  open(() => {
    throw { code: "value_invalid", data: { field: "wallet_currency" } } satisfies AppError;
  });
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  expect((await screen.findByTestId("card-shared")).textContent).toContain("Nothing was charged");
});

test("of several wallets one is chosen", async () => {
  open(() => step({}), {
    ...start,
    prefill: { amount: "96000.00", currency: "KES" },
    form: { ...start.form, currency: "NGN", wallets: ["KES"] },
  });
  const user = someone();
  expect(screen.getByTestId("card-pay").textContent).toBe("Top up KSh\u202f96,000.00");
  await user.click(screen.getByTestId("card-change"));
  const offered = within(screen.getByTestId("card-currency")).getAllByRole("option");
  expect(offered.map(({ textContent }) => textContent)).toEqual(["NGN", "KES"]);
});

test("a wallet whose currency nobody knows yet asks for it", async () => {
  open(() => step({}), {
    ...start,
    prefill: { amount: null, currency: null },
    form: { ...start.form, currency: null },
  });
  const user = someone();
  await user.selectOptions(screen.getByTestId("card-currency"), "GHS");
  expect(screen.getByLabelText("Amount in GHS")).toBeTruthy();
});

test("another card finds amount and payer, and nothing of the first card", async () => {
  open(() => step({ state: "Declined", decline: "insufficient_funds" }), {
    ...start,
    prefill: { amount: null, currency: null },
    form: { ...start.form, payer: null },
  });
  const user = someone();
  await typeCard(user);
  await user.type(screen.getByTestId("card-amount"), "75,000");
  for (const [field, text] of Object.entries({
    "first-name": "Ngozi",
    "last-name": "Adeyemi",
    email: "ngozi@kolafoods.ng",
    phone: "08035550142",
  })) {
    await user.type(screen.getByTestId(`card-${field}`), text);
  }
  await user.click(screen.getByTestId("card-pay"));
  await user.click(await screen.findByTestId("card-again"));
  expect(screen.getByTestId("card-pay").textContent).toBe("Top up ₦75,000.00");
  expect(screen.getByTestId<HTMLInputElement>("card-email").value).toBe("ngozi@kolafoods.ng");
  for (const field of ["number", "expiry", "cvv", "pin"]) {
    expect(screen.getByTestId<HTMLInputElement>(`card-card-${field}`).value).toBe("");
  }
});

test("the bank's page opens by itself, and in the browser where one wants it there", async () => {
  // The clock is stopped, however long the typing takes.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const until = new Date(Date.now() + 170_000).toISOString();
  const asking = (shownIn: "window" | "browser") => step({ state: "NeedsRedirect" }, { until, shownIn });
  const { sent } = open(({ command }) => asking(command === "open_bank_page" ? "browser" : "window"));
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  expect((await screen.findByTestId("card-bank-page")).textContent).toContain("open in a separate window");
  expect(screen.getByTestId("card-bank-page").textContent).toContain("2:50");
  await user.click(screen.getByTestId("card-open-page"));
  await waitFor(() => expect(sent.at(-1)).toEqual({ command: "show_bank_page", message: {} }));
  await user.click(screen.getByTestId("card-other-page"));
  await waitFor(() => expect(screen.getByTestId("card-bank-page").textContent).toContain("open in your browser"));
  expect(sent.at(-1)).toEqual({ command: "open_bank_page", message: {} });
  await user.click(screen.getByTestId("card-other-page"));
  await waitFor(() => expect(sent.at(-1)).toEqual({ command: "show_bank_page", message: {} }));
});

test("a bank's page whose time is over cannot be opened any more", async () => {
  open(() =>
    step({ state: "NeedsRedirect" }, { until: new Date(Date.now() - 1_000).toISOString(), shownIn: "window" }),
  );
  const user = someone();
  await typeCard(user);
  await user.click(screen.getByTestId("card-pay"));
  expect((await screen.findByTestId("card-bank-page")).textContent).toContain("The time for confirming is over");
  expect(screen.queryByTestId("card-open-page")).toBeNull();
  expect(screen.getByTestId("card-page-check")).toBeTruthy();
});

test("without a recipient no form is shown", () => {
  open(() => step({}), { ...start, form: { ...start.form, recipientSet: false } });
  expect(screen.getByTestId("card-no-recipient").textContent).toContain("Nothing was charged");
  expect(screen.queryByTestId("card-card-number")).toBeNull();
});
