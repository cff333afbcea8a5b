import { describe, expect, it } from "vitest";

import { i18next } from "../../../i18n";
import { en } from "../../../locales/en";
import type { Field, ProblemCode, ProblemView, RowView } from "../../../ipc";
import { columnOf, fileProblemText, openProblems, problemWords, rowsNamed, zerosAdded } from "./problems";
import type { Words } from "../words";

const t = i18next.getFixedT("en", ["check", "problems", "approve", "states"]) as Words;

/** Every code of the desk; a new one has no texts until it is here and in the catalogue. */
const FIELDS = {
  account_number_missing: "account_number",
  account_number_zero_lost: "account_number",
  account_number_digits_lost: "account_number",
  account_number_invalid: "account_number",
  account_number_check_digit: "account_number",
  account_number_local_form: "account_number",
  account_number_mobile: "account_number",
  account_number_placeholder: "account_number",
  amount_missing: "amount",
  amount_invalid: "amount",
  amount_not_positive: "amount",
  amount_too_precise: "amount",
  amount_too_large: "amount",
  amount_ambiguous: "amount",
  amount_above_limit: "amount",
  amount_formula_without_value: "amount",
  amount_in_thousands: "amount",
  bank_missing: "bank_name",
  bank_unknown: "bank_name",
  bank_taken_over: "bank_name",
  bank_ambiguous: "bank_name",
  bank_conflict: "bank_code",
  bank_as_confirmed: "bank_name",
  branch_missing: "branch_code",
  branch_unknown: "branch_name",
  extra_field_missing: "employee_id",
  name_missing: "name",
  name_mixed_script: "name",
  name_differs: "name",
  account_not_found: "account_number",
  name_close: "name",
  holder_changed: "account_number",
  currency_unknown: "currency",
  currency_mixed: "currency",
  country_unknown: "country",
  duplicate_account: "account_number",
  duplicate_payment: "account_number",
  name_with_two_accounts: "name",
  account_changed: "account_number",
  text_bidi_control: "name",
  text_too_long: "narration",
  hidden_sheets: null,
  hidden_sheet_read: null,
  hidden_rows: null,
  hidden_columns: null,
  filtered_rows: null,
  encoding_guessed: null,
  column_missing: null,
  column_ambiguous: null,
  row_ragged: null,
  file_says_not_to_pay: null,
  row_marked_filled: null,
  row_marked_comment: null,
  refused_by_service: null,
} as const satisfies Record<ProblemCode, Field | null>;
const CODES = Object.keys(FIELDS) as ProblemCode[];
/** Problems of the file and of each affected row. */
const OF_BOTH: ProblemCode[] = ["hidden_rows", "filtered_rows"];
const OF_FILE: ProblemCode[] = [
  "hidden_sheets",
  "hidden_sheet_read",
  "hidden_rows",
  "hidden_columns",
  "filtered_rows",
  "encoding_guessed",
  "column_missing",
  "column_ambiguous",
];

function problem(code: ProblemCode, change: Partial<ProblemView> = {}): ProblemView {
  const none = {
    cell: null,
    value: null,
    suggestion: null,
    suggestionLabel: null,
    since: null,
    rows: [],
    accepted: false,
    reason: null,
  };
  return { code, severity: "error", field: FIELDS[code], ...none, ...change };
}

function row(change: Partial<RowView> = {}): RowView {
  return {
    position: 12,
    row: 17,
    name: "Emeka Obi",
    accountNumber: "123456789",
    bankCode: "214",
    bankName: "FCMB",
    amount: "125000.50",
    amountText: "125000.5",
    currency: "NGN",
    country: "NG",
    narration: "November salary",
    reference: "",
    holder: { kind: "differs", holder: "OBI EMEKA PATRICK" },
    state: "to_fix",
    edited: [],
    problems: [],
    ...change,
  };
}

