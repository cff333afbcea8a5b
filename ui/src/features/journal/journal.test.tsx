import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import type {
  EarlierJournals,
  JournalAccounts,
  JournalCurrency,
  JournalPresetView,
  JournalSettings,
  JournalView,
} from "../../ipc";
import { formatDay } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { chosen, desk, liveSession, saves, show } from "../../test/render";
import { JournalExport } from "./JournalExport";

const usual: JournalAccounts = { payable: "803", bank: "090", returned: "", fees: "404", taxRate: "Tax Exempt" };
const preset = (name: JournalPresetView["preset"]): JournalPresetView => ({
  preset: name,
  usual,
  used: usual,
  linesMax: null,
});
const settings: JournalSettings = {
  preset: "xero",
  detail: "person",
  accounts: { payable: "", bank: "", returned: "", fees: "", taxRate: "" },
};
const naira: JournalCurrency = {
  currency: "NGN",
  paid: { count: 3, sum: "3003.00", currency: "NGN" },
  reversed: { count: 1, sum: "1002.00", currency: "NGN" },
  fees: { count: 0, sum: "0.00", currency: "NGN" },
  leftOut: [
    { status: "InProgress", total: { count: 5, sum: "5010.00", currency: "NGN" } },
    { status: "Failed", total: { count: 1, sum: "1003.00", currency: "NGN" } },
  ],
  linesByAccount: 4,
  linesByPerson: 6,
};
const view: JournalView = {
  settings,
  presets: [preset("plain"), preset("xero")],
  currencies: [naira],
  earlier: [],
  date: "2026-11-30",
};

const earlier: EarlierJournals = {
  preset: "xero",
  currency: "NGN",
  savedAt: "2026-11-28T10:00:00Z",
  new: { ...naira, paid: { count: 2, sum: "2001.00", currency: "NGN" }, reversed: { ...naira.reversed, count: 0 } },
  outdated: 0,
};

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{"section" in at ? at.section : at.name}</output>;
}

async function open(answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({ session: () => liveSession, journal: () => view, ...answers });
  show(
    <>
      <JournalExport id={5} />
      <Where />
    </>,
    { name: "track", id: 5 },
  );
  const user = userEvent.setup();
  await user.click(screen.getByTestId("journal-open"));
  await screen.findByTestId("journal");
  return { asked, user };
}

const calls = (asked: ReturnType<typeof desk>, name: string) => asked.filter(({ command }) => command === name);

