import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { AppError, BankSpellingView, CertificateFault, LayoutView, ProfileSettings } from "../../ipc";
import {
  byKind,
  changed,
  chosen,
  desk,
  liveSession,
  liveSettings,
  opens,
  practiceSession,
  saves,
  show,
} from "../../test/render";
import SettingsScreen from ".";

const settings = liveSettings;

const asLive = { session: () => liveSession, settings: () => settings };

test("a field is saved when one leaves it, once, and says so", async () => {
  const asked = desk({ ...asLive, change_settings: byKind({ profile: ({ profile }) => ({ ...settings, profile }) }) });
  const user = userEvent.setup();
  show(<SettingsScreen />);
  const field = await screen.findByTestId("settings-senderName");
  await user.clear(field);
  await user.type(field, "KOLA GROUP");
  await user.tab();
  expect(await screen.findByTestId("settings-saved")).toBeTruthy();
  const saved = asked.filter(({ command }) => command === "change_settings");
  expect(saved).toEqual([
    {
      command: "change_settings",
      input: { change: { kind: "profile", profile: { ...settings.profile, senderName: "KOLA GROUP" } } },
    },
  ]);
});

test("one section is shown at a time, and what was wrong in a field is still there when one comes back", async () => {
  desk(asLive);
  const user = userEvent.setup();
  show(<SettingsScreen />);
  const days = await screen.findByTestId<HTMLInputElement>("settings-recentDays");
  await user.clear(days);
  await user.type(days, "61");
  await user.click(screen.getByTestId("settings-nav-appearance"));
  expect(screen.getByTestId("settings-nav-appearance").getAttribute("aria-current")).toBe("page");
  const refused = "A value on this page is not saved";
  expect(within(screen.getByTestId("settings-nav-profile")).getByLabelText(refused)).toBeTruthy();
  expect(within(screen.getByTestId("settings-nav-secrets")).queryByLabelText(refused)).toBeNull();
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Appearance");
  await user.click(screen.getByTestId("settings-nav-profile"));
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Profile");
  expect(days.value).toBe("61");
  expect(screen.getByText(/whole number from 0 to 60/)).toBeTruthy();
  await user.type(days, "{Escape}");
  expect(within(screen.getByTestId("settings-nav-profile")).queryByLabelText(refused)).toBeNull();
});

test("how to pay in keeps its lines, and units stand in the fields", async () => {
  const asked = desk({ ...asLive, change_settings: byKind({ profile: ({ profile }) => ({ ...settings, profile }) }) });
  const user = userEvent.setup();
  show(<SettingsScreen />);
  const lines = await screen.findByTestId<HTMLTextAreaElement>("settings-fundingInstructions");
  await user.type(lines, "Kola Bank{Enter}0123456789");
  await user.tab();
  const fundingInstructions = "Kola Bank\n0123456789";
  await waitFor(() =>
    expect(asked).toContainEqual({
      command: "change_settings",
      input: { change: { kind: "profile", profile: { ...settings.profile, fundingInstructions } } },
    }),
  );
  expect(screen.getByTestId("settings-amountChangePct").parentElement?.textContent).toBe("%");
});

test("practising is one click away from the profile", async () => {
  const asked = desk({ ...asLive, change_session: byKind({ start_practice: () => practiceSession }) });
  show(<SettingsScreen />);
  await userEvent.setup().click(await screen.findByTestId("settings-practise"));
  await waitFor(() => expect(changed(asked, "change_session", "start_practice").length).toBe(1));
});

test("a second change made before the first is kept takes nothing back", async () => {
  const answers: (() => void)[] = [];
  const asked = desk({
    ...asLive,
    change_settings: byKind({
      profile: ({ profile }) => new Promise((resolve) => answers.push(() => resolve({ ...settings, profile }))),
    }),
  });
  const user = userEvent.setup();
  show(<SettingsScreen />);
  const sender = await screen.findByTestId("settings-senderName");
  await user.clear(sender);
  await user.type(sender, "KOLA GROUP");
  const approver = screen.getByTestId("settings-approver");
  await user.clear(approver);
  await user.type(approver, "Bola Ade{Enter}");
  await waitFor(() => expect(answers.length).toBe(1));
  answers[0]?.();
  await waitFor(() => expect(answers.length).toBe(2));
  answers[1]?.();
  const last = changed(asked, "change_settings", "profile").at(-1);
  expect(last?.change["profile"]).toEqual({ ...settings.profile, senderName: "KOLA GROUP", approver: "Bola Ade" });
});

