/** Renders a component as in the window, with a mocked desk. */
import { mockIPC } from "@tauri-apps/api/mocks";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { ThemeProvider } from "../components/ThemeProvider";
import { ToastProvider } from "../components/Toast";
import type {
  BackupsView,
  CallbackSetupView,
  ChosenFile,
  FileToOpen,
  FileToSave,
  JournalSettingsView,
  KeyView,
  PayrollLine,
  ProviderPreset,
  SavedFile,
  SessionView,
  SettingsView,
  TotalComparison,
  UpdatesView,
} from "../ipc";
import { PrintProvider } from "../features/track/documents/print/PrintProvider";
import { IntakeProvider } from "../session/intake";
import { NavigationProvider } from "../navigation";
import { screenLoader } from "../screens";
import { queryClient } from "../query";
import type { Screen } from "../screen";

/** A file chosen by the user, as the desk returns it: without its folder. */
export const chosen = (name: string): ChosenFile => ({ handle: `handle of ${name}`, name });

export const practiceSession: SessionView = {
  mode: "practice",
  unlocked: true,
  profileName: "Practice",
  unresolved: 0,
  keychain: "ready",
  appearance: { scheme: "light", density: "comfortable", sidebarFolded: false },
  version: "0.1.0",
  callbackAddress: null,
  hasTray: true,
  offersStartAtLogin: false,
  tokenExpiresAt: null,
  renewsToken: false,
  renewalFailed: null,
  submissionSMax: 180,
  blocked: null,
};

export const liveSession: SessionView = { ...practiceSession, mode: "live", profileName: "Kola Foods" };

export const liveSettings: SettingsView = {
  profile: {
    name: "Kola Foods",
    baseUrl: "https://payouts.example.com",
    tokenPrefix: "",
    senderName: "KOLA FOODS LTD",
    batchSize: 120,
    callbackListen: "",
    callbackPublic: "",
    approver: "Ada Obi",
    connectTimeoutS: 10,
    submitTimeoutS: 180,
    readTimeoutS: 30,
    recipientExtras: false,
    extraFields: [],
    renewal: null,
    chargePath: "card",
    chargeEmailField: "email",
    chargeSendAmount: true,
    chargeRecipient: "wallet",
    chargeRecipientId: "",
    fundingInstructions: "",
    walletCurrency: null,
    wallets: [],
    payoutFees: [],
    setupDone: ["results", "money_in", "trial_payment"],
    lockAfterMin: 15,
    amountChangePct: 30,
    recentDays: 5,
    approvalDays: 7,
    narrationCharsMax: 0,
    overdueAfterMin: 30,
    namesAtOnce: 8,
    payoutStatusPath: "",
    payoutListPath: "",
    sendCallbackCode: false,
    balancePath: "",
    verifyNames: true,
  },
  mode: "live",
  tokenSet: true,
  lockSet: true,
  walletsSet: [],
  renewalKeySet: false,
  renewalSecretSet: false,
  keychain: "ready",
  appearance: liveSession.appearance,
  background: { notifications: "on", startAtLogin: "off" },
  limits: {
    batchSize: { least: 1, most: 500 },
    connectTimeoutS: { least: 1, most: 120 },
    submitTimeoutS: { least: 30, most: 900 },
    readTimeoutS: { least: 5, most: 300 },
    lockAfterMin: { least: 0, most: 480 },
    amountChangePct: { least: 0, most: 1000 },
    recentDays: { least: 0, most: 60 },
    approvalDays: { least: 1, most: 60 },
    narrationCharsMax: { least: 0, most: 100 },
    overdueAfterMin: { least: 5, most: 10_080 },
    namesAtOnce: { least: 1, most: 32 },
  },
  extraRoots: [],
  version: "0.1.0",
  hasThirdPartyNotices: true,
  ledgerPath: "/home/ada/paysheet/ledger.db",
};

export const octoberSalaries: PayrollLine = {
  id: 7,
  name: "October salaries",
  period: "2026-10",
  fileName: "october.xlsx",
  state: "closed",
  people: 311,
  banks: 13,
  totals: [{ count: 311, sum: "44780150.00", currency: "NGN" }],
  outcomes: [],
  month: "2026-10",
  paidInMonth: [{ count: 311, sum: "44780150.00", currency: "NGN" }],
  createdAt: "2026-10-29T08:00:00Z",
  approvedAt: "2026-10-29T09:00:00Z",
  approvedBy: "Ada Obi",
  damagedAt: null,
  paysAgain: [],
  paidAgainIn: [],
};

export const profileKey: KeyView = {
  state: "in_use",
  fingerprint: "33b5 b2ab 392f e921",
  imported: false,
  backedUpAt: "2026-11-01T08:00:00Z",
  passphraseCharsMin: 12,
  sheetLines: 7,
};

/** The desk's defaults. */
export const providerPresets: [ProviderPreset, ProviderPreset] = [
  {
    id: "keys",
    settings: {
      tokenPrefix: "",
      renewal: { path: "v1/merchant/verify", keyField: "apiKey", secretField: "secret", tokenAt: "token" },
      recipientExtras: true,
      chargePath: "card",
      payoutStatusPath: "v1/disburse/status",
      payoutListPath: "v1/report/transactions",
      sendCallbackCode: true,
      balancePath: "v1/wallet",
    },
  },
  {
    id: "token",
    settings: {
      tokenPrefix: "",
      renewal: null,
      recipientExtras: false,
      chargePath: "card",
      payoutStatusPath: "",
      payoutListPath: "",
      sendCallbackCode: false,
      balancePath: "",
    },
  },
];