describe("the journal", () => {
  test("opens with what was chosen last, and says what is booked on which accounts", async () => {
    await open();
    expect(screen.getByTestId<HTMLSelectElement>("journal-preset").value).toBe("xero");
    expect(screen.getByTestId<HTMLInputElement>("journal-detail-person").checked).toBe(true);
    expect(screen.getByTestId<HTMLInputElement>("journal-date").value).toBe("2026-11-30");
    expect(screen.getByText(formatDay("2026-11-30T12:00"))).toBeTruthy();
    const { textContent } = screen.getByTestId("journal-summary");
    expect(textContent).toContain("3 people recorded as paid");
    expect(textContent).toContain("Debit 803, credit 090");
    expect(textContent).toContain("1 payment reversed");
    expect(textContent).toContain("Debit 090, credit 803");
    expect(screen.queryByTestId("journal-currency")).toBeNull();
  });

  test("books the fees of payments, also where nothing else is new", async () => {
    const fees = { count: 3, sum: "32.25", currency: "NGN" as const };
    const none = { count: 0, sum: "0.00", currency: "NGN" as const };
    await open({ journal: () => ({ ...view, currencies: [{ ...naira, paid: none, reversed: none, fees }] }) });
    expect(screen.getByTestId("journal-fees").textContent).toContain("Debit 404, credit 090");
    expect(screen.getByTestId("journal-summary").textContent).toContain("Fees of 3 payments");
    expect(screen.getByTestId<HTMLButtonElement>("journal-save").disabled).toBe(false);
  });

  test("says how many people are not booked, and that more may follow", async () => {
    await open();
    const { textContent } = screen.getByTestId("journal-left-out");
    expect(textContent).toContain("6 people are not booked.");
    // Independent of whether the payroll was closed.
    expect(textContent).toContain("5 without a result: ₦5,010.00");
    expect(textContent).toContain("save the journal again");
  });

  test("promises nothing more where every result is in", async () => {
    const leftOut = naira.leftOut.filter(({ status }) => status === "Failed");
    await open({ journal: () => ({ ...view, currencies: [{ ...naira, leftOut }] }) });
    expect(screen.getByTestId("journal-left-out").textContent).not.toContain("save the journal again");
  });

  test("is saved as chosen, where the user says", async () => {
    const { asked, user } = await open({
      ...saves("journal", "journal.csv", { booked: naira }),
    });
    await user.selectOptions(screen.getByTestId("journal-preset"), "plain");
    await user.click(screen.getByTestId("journal-detail-account"));
    fireEvent.change(screen.getByTestId("journal-date"), { target: { value: "2026-12-01" } });
    await user.click(screen.getByTestId("journal-save"));
    await waitFor(() => expect(calls(asked, "save_file")).toHaveLength(1));
    expect(calls(asked, "save_file")[0]).toMatchObject({
      input: {
        handle: chosen("journal.csv").handle,
        file: {
          payroll: 5,
          options: { preset: "plain", detail: "account", scope: "everything", currency: "NGN", date: "2026-12-01" },
        },
      },
    });
    expect(await screen.findByText(/6 people are not booked/)).toBeTruthy();
  });

  test("proposes only what is new since an earlier one for the same program", async () => {
    const { asked, user } = await open({
      journal: () => ({ ...view, earlier: [earlier] }),
      ...saves("journal", "journal.csv", { booked: earlier.new }),
    });
    expect(screen.getByTestId<HTMLInputElement>("journal-scope-new").checked).toBe(true);
    expect(screen.getByTestId("journal-scope").textContent).toContain("2 payments and reversals");
    expect(screen.getByTestId("journal-summary").textContent).toContain("2 people recorded as paid");
    await user.click(screen.getByTestId("journal-scope-everything"));
    expect(screen.getByTestId("journal-summary").textContent).toContain("3 people recorded as paid");
    // Another program has no earlier journal.
    await user.selectOptions(screen.getByTestId("journal-preset"), "plain");
    expect(screen.queryByTestId("journal-scope")).toBeNull();
    await user.selectOptions(screen.getByTestId("journal-preset"), "xero");
    await user.click(screen.getByTestId("journal-save"));
    await waitFor(() => expect(calls(asked, "save_file")).toHaveLength(1));
    expect(calls(asked, "save_file")[0]).toMatchObject({
      input: { file: { options: { preset: "xero", scope: "new" } } },
    });
  });

  test("can be saved if only payments came back since", async () => {
    const paid = { ...naira.paid, count: 0, sum: "0.00" };
    await open({ journal: () => ({ ...view, earlier: [{ ...earlier, new: { ...naira, paid } }] }) });
    expect(screen.getByTestId("journal-scope").textContent).toContain("1 payment or reversal");
    expect(screen.getByTestId<HTMLButtonElement>("journal-save").disabled).toBe(false);
  });

  test("proposes nothing where nothing is new: all payments again have to be chosen", async () => {
    const none = { ...naira.paid, count: 0, sum: "0.00" };
    const nothing = { ...earlier, new: { ...naira, paid: none, reversed: none } };
    const { user } = await open({ journal: () => ({ ...view, earlier: [nothing] }) });
    expect(screen.getByTestId("journal-scope").textContent).toContain("nothing");
    expect(screen.getByTestId<HTMLButtonElement>("journal-save").disabled).toBe(true);
    expect(screen.getByTestId("journal-empty").textContent).toBe("Nothing is new: there is nothing to save.");
    await user.click(screen.getByTestId("journal-scope-everything"));
    expect(screen.getByTestId<HTMLButtonElement>("journal-save").disabled).toBe(false);
  });

  test("adds nothing to earlier ones that are no longer right", async () => {
    await open({ journal: () => ({ ...view, earlier: [{ ...earlier, outdated: 1 }] }) });
    expect(screen.getByTestId<HTMLInputElement>("journal-scope-new").disabled).toBe(true);
    expect(screen.getByTestId<HTMLInputElement>("journal-scope-everything").checked).toBe(true);
    const { textContent } = screen.getByTestId("journal-scope");
    expect(textContent).toContain("1 payment in an earlier journal is no longer booked correctly");
    expect(textContent).toContain("Delete the entries of earlier journals");
  });

  test("has nobody delete entries that no journal could replace", async () => {
    const paid = { ...naira.paid, count: 0, sum: "0.00" };
    const nobody = { ...naira, paid, reversed: paid };
    await open({ journal: () => ({ ...view, currencies: [nobody], earlier: [{ ...earlier, outdated: 1 }] }) });
    expect(screen.getByTestId("journal-outdated").textContent).toContain("Wait for their results");
    expect(screen.getByTestId<HTMLButtonElement>("journal-save").disabled).toBe(true);
  });

  test("cannot be saved while nobody is known to be paid", async () => {
    const paid = { count: 0, sum: "0.00", currency: "NGN" as const };
    await open({ journal: () => ({ ...view, currencies: [{ ...naira, paid, reversed: paid }] }) });
    expect(screen.getByTestId<HTMLButtonElement>("journal-save").disabled).toBe(true);
  });

  test("says what to do where it is too long for the program", async () => {
    const { user } = await open({
      ...saves("journal", "journal.csv"),
      save_file: () => {
        throw { code: "journal_too_long", data: { lines: 301, linesMax: 300 } };
      },
    });
    await user.click(screen.getByTestId("journal-save"));
    expect(await screen.findByText(/Choose one line per account/)).toBeTruthy();
  });

  test("leads to the accounts in Settings", async () => {
    const { user } = await open();
    await user.click(screen.getByTestId("journal-accounts"));
    expect(screen.getByTestId("where").textContent).toBe("journal");
  });
});
