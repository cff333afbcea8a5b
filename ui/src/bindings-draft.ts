// Stands in for the generated bindings until they land; nobody imports it but ipc.ts.
import { invoke } from "@tauri-apps/api/core";

export const commands = {
  session: () => invoke<SessionView>("session"),
  ready: () => invoke<null>("ready"),
  startPractice: () => invoke<SessionView>("start_practice"),
  leavePractice: () => invoke<SessionView>("leave_practice"),
  connect: (input: ConnectInput) => invoke<SessionView>("connect", { input }),
  unlock: () => invoke<SessionView>("unlock"),
  lock: () => invoke<SessionView>("lock"),
  saveAppearance: (appearance: Appearance) => invoke<null>("save_appearance", { appearance }),
  chooseFile: () => invoke<string | null>("choose_file"),
  openFile: (path: string) => invoke<number>("open_file", { path }),
  openSample: () => invoke<number>("open_sample"),
  payAgain: (payroll: number) => invoke<number>("pay_again", { payroll }),
  discardDraft: (id: number) => invoke<null>("discard_draft", { id }),
  draft: (id: number) => invoke<DraftView>("draft", { id }),
  draftRows: (id: number, filter: RowFilter, offset: number, limit: number) => invoke<RowWindow>("draft_rows", { id, filter, offset, limit }),
  rowDetail: (id: number, position: number) => invoke<RowDetail>("row_detail", { id, position }),
  editCell: (id: number, position: number, field: Field, value: string) => invoke<DraftView>("edit_cell", { id, position, field, value }),
  editAlike: (id: number, position: number, field: Field, value: string) => invoke<DraftView>("edit_alike", { id, position, field, value }),
  acceptSuggestion: (id: number, position: number, code: ProblemCode) => invoke<DraftView>("accept_suggestion", { id, position, code }),
  acceptSuggestionAlike: (id: number, code: ProblemCode) => invoke<DraftView>("accept_suggestion_alike", { id, code }),
  acceptWarning: (id: number, position: number, code: ProblemCode) => invoke<DraftView>("accept_warning", { id, position, code }),
  acceptWarningAlike: (id: number, code: ProblemCode) => invoke<DraftView>("accept_warning_alike", { id, code }),
  exclude: (id: number, positions: number[]) => invoke<DraftView>("exclude", { id, positions }),
  restore: (id: number, positions: number[]) => invoke<DraftView>("restore", { id, positions }),
  undo: (id: number) => invoke<DraftView>("undo", { id }),
  redo: (id: number) => invoke<DraftView>("redo", { id }),
  setDestination: (id: number, country: Country, currency: Currency) => invoke<DraftView>("set_destination", { id, country, currency }),
  checkNames: (id: number) => invoke<null>("check_names", { id }),
  stopNames: (id: number) => invoke<null>("stop_names", { id }),
  banks: (country: Country) => invoke<Bank[]>("banks", { country }),
  review: (id: number, input: ReviewInput | null) => invoke<ReviewView>("review", { id, input }),
  backToCheck: (id: number) => invoke<null>("back_to_check", { id }),
  approveAndPay: (id: number, typedTotal: string) => invoke<null>("approve_and_pay", { id, typedTotal }),
  payroll: (id: number) => invoke<TrackView>("payroll", { id }),
  payouts: (id: number, query: PayoutQuery, offset: number, limit: number) => invoke<PayoutWindow>("payouts", { id, query, offset, limit }),
  continueSending: (id: number) => invoke<null>("continue_sending", { id }),
  chooseExport: (id: number) => invoke<string | null>("choose_export", { id }),
  exportPayroll: (id: number, path: string) => invoke<null>("export_payroll", { id, path }),
  showInFolder: (path: string) => invoke<null>("show_in_folder", { path }),
  payrolls: () => invoke<PayrollLine[]>("payrolls"),
  unresolved: () => invoke<UnresolvedView[]>("unresolved"),
  decideUnknown: (key: number, decision: UnknownDecision, reason: string) => invoke<null>("decide_unknown", { key, decision, reason }),
  sendAgain: (key: number) => invoke<null>("send_again", { key }),
  settings: () => invoke<SettingsView>("settings"),
  saveProfile: (profile: ProfileSettings) => invoke<SettingsView>("save_profile", { profile }),
  replaceSecret: (name: SecretName, value: string) => invoke<SettingsView>("replace_secret", { name, value }),
  forgetSecret: (name: SecretName) => invoke<SettingsView>("forget_secret", { name }),
};

export type PayrollState = "draft" | "frozen" | "approved" | "sending" | "not_sent" | "refused" | "unresolved" | "being_paid" | "closed";

export type StateTotal = {
  state: PayoutState;
  total: Total;
};