export const noCallbacks: CallbackSetupView = {
  port: null,
  portDefault: 8790,
  forwardTo: null,
  pathEnd: null,
  isUnguessable: false,
  isListening: false,
  lastArrivedAt: null,
};

export const noBackups: BackupsView = {
  folder: "/home/ada/paysheet/backups",
  isDefaultFolder: true,
  entries: [],
  failed: null,
  failedAt: null,
};

/** A program that looks for updates and has found none. */
export const noUpdates: UpdatesView = {
  search: "on",
  release: null,
  asks: false,
  progress: { kind: "idle" },
  failure: null,
  busy: null,
  lookedAt: null,
};

/** The texts copied from now on, in order. */
export function copiedTexts(): string[] {
  const texts: string[] = [];
  document.execCommand = () => {
    texts.push((document.activeElement as HTMLTextAreaElement).value);
    return true;
  };
  return texts;
}

/** The mocked results, by command. */
export type Answers = Record<string, (input: Record<string, unknown>) => unknown>;

/** The user chooses this file, or cancels, in the dialog for this kind. */
export const opens = (kind: FileToOpen, name: string | null): Answers => ({
  choose_file: ({ file }) => {
    if (file !== kind) throw new Error(`asked for ${String(file)}, not for ${kind}`);
    return name === null ? null : chosen(name);
  },
});

/** The user chooses this name, or cancels, when a file of this kind is saved. */
export const saves = (kind: FileToSave["kind"], name: string | null, more: Partial<SavedFile> = {}): Answers => {
  const check = (file: unknown) => {
    const asked = (file as FileToSave).kind;
    if (asked !== kind) throw new Error(`asked for ${asked}, not for ${kind}`);
  };
  return {
    choose_destination: ({ file }) => {
      check(file);
      return name === null ? null : chosen(name);
    },
    save_file: ({ file }): SavedFile => {
      check(file);
      if (name === null) throw new Error("saved without a place");
      return { file: chosen(name), madeAnewFrom: null, booked: null, ...more };
    },
  };
};

/** The calls to the desk, in order. */
export type Asked = { command: string; input: Record<string, unknown> };

type Change = { kind: string } & Record<string, unknown>;

const kindOf = (change: unknown): string => (typeof change === "string" ? change : (change as Change).kind);

type AnswersByKind = Record<string, (change: Change, input: Record<string, unknown>) => unknown>;

/** Mocks a command that makes changes, by the kind of its change; another command by the kind of this argument. */
export const byKind =
  (answers: AnswersByKind, argument = "change") =>
  (input: Record<string, unknown>): unknown => {
    const change = input[argument];
    const kind = kindOf(change);
    const answer = answers[kind];
    if (!answer) throw new Error(`the test's desk has no answer to ${kind}`);
    return answer(change as Change, input);
  };

/** The calls of a command that makes changes, by the kind of its change. */
export const changed = (asked: readonly Asked[], command: string, kind: string) =>
  asked
    .filter(({ command: name }) => name === command)
    .map(({ input }) => input as { change: Change } & Record<string, unknown>)
    .filter(({ change }) => kindOf(change) === kind);

const digits = (text: string) => text.replace(/^\D+/, "").replaceAll(",", "");

/** Mocks the desk's comparison, whose rules have tests of their own: differing digits, or none. */
function comparison(typed: string, sum: string): TotalComparison {
  const [given, expected] = [digits(typed), sum];
  if (given === "") return { kind: "empty" };
  if (given === expected || `${given}.00` === expected) return { kind: "same" };
  if (expected.startsWith(given)) return { kind: "typing" };
  const [a, b] = [given.replace(".", ""), expected.replace(".", "")];
  const at = [...b].findIndex((digit, place) => digit !== a[place]);
  return { kind: "digit", at: at + 1, typed: a[at] ?? "", expected: b[at] ?? "" };
}

/** A desk for one test: unknown commands fail, thrown values become the desk's errors. */
const noJournal: JournalSettingsView = {
  settings: {
    preset: "plain",
    detail: "account",
    accounts: { payable: "", bank: "", returned: "", fees: "", taxRate: "" },
  },
  presets: [],
};

export function desk(answers: Answers, options?: { shouldMockEvents: boolean }): Asked[] {
  const asked: Asked[] = [];
  queryClient.clear();
  const all: Answers = {
    session: () => practiceSession,
    payrolls: () => [],
    shortfall: () => [],
    unresolved: () => [],
    changed_file: () => null,
    take_open_with_file: () => null,
    unknown_reports: () => ({ total: 0, references: 0, unreadable: 0, isFull: false, newest: [] }),
    layouts: () => [],
    bank_spellings: () => [],
    provider_presets: () => providerPresets,
    profile_key: () => profileKey,
    backups: () => noBackups,
    journal_settings: () => noJournal,
    search: () => [],
    callback_setup: () => noCallbacks,
    sending_block: () => null,
    updates: () => noUpdates,
    compare_total: ({ typed, sum }) => comparison(String(typed), String(sum)),
    ...answers,
  };
  mockIPC((command, input) => {
    if (command.startsWith("plugin:")) return 1;
    const known = input as Record<string, unknown>;
    // A copy: the window wipes the original afterwards.
    asked.push({ command, input: structuredClone(known) });
    const answer = all[command];
    if (!answer) throw new Error(`the test's desk has no answer to ${command}`);
    return answer(known);
  }, options);
  return asked;
}

export function show(element: ReactNode, first: Screen = { name: "pay" }) {
  return render(
    <ThemeProvider scheme="light">
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <NavigationProvider first={first} screens={screenLoader}>
            <Suspense>
              <IntakeProvider>
                <PrintProvider>{element}</PrintProvider>
              </IntakeProvider>
            </Suspense>
          </NavigationProvider>
        </ToastProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}