test.each(["0", "501", "12.5", "many", ""])("people in one batch cannot be %j", async (text) => {
  const asked = desk(asLive);
  const user = userEvent.setup();
  show(<SettingsScreen />);
  await user.click(await screen.findByTestId("settings-profile-advanced"));
  const field = screen.getByTestId("settings-batchSize");
  await user.clear(field);
  if (text !== "") await user.type(field, text);
  await user.tab();
  expect(await screen.findByText(/whole number from 1 to 500/)).toBeTruthy();
  expect(changed(asked, "change_settings", "profile")).toEqual([]);
});

test("a new lock is sent and its field emptied at once", async () => {
  const asked = desk({ ...asLive, replace_secret: () => new Promise(() => undefined) });
  const user = userEvent.setup();
  show(<SettingsScreen section="secrets" />);
  await user.click(await screen.findByTestId("settings-replace-lock"));
  const field = screen.getByTestId("settings-new-lock") as HTMLInputElement;
  await user.type(field, "7391-a-lock");
  await user.click(screen.getByTestId("settings-save-lock"));
  expect(asked).toContainEqual({ command: "replace_secret", input: { name: "lock", value: "7391-a-lock" } });
  expect(field.value).toBe("");
});

test("a field of a country is added and removed, and a refused one is said in its place", async () => {
  const field = { country: "KE", name: "x_sender_name", value: "Kola Foods", column: null, isRequired: true };
  let isRefused = true;
  const asked = desk({
    ...asLive,
    change_settings: byKind({
      profile: ({ profile }) => {
        if (isRefused) throw { code: "value_invalid", data: { field: "extra_fields" } } satisfies AppError;
        return { ...settings, profile };
      },
    }),
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="connection" />);
  await user.click(await screen.findByTestId("extra-field-add"));
  await user.type(screen.getByTestId("extra-field-name"), "amount");
  await user.type(screen.getByTestId("extra-field-value"), "Kola Foods");
  await user.click(screen.getByTestId("extra-field-save"));
  expect(await screen.findByText(/none that decides who is paid what/)).toBeTruthy();
  isRefused = false;
  await user.clear(screen.getByTestId("extra-field-name"));
  await user.type(screen.getByTestId("extra-field-name"), field.name);
  await user.click(screen.getByTestId("extra-field-save"));
  expect((await screen.findByTestId("extra-field")).textContent).toContain("x_sender_name");
  await user.click(screen.getByTestId("extra-field-remove-x_sender_name"));
  await waitFor(() => expect(screen.queryByTestId("extra-field")).toBeNull());
  const saved = changed(asked, "change_settings", "profile").map(({ change }) => change["profile"]);
  expect(saved.at(1)).toMatchObject({ extraFields: [field] });
  expect(saved.at(2)).toMatchObject({ extraFields: [] });
});

test("a field takes its value from a column of the file, and says what happens without one", async () => {
  const asked = desk({ ...asLive, change_settings: byKind({ profile: ({ profile }) => ({ ...settings, profile }) }) });
  const user = userEvent.setup();
  show(<SettingsScreen section="connection" />);
  await user.click(await screen.findByTestId("extra-field-add"));
  await user.type(screen.getByTestId("extra-field-name"), "x_person_id");
  expect(screen.queryByTestId("extra-field-required")).toBeNull();
  await user.selectOptions(screen.getByTestId("extra-field-column"), "Staff number");
  expect(screen.getByTestId<HTMLInputElement>("extra-field-required").checked).toBe(true);
  await user.type(screen.getByTestId("extra-field-value"), "none");
  // Everyone has a value now.
  expect(screen.queryByTestId("extra-field-required")).toBeNull();
  await user.clear(screen.getByTestId("extra-field-value"));
  await user.click(screen.getByTestId("extra-field-save"));
  expect((await screen.findByTestId("extra-field")).textContent).toContain("Staff number from the file, required");
  const [saved] = changed(asked, "change_settings", "profile").map(({ change }) => change["profile"]);
  const field = { country: "KE", name: "x_person_id", value: "", column: "employee_id", isRequired: true };
  expect(saved).toMatchObject({ extraFields: [field] });
});

test("the fee of a payment is added by currency, and a refused one is said in its place", async () => {
  let isRefused = true;
  const asked = desk({
    ...asLive,
    change_settings: byKind({
      profile: ({ profile }) => {
        if (isRefused) throw { code: "value_invalid", data: { field: "payout_fees" } } satisfies AppError;
        return { ...settings, profile };
      },
    }),
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="profile" />);
  await user.click(await screen.findByTestId("payout-fee-add"));
  await user.selectOptions(screen.getByTestId("payout-fee-currency"), "KES");
  await user.type(screen.getByTestId("payout-fee-amount"), "ten");
  await user.click(screen.getByTestId("payout-fee-save"));
  expect(await screen.findByText(/Enter an amount above zero/)).toBeTruthy();
  isRefused = false;
  await user.clear(screen.getByTestId("payout-fee-amount"));
  await user.type(screen.getByTestId("payout-fee-amount"), "10.75");
  await user.click(screen.getByTestId("payout-fee-save"));
  expect((await screen.findByTestId("payout-fee-KES")).textContent).toContain("10.75");
  await user.click(screen.getByTestId("payout-fee-remove-KES"));
  await waitFor(() => expect(screen.queryByTestId("payout-fee-KES")).toBeNull());
  const saved = changed(asked, "change_settings", "profile").map(({ change }) => change["profile"]);
  expect(saved.at(1)).toMatchObject({ payoutFees: [{ currency: "KES", amount: "10.75" }] });
  expect(saved.at(2)).toMatchObject({ payoutFees: [] });
});

test("a wallet of another currency is added with its password, which is nowhere afterwards", async () => {
  const wallet = { currency: "KES", reference: "W-2" } as const;
  const withWallet = {
    ...settings,
    profile: { ...settings.profile, wallets: [wallet] },
    walletsSet: ["KES" as const],
  };
  const asked = desk({ ...asLive, save_wallet: () => withWallet });
  const user = userEvent.setup();
  show(<SettingsScreen section="secrets" />);
  await user.click(await screen.findByTestId("settings-wallet-add"));
  await user.selectOptions(screen.getByTestId("wallet-currency"), "KES");
  await user.clear(screen.getByTestId("wallet-reference"));
  await user.type(screen.getByTestId("wallet-password"), "of-shillings");
  await user.click(screen.getByTestId("wallet-save"));
  expect(screen.getByText(/Enter the reference/)).toBeTruthy();
  expect(asked.some(({ command }) => command === "save_wallet")).toBe(false);
  await user.type(screen.getByTestId("wallet-reference"), "W-2");
  await user.click(screen.getByTestId("wallet-save"));
  expect(asked).toContainEqual({ command: "save_wallet", input: { wallet, password: "of-shillings" } });
  expect((await screen.findByTestId("settings-wallet-KES")).textContent).toContain("Password set");
  expect(document.body.innerHTML).not.toContain("of-shillings");
});

test("a wallet is changed without its password, and removed after a question", async () => {
  const profile = {
    ...settings.profile,
    walletCurrency: "NGN" as const,
    wallets: [{ currency: "KES" as const, reference: "0" }],
  };
  const asked = desk({
    ...asLive,
    settings: () => ({ ...settings, profile }),
    save_wallet: () => ({ ...settings, profile }),
    change_settings: byKind({ remove_wallet: () => settings }),
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="secrets" />);
  const row = await screen.findByTestId("settings-wallet-KES");
  expect(row.textContent).toContain("Password missing");
  await user.click(screen.getByTestId("settings-wallet-add"));
  const offered = within(screen.getByTestId("wallet-currency")).getAllByRole("option");
  expect(offered.map(({ textContent }) => textContent)).not.toContain("NGN");
  await user.click(screen.getByTestId("settings-wallet-add"));
  await user.click(screen.getByTestId("settings-wallet-remove-KES"));
  const confirm = await screen.findByTestId("confirm");
  expect(confirm.textContent).toContain("Remove balance");
  await user.click(confirm);
  expect(asked).toContainEqual({
    command: "change_settings",
    input: { change: { kind: "remove_wallet", currency: "KES" } },
  });
  await waitFor(() => expect(screen.queryByTestId("settings-wallet-KES")).toBeNull());
});

test.each([
  ["http://127.0.0.1:8790/cb", "http://127.0.0.1:8790/cb"],
  [null, "Not set"],
])("About says where callbacks are heard: %s", async (callbackAddress, message) => {
  desk({ ...asLive, session: () => ({ ...liveSession, callbackAddress }) });
  show(<SettingsScreen section="about" />);
  expect((await screen.findByTestId("settings-about")).textContent).toContain(message);
});

test("forgetting a secret is asked with its name on the button", async () => {
  const asked = desk({
    ...asLive,
    change_settings: byKind({ forget_secret: () => ({ ...settings, tokenSet: false }) }),
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="secrets" />);
  await user.click(await screen.findByTestId("settings-forget-token"));
  const confirm = await screen.findByTestId("confirm");
  expect(confirm.textContent).toContain("Forget the token");
  await user.click(confirm);
  await waitFor(() =>
    expect(asked).toContainEqual({
      command: "change_settings",
      input: { change: { kind: "forget_secret", name: "token" } },
    }),
  );
  await waitFor(() => expect(screen.queryByTestId("settings-forget-token")).toBeNull());
});

describe("the connection", () => {
  test("what nearly nobody changes is folded away, and a figure is kept within its limits", async () => {
    const asked = desk({
      ...asLive,
      change_settings: byKind({ profile: ({ profile }) => ({ ...settings, profile }) }),
    });
    const user = userEvent.setup();
    show(<SettingsScreen section="connection" />);
    await screen.findByTestId("settings-certificate");
    expect(screen.queryByTestId("settings-submitTimeoutS")).toBeNull();
    await user.click(screen.getByTestId("settings-advanced"));
    const field = screen.getByTestId("settings-submitTimeoutS");
    await user.clear(field);
    await user.type(field, "20{Enter}");
    expect(await screen.findByText(/whole seconds from 30 to 900/)).toBeTruthy();
    await user.clear(field);
    const atOnce = screen.getByTestId("settings-namesAtOnce");
    await user.clear(atOnce);
    await user.type(atOnce, "33{Enter}");
    expect(await screen.findByText(/whole number from 1 to 32/)).toBeTruthy();
    await user.clear(atOnce);
    await user.type(atOnce, "8{Enter}");
    await user.type(field, "240{Enter}");
    expect(await screen.findByTestId("settings-saved")).toBeTruthy();
    const saved = changed(asked, "change_settings", "profile").map(({ change }) => change["profile"]);
    expect(saved).toEqual([{ ...settings.profile, submitTimeoutS: 240 }]);
  });

  test("a certificate is chosen, shown with its end, and removed", async () => {
    const extraRoots = [{ subject: "CN=Office Gateway,O=Acme", expiresAt: "2031-05-06T00:00:00Z", isExpired: false }];
    const asked = desk({
      ...asLive,
      ...opens("certificate", "gateway.pem"),
      trust_certificate: () => ({ ...settings, extraRoots }),
      change_settings: byKind({ trust_no_certificate: () => settings }),
    });
    const user = userEvent.setup();
    show(<SettingsScreen section="connection" />);
    await user.click(await screen.findByTestId("settings-choose-certificate"));
    await user.click(await screen.findByTestId("confirm"));
    await waitFor(() =>
      expect(screen.getByTestId("settings-certificate").textContent).toContain("CN=Office Gateway,O=Acme, until"),
    );
    expect(asked).toContainEqual({ command: "trust_certificate", input: { file: chosen("gateway.pem").handle } });
    await user.click(screen.getByTestId("settings-remove-certificate"));
    await user.click(await screen.findByTestId("confirm"));
    await waitFor(() => expect(screen.queryByTestId("settings-remove-certificate")).toBeNull());
  });

  test.each<[CertificateFault, string]>([
    ["holds_key", "private key"],
    ["not_an_authority", "not of a certificate authority"],
    ["empty", "no certificate"],
  ])("what is wrong with a certificate is said in its place: %s", async (reason, message) => {
    desk({
      ...asLive,
      ...opens("certificate", "x.pem"),
      trust_certificate: () => {
        throw { code: "certificate_refused", data: { reason } } satisfies AppError;
      },
    });
    const user = userEvent.setup();
    show(<SettingsScreen section="connection" />);
    await user.click(await screen.findByTestId("settings-choose-certificate"));
    await user.click(await screen.findByTestId("confirm"));
    expect((await screen.findByRole("alert")).textContent).toContain(message);
    expect(screen.queryByTestId("error-panel")).toBeNull();
  });

  test("practice has none", async () => {
    desk({ settings: () => ({ ...settings, mode: "practice" }) });
    show(<SettingsScreen />);
    await screen.findByTestId("settings-name");
    expect(screen.queryByTestId("settings-certificate")).toBeNull();
    expect(screen.queryByTestId("settings-nav-connection")).toBeNull();
    expect(screen.queryByTestId("settings-lockAfterMin")).toBeNull();
  });
});

describe("the request for a new token", () => {
  test("is set up with its four names, and only then asks for key and secret", async () => {
    const renewal = { path: "/v1/token", keyField: "apiKey", secretField: "secret", tokenAt: "token" };
    const asked = desk({
      ...asLive,
      change_settings: byKind({ profile: ({ profile }) => ({ ...settings, profile }) }),
    });
    const user = userEvent.setup();
    show(<SettingsScreen section="secrets" />);
    await screen.findByTestId("settings-renewal");
    expect(screen.queryByTestId("settings-secret-renewal_key")).toBeNull();
    await user.click(screen.getByTestId("settings-renewal-set-up"));
    await user.type(screen.getByTestId("settings-renewal-path"), "/v1/token");
    await user.click(screen.getByTestId("settings-renewal-on"));
    expect(await screen.findByTestId("settings-secret-renewal_key")).toBeTruthy();
    expect(asked).toContainEqual({
      command: "change_settings",
      input: { change: { kind: "profile", profile: { ...settings.profile, renewal } } },
    });
    await user.click(screen.getByTestId("settings-renewal-off"));
    await waitFor(() => expect(screen.queryByTestId("settings-secret-renewal_key")).toBeNull());
  });

  test("says which of the names cannot be", async () => {
    desk({
      ...asLive,
      change_settings: byKind({
        profile: () => {
          throw { code: "value_invalid", data: { field: "renewal_path" } } satisfies AppError;
        },
      }),
    });
    const user = userEvent.setup();
    show(<SettingsScreen section="secrets" />);
    await user.click(await screen.findByTestId("settings-renewal-set-up"));
    await user.click(screen.getByTestId("settings-renewal-on"));
    expect(await screen.findByText(/Begin with a slash/)).toBeTruthy();
  });
});

test("how long the token is good for stands beside it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const tokenExpiresAt = new Date(Date.now() + 102 * 60_000).toISOString();
  desk({ ...asLive, session: () => ({ ...liveSession, tokenExpiresAt }) });
  show(<SettingsScreen section="secrets" />);
  expect((await screen.findByTestId("settings-token-life")).textContent).toContain("Valid for 1 h 42 min.");
});

const depot: LayoutView = {
  fingerprint: "ff",
  kind: "payroll",
  name: "Depot",
  columns: [
    { column: "A", header: "Who", field: "name" },
    { column: "B", header: "Where", field: "account_number" },
    { column: "C", header: "Paid on", field: null },
    { column: "D", header: "What", field: "amount" },
  ],
  listColumns: [],
  words: [],
  keptAt: "2026-10-29T08:00:00Z",
  usedAt: "2026-11-03T08:00:00Z",
};

test("remembered columns are renamed, changed and forgotten", async () => {
  const asked = desk({
    settings: () => liveSettings,
    layouts: () => [depot],
    change_layout: byKind({
      rename: () => [{ ...depot, name: "Depot staff" }],
      columns: () => [depot],
      forget: () => [],
    }),
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="layouts" />);
  const row = await screen.findByTestId("layout-ff");
  expect(row.textContent).toContain("3 of 4 columns used");
  await user.click(screen.getByTestId("layout-rename"));
  await user.clear(screen.getByTestId("layout-name"));
  await user.type(screen.getByTestId("layout-name"), "Depot staff{Enter}");
  expect(await screen.findByText("Depot staff")).toBeTruthy();
  expect(asked).toContainEqual({
    command: "change_layout",
    input: { fingerprint: "ff", change: { kind: "rename", name: "Depot staff" } },
  });

  await user.click(screen.getByTestId("layout-columns"));
  await screen.findByTestId("layout-dialog");
  await user.click(screen.getByTestId("layout-field-C"));
  await user.click(await screen.findByRole("option", { name: "Amount", hidden: true }));
  expect(screen.getByText("Amount is chosen for columns C and D. Keep it for one of them.")).toBeTruthy();
  expect((screen.getByTestId("layout-save") as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getByTestId("layout-field-D"));
  await user.click(await screen.findByRole("option", { name: "Not used", hidden: true }));
  await user.click(screen.getByTestId("layout-save"));
  const columns = [
    { column: "A", field: "name" },
    { column: "B", field: "account_number" },
    { column: "C", field: "amount" },
  ];
  await waitFor(() =>
    expect(asked).toContainEqual({
      command: "change_layout",
      input: { fingerprint: "ff", change: { kind: "columns", columns } },
    }),
  );

  await user.click(await screen.findByTestId("layout-forget"));
  await user.click(await screen.findByTestId("confirm"));
  expect(await screen.findByTestId("layouts-none")).toBeTruthy();
});

test("a list of results is remembered with its columns and words, and forgotten", async () => {
  const list: LayoutView = {
    ...depot,
    kind: "results",
    name: "Export",
    columns: [],
    listColumns: [
      { column: "A", header: "Num", field: "reference" },
      { column: "B", header: "Qui", field: null },
    ],
    words: [{ kind: "status", word: "Réglé", meaning: "paid" }],
  };
  const asked = desk({
    settings: () => liveSettings,
    layouts: () => [list],
    change_layout: byKind({ forget: () => [] }),
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="layouts" />);
  const row = await screen.findByTestId("layout-ff");
  for (const text of ["List of results", "1 of 2 columns used", "1 status word", "last used"])
    expect(row.textContent).toContain(text);
  expect(screen.queryByTestId("layout-columns")).toBeNull();
  await user.click(screen.getByTestId("layout-forget"));
  expect(screen.getByText(/Results that were recorded stay as they are/)).toBeTruthy();
  await user.click(await screen.findByTestId("confirm"));
  expect(await screen.findByTestId("layouts-none")).toBeTruthy();
  expect(changed(asked, "change_layout", "forget").length).toBe(1);
});

test("what files call banks is listed and forgotten", async () => {
  const spelling = (text: string, isUsed: boolean): BankSpellingView => ({
    country: "NG",
    text,
    bankName: "Access Bank",
    confirmedBy: "Ada Obi",
    confirmedAt: "2026-11-03T08:00:00Z",
    isUsed,
  });
  const asked = desk({
    settings: () => liveSettings,
    bank_spellings: () => [spelling("Office Bank", true), spelling("Old Bank", false)],
    forget_bank_spelling: () => [],
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="spellings" />);
  const rows = await screen.findAllByTestId("spelling");
  expect(rows.map((row) => row.textContent)).toEqual([
    "“Office Bank” is Access BankNigeria · chosen by Ada Obi, Nov 3, 2026Forget",
    "“Old Bank” is Access BankNigeria · chosen by Ada Obi, Nov 3, 2026Not used: your provider no longer lists this bankForget",
  ]);
  await user.click(screen.getByRole("button", { name: "Forget “Office Bank”" }));
  expect(await screen.findByTestId("spellings-none")).toBeTruthy();
  expect(asked).toContainEqual({ command: "forget_bank_spelling", input: { country: "NG", text: "Office Bank" } });
});

test("the wallet's currency is chosen, or left to what the top-ups show", async () => {
  let profile: ProfileSettings = liveSettings.profile;
  const asked = desk({
    settings: () => ({ ...liveSettings, profile }),
    change_settings: byKind({
      profile: ({ profile: kept }) => {
        profile = kept as ProfileSettings;
        return { ...liveSettings, profile };
      },
    }),
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="profile" />);
  const select = await screen.findByTestId<HTMLSelectElement>("settings-walletCurrency");
  expect(select.selectedOptions[0]?.textContent).toBe("As your top-ups show it");
  await user.selectOptions(select, "GHS");
  await waitFor(() => expect(select.value).toBe("GHS"));
  await user.selectOptions(select, "");
  await waitFor(() => expect(select.value).toBe(""));
  const kept = changed(asked, "change_settings", "profile").map(({ change }) => change["profile"]);
  expect(kept).toMatchObject([{ walletCurrency: "GHS" }, { walletCurrency: null }]);
});

test("notifications are on, and are turned off for this computer", async () => {
  const asked = desk({
    ...asLive,
    change_settings: byKind({ background: ({ background }) => ({ ...settings, background }) }),
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="notifications" />);
  const notifications = await screen.findByRole<HTMLInputElement>("switch", { name: "Show notifications" });
  expect(notifications.checked).toBe(true);
  await user.click(notifications);
  expect(await screen.findByTestId("settings-saved")).toBeTruthy();
  expect(notifications.checked).toBe(false);
  await user.click(screen.getByRole("switch", { name: "Start Paysheet when I log in" }));
  const saved = changed(asked, "change_settings", "background").map(({ change }) => change);
  expect(saved).toEqual([
    { kind: "background", background: { notifications: "off", startAtLogin: "off" } },
    { kind: "background", background: { notifications: "off", startAtLogin: "on" } },
  ]);
});

test("an account of the books is saved as it is in their chart, and one that cannot be booked on is refused", async () => {
  const accounts = { payable: "", bank: "", returned: "", fees: "", taxRate: "" };
  const usual = { ...accounts, payable: "803", bank: "850" };
  const settingsOf = (own: object) => ({
    settings: { preset: "xero", detail: "person", accounts: { ...accounts, ...own } },
    presets: [{ preset: "xero", usual, used: usual, linesMax: 300 }],
  });
  const asked = desk({
    ...asLive,
    journal_settings: () => settingsOf({}),
    save_journal_settings: (input) => {
      const { accounts: own } = (input["settings"] ?? {}) as { accounts: { payable: string } };
      if (own.payable.startsWith("=")) throw { code: "value_invalid", data: { field: "journal_payable" } };
      return settingsOf(own);
    },
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="journal" />);
  const payable = await screen.findByTestId<HTMLInputElement>("settings-journal-payable");
  expect(screen.getByText(/If empty, “803” is written \(Xero/)).toBeTruthy();
  await user.type(payable, "=1");
  await user.tab();
  expect(await screen.findByText(/must not be the account to credit/)).toBeTruthy();
  await user.clear(payable);
  await user.type(payable, "2220");
  await user.tab();
  expect(await screen.findByTestId("settings-saved")).toBeTruthy();
  const saved = asked.filter(({ command }) => command === "save_journal_settings").at(-1)?.input;
  expect(saved).toMatchObject({ settings: { preset: "xero", accounts: { ...accounts, payable: "2220" } } });
});

test("diagnostics are saved where the user says", async () => {
  const asked = desk({
    ...asLive,
    ...saves("diagnostics", "diagnostics.txt"),
  });
  const user = userEvent.setup();
  show(<SettingsScreen section="about" />);
  await user.click(await screen.findByTestId("settings-diagnostics"));
  expect(await screen.findByText("Diagnostics saved as diagnostics.txt")).toBeTruthy();
  expect(asked).toContainEqual({
    command: "save_file",
    input: { file: { kind: "diagnostics" }, handle: chosen("diagnostics.txt").handle },
  });
});

test("the third-party notices of an installed copy are opened", async () => {
  const asked = desk({ ...asLive, show_program_file: () => null });
  const user = userEvent.setup();
  show(<SettingsScreen section="about" />);
  await user.click(await screen.findByTestId("settings-notices"));
  expect(asked).toContainEqual({ command: "show_program_file", input: { file: "third_party_notices" } });
});

test("a copy that was not installed says that it has no third-party notices", async () => {
  desk({ ...asLive, settings: () => ({ ...liveSettings, hasThirdPartyNotices: false }) });
  show(<SettingsScreen section="about" />);
  expect(await screen.findByText(/made without an installer/)).toBeTruthy();
  expect(screen.queryByTestId("settings-notices")).toBeNull();
});

test("settings that could not be loaded are asked for again with one press", async () => {
  let isBroken = true;
  desk({
    session: () => liveSession,
    settings: () => {
      if (isBroken) throw { code: "ledger_unavailable" };
      return liveSettings;
    },
  });
  show(<SettingsScreen />);
  await screen.findByTestId("error-panel");
  isBroken = false;
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByTestId("settings-nav-profile")).toBeTruthy();
});