export type BatchView = {
  key: number;
  number: number;
  reference: string;
  state: BatchState;
  batchId: string | null;
  total: Total;
  outcomes: StateTotal[];
  attempts: number;
  sentAt: string | null;
  acceptedAt: string | null;
  reason: string | null;
  message: string | null;
  httpStatus: number | null;
};

export type TrackView = {
  id: number;
  name: string;
  period: string;
  state: PayrollState;
  fileName: string;
  senderName: string;
  instantQueue: boolean;
  approvedBy: string | null;
  approvedAt: string | null;
  closedAt: string | null;
  lastOutcomeAt: string | null;
  totals: Total[];
  outcomes: StateTotal[];
  batches: BatchView[];
  excluded: number;
  sending: boolean;
};

export type PayoutView = {
  reference: string;
  batch: number;
  position: number;
  row: number;
  name: string;
  accountNumber: string;
  bankName: string;
  amount: string;
  currency: Currency;
  narration: string;
  state: PayoutState;
  batchState: BatchState;
  code: string | null;
  message: string | null;
  changedAt: string | null;
};

export type PayoutQuery = {
  state: PayoutState | null;
  text: string | null;
  order: PayoutOrder;
};

export type PayoutOrder = "row" | "latest";

export type PayoutWindow = {
  total: number;
  offset: number;
  rows: PayoutView[];
};

export type PayrollLine = {
  id: number;
  name: string;
  period: string;
  fileName: string;
  state: PayrollState;
  people: number;
  banks: number;
  totals: Total[];
  outcomes: StateTotal[];
  createdAt: string;
  approvedAt: string | null;
  approvedBy: string | null;
};

export type UnresolvedView = {
  payroll: number;
  payrollName: string;
  batch: BatchView;
  batches: number;
  bodyBytes: number;
  events: EventView[];
};

export type EventView = {
  at: string;
  kind: string;
  detail: string | null;
};

export type UnknownDecision = "the_service_has_it" | "the_service_does_not_have_it";

export type ReviewInput = {
  name: string;
  period: string;
  senderName: string;
  instantQueue: boolean;
};

export type ReviewView = {
  id: number;
  input: ReviewInput;
  profileName: string;
  approver: string;
  fileName: string;
  countries: Country[];
  totals: Total[];
  largest: Total;
  largestName: string;
  banks: number;
  wallets: number;
  batches: Total[];
  changes: ChangeView[];
  decisions: DecisionView[];
};

export type ChangeView = {
  kind: ChangeKind;
  field: Field;
  from: string | null;
  to: string | null;
  rows: number[];
};

export type ChangeKind = "zero_added" | "bank_chosen" | "edited";

export type DecisionView = {
  accepted: ProblemCode | null;
  name: string | null;
  sum: Total | null;
  rows: number[];
};

export type Mode = "welcome" | "practice" | "live";

export type KeychainState = "ready" | "locked" | "absent";

export type Scheme = "system" | "light" | "dark";

export type Density = "comfortable" | "compact";

export type Appearance = {
  scheme: Scheme;
  density: Density;
  railFolded: boolean;
};

export type SessionView = {
  mode: Mode;
  unlocked: boolean;
  profileName: string;
  unresolved: number;
  keychain: KeychainState;
  appearance: Appearance;
  version: string;
  callbackAddress: string | null;
};

export type ConnectInput = {
  profileName: string;
  baseUrl: string;
  senderName: string;
  token: string;
  lock: string;
};

export type SettingsView = {
  profile: ProfileSettings;
  mode: Mode;
  tokenSet: boolean;
  lockSet: boolean;
  keychain: KeychainState;
  appearance: Appearance;
  batchSizeMax: number;
  version: string;
  ledgerPath: string;
};

export type ProfileSettings = {
  name: string;
  baseUrl: string;
  tokenPrefix: string;
  senderName: string;
  batchSize: number;
  callbackListen: string;
  approver: string;
};

export type SecretName = "token" | "lock";

export type RowState = "ready" | "to_fix" | "to_decide" | "excluded";

export type DraftView = {
  id: number;
  name: string;
  period: string;
  fileName: string;
  sheet: string;
  country: Country;
  currency: Currency;
  rows: number;
  payable: Total[];
  toFix: number;
  toDecide: number;
  excluded: number;
  edited: number;
  accepted: number;
  problems: ProblemCount[];
  banks: BankTotal[];
  skipped: SkippedRow[];
  fileProblems: ProblemView[];
  canUndo: boolean;
  canRedo: boolean;
  names: NamesCheck;
  sameRunAs: number | null;
};

export type NamesCheck = {
  available: boolean;
  running: boolean;
  done: number;
  total: number;
};

export type ProblemCount = {
  code: ProblemCode;
  severity: Severity;
  count: number;
};

export type BankTotal = {
  bankCode: string;
  bankName: string;
  total: Total;
};