describe("words of problems", () => {
  it("has a short word, a chip, a title and an explanation for every code, and no other", () => {
    expect(Object.keys(en.problems).toSorted()).toEqual(CODES.toSorted());
    for (const words of Object.values(en.problems)) {
      expect(words).toMatchObject({ short: expect.any(String), chip: expect.any(String), title: expect.any(String) });
    }
  });

  const VALUES: Partial<ProblemView>[] = [
    { value: "123456789", suggestion: "0123456789", suggestionLabel: "Keystone Bank", rows: [11, 27] },
    { value: "7", suggestion: "254712345678", rows: [3] },
    { value: "", rows: [] },
    { value: null },
    { value: "see note", field: "bank_code" },
  ];

  it.each(CODES.filter((code) => !OF_FILE.includes(code) || OF_BOTH.includes(code)))(
    "%s says whole sentences, whatever its values",
    (code) => {
      for (const values of VALUES) {
        for (const nobody of [
          row(),
          row({ name: "", accountNumber: "", bankName: "", amount: null, amountText: "" }),
        ]) {
          const hasFix = "fix" in en.problems[code];
          const words = problemWords(t, problem(code, { ...values, ...(hasFix ? {} : { suggestion: null }) }), nobody);
          for (const text of Object.values(words).filter((said) => said !== undefined)) {
            expect(text).not.toMatch(/\{\{|undefined|problems:|^\w+\.\w+$/);
            expect(text).not.toBe("");
          }
          expect(words.text).toMatch(/[.:]$/);
        }
      }
    },
  );

  it.each(OF_FILE)("%s of the file is one sentence with and without a figure", (code) => {
    expect(fileProblemText(t, problem(code, { value: "3" }))).toMatch(/^(?=.*3)[A-Z3].*\.$/);
    expect(fileProblemText(t, problem(code))).toMatch(/^[A-Z][^{]*\.$/);
  });

  it("names the lost zero and what the number is with it", () => {
    const lost = problem("account_number_zero_lost", { value: "123456789", suggestion: "0123456789" });
    expect(problemWords(t, lost, row())).toEqual({
      short: "Lost zero",
      title: "A leading zero is lost",
      text: "Nigerian accounts have 10 digits. This cell has a number of 9: spreadsheets drop zeros at the start of a number.",
      fix: "Add the lost zero: 0123456789",
    });
    const two = problem("account_number_zero_lost", { value: "12345678", suggestion: "0012345678" });
    expect(problemWords(t, two, row()).fix).toBe("Add the lost zeros: 0012345678");
  });

  it("does not call a calling code a zero", () => {
    const mobile = problem("account_number_zero_lost", { value: "712345678", suggestion: "254712345678" });
    expect(zerosAdded(mobile)).toBe(0);
    expect(problemWords(t, mobile, row({ country: "KE" })).fix).toBe("Use 254712345678");
  });

  it("names the holder when the account was last paid, and the one it has now", () => {
    const { text } = problemWords(t, { ...problem("holder_changed"), value: "OBI ADA" }, row());
    expect(text).toContain("belongs to OBI EMEKA PATRICK. When it was last paid, it belonged to OBI ADA.");
  });

  it("names who the bank says it is, and rounds nothing by itself", () => {
    expect(problemWords(t, problem("name_differs"), row()).text).toContain("OBI EMEKA PATRICK");
    const precise = problem("amount_too_precise", { value: "1000.125", suggestion: "1000.13" });
    expect(problemWords(t, precise, row()).fix).toBe("Round to ₦1,000.13");
    expect(problemWords(t, precise, row({ currency: "XOF" })).text).toContain("XOF has no decimals");
  });

  it.each(OF_BOTH)("says of a row with %s what it means for the money", (code) => {
    const words = problemWords(t, problem(code, { severity: "warning" }), row());
    expect(words.title).toMatch(/hides this row$/);
    expect(words.text).toMatch(/hides this row\. Pay this person only if that is intended/);
    expect(columnOf(problem(code))).toBe("state");
  });

  it("says since when another bank has the accounts, and whom a wallet pays without a name", () => {
    const taken = problem("bank_taken_over", {
      value: "Skye Bank",
      suggestion: "076",
      suggestionLabel: "Polaris Bank",
      since: 2018,
    });
    expect(problemWords(t, taken, row()).text).toMatch(/^“Skye Bank” .*Polaris Bank has had its accounts since 2018/);
    const wallet = row({ name: "", accountNumber: "254712345678", bankName: "M-PESA" });
    expect(problemWords(t, problem("name_missing", { severity: "warning" }), wallet).text).toContain(
      "M-PESA pays whoever has the number 254712345678",
    );
    expect(problemWords(t, problem("name_missing"), wallet).text).toContain("Enter the name on the account");
  });

  it("shortens a long list of rows", () => {
    expect(rowsNamed(t, [1, 2, 3])).toBe("1, 2, 3");
    expect(rowsNamed(t, [1, 2, 3, 4, 5, 6, 7, 8])).toBe("1, 2, 3, 4, 5, 6 and 2 more");
  });
});

describe("open problems", () => {
  const warning = problem("duplicate_account", { severity: "warning" });
  const error = problem("bank_unknown");

  it("puts what stops the payment first, and leaves out what was accepted", () => {
    expect(openProblems(row({ problems: [warning, error] }))).toEqual([error, warning]);
    expect(openProblems(row({ problems: [{ ...warning, accepted: true }] }))).toEqual([]);
    expect(openProblems(row({ state: "excluded", problems: [error] }))).toEqual([]);
    expect(openProblems(row({ problems: [problem("account_number_local_form", { severity: "note" })] }))).toEqual([]);
  });

  it("shows each at its column", () => {
    expect(columnOf(error)).toBe("bank_name");
    expect(columnOf(problem("bank_conflict"))).toBe("bank_name");
    expect(columnOf(problem("name_differs"))).toBe("holder");
    expect(columnOf(problem("name_close"))).toBe("holder");
    expect(columnOf(problem("name_differs"), false)).toBe("name");
    expect(columnOf(problem("row_ragged"))).toBe("state");
    expect(columnOf(problem("currency_unknown"))).toBe("amount");
  });
});