export type SkippedRow = {
  row: number;
  reason: string;
  text: string;
};

export type ProblemView = {
  code: ProblemCode;
  severity: Severity;
  field: Field | null;
  cell: string | null;
  value: string | null;
  suggestion: string | null;
  suggestionLabel: string | null;
  rows: number[];
  accepted: boolean;
};

export type HolderView =
  | { kind: "not_asked" }
  | { kind: "matches"; holder: string }
  | { kind: "differs"; holder: string }
  | { kind: "not_found" };

export type RowView = {
  position: number;
  row: number;
  name: string;
  accountNumber: string;
  bankCode: string | null;
  bankName: string;
  amount: string | null;
  amountText: string;
  currency: Currency;
  country: Country;
  narration: string;
  holder: HolderView;
  state: RowState;
  edited: Field[];
  problems: ProblemView[];
};

export type RowFilter = {
  problem: ProblemCode | null;
  group: RowGroup | null;
  text: string | null;
};

export type RowGroup = "to_fix" | "to_decide" | "open" | "excluded" | "edited" | "accepted";

export type RowWindow = {
  total: number;
  offset: number;
  rows: RowView[];
};

export type RowDetail = {
  row: RowView;
  fileValues: FileValue[];
  alike: ProblemCount[];
  place: number | null;
  openRows: number;
  previousOpen: number | null;
  nextOpen: number | null;
  lastPaidAt: string | null;
  lastPaidPayroll: string | null;
};

export type FileValue = {
  field: Field;
  cell: string | null;
  value: string;
};

export type Severity = "error" | "warning" | "note";

export type ProblemCode = "account_number_missing" | "account_number_zero_lost" | "account_number_digits_lost" | "account_number_invalid" | "account_number_check_digit" | "account_number_local_form" | "amount_missing" | "amount_invalid" | "amount_not_positive" | "amount_too_precise" | "amount_too_large" | "amount_ambiguous" | "amount_formula_without_value" | "bank_missing" | "bank_unknown" | "bank_ambiguous" | "bank_conflict" | "branch_missing" | "name_missing" | "name_mixed_script" | "name_differs" | "account_not_found" | "currency_unknown" | "currency_mixed" | "country_unknown" | "duplicate_account" | "duplicate_payment" | "name_with_two_accounts" | "text_bidi_control" | "text_too_long" | "hidden_sheets" | "hidden_rows" | "hidden_columns" | "filtered_rows" | "encoding_guessed" | "column_missing" | "column_ambiguous" | "row_ragged";

export type Problem = {
  code: ProblemCode;
  severity: Severity;
  field: Field | null;
  value: string | null;
  suggestion: string | null;
  rows: number[];
};

export type BatchState = "Draft" | "Frozen" | "Approved" | "Intent" | "NotSent" | "NotAccepted" | "Accepted" | "Unknown" | "Settling" | "Closed";

export type PayoutState = "Planned" | "Sent" | "Paid" | "Failed" | "Overdue" | "Reversed" | "Conflict";

export type Field = "name" | "account_number" | "bank_name" | "bank_code" | "branch_code" | "branch_name" | "amount" | "currency" | "country" | "narration" | "reference" | "employee_id" | "pay_date";

export type Country = "NG" | "KE" | "GH" | "TZ" | "UG" | "ZA" | "RW" | "SL" | "CM" | "SN" | "BN" | "CD";

export type Currency = "NGN" | "KES" | "GHS" | "TZS" | "UGX" | "ZAR" | "RWF" | "SLL" | "XAF" | "XOF";

export type Total = {
  count: number;
  sum: string;
  currency: Currency;
};

export type BankKind = "bank" | "mobile_money";

export type Bank = {
  code: string;
  name: string;
  kind: BankKind;
  country: Country;
};

export type ErrorCode = "file_empty" | "file_not_a_spreadsheet" | "file_encrypted" | "file_corrupt" | "file_too_large" | "file_too_many_rows" | "file_too_many_columns" | "file_inflates_too_much" | "no_table_found" | "file_unreadable" | "keychain_absent" | "keychain_locked" | "keychain_refused" | "locked" | "secret_missing" | "address_invalid" | "no_connection" | "token_refused" | "wrong_lock" | "service_refused" | "service_unclear" | "draft_has_problems" | "nothing_to_pay" | "total_differs" | "already_paid" | "wrong_state" | "sending_goes_on" | "value_invalid" | "listener_unavailable" | "ledger_unavailable" | "disk_full" | "not_found" | "unexpected";

export type AppError = { code: ErrorCode; data: Record<string, string> };

export type DeskEvent =
  | { kind: "session_changed" }
  | { kind: "draft_changed"; id: number }
  | { kind: "names_progress"; id: number; done: number; total: number }
  | { kind: "payroll_changed"; id: number };
