import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { PersonView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import { copiedTexts, desk, liveSession, show } from "../../../test/render";
import { draftOf } from "../../check/fixtures";
import { paymentView } from "../../track/testViews";
import { ada, adasView, keyOf } from "../fixtures";
import PersonScreen from "./Person";

function Where() {
  const { screen: at, go } = useNavigation();
  return (
    <>
      <output data-testid="where">{JSON.stringify(at)}</output>
      <button type="button" data-testid="open" onClick={() => go({ name: "person", person: ada.key })}>
        Open
      </button>
      {at.name === "person" && <PersonScreen key={at.person.account} person={at.person} />}
    </>
  );
}

const where = () => JSON.parse(screen.getByTestId("where").textContent ?? "") as unknown;

function open(view: Partial<PersonView> = {}) {
  const asked = desk({
    session: () => liveSession,
    person: () => ({ ...adasView, ...view }),
    payment: ({ id, reference }) => paymentView(Number(id), String(reference)),
    create_payroll: () => 31,
    draft_opening: () => ({ draft: draftOf({ id: 31 }), rows: { total: 0, offset: 0, rows: [] }, open: null }),
  });
  show(<Where />, { name: "person", person: ada.key });
  return asked;
}

test("a person has the account, its name at the bank, and what was paid each year, the last first", async () => {
  const asked = open();
  const page = await screen.findByTestId("person-years");
  expect(page.textContent).toMatch(/Paid in 2026₦1,850,000\.0010 payments2025.*1 payment₦180,000\.00/);
  expect(screen.getByTestId("person-holder").textContent).toMatch(/OBI ADA NGOZIChecked .*2026/);
  for (const text of ["Guaranty Trust Bank", "Nigeria"]) expect(screen.getByText(text)).toBeTruthy();
  expect(asked).toContainEqual({ command: "person", input: { key: ada.key } });
});

test("a bank that was never asked is not said to agree", async () => {
  open({ holder: null, holderAskedAt: null, years: [], person: { ...ada, firstPaidAt: null, lastPaidAt: null } });
  expect((await screen.findByTestId("person-holder")).textContent).toContain("Not verified");
  expect(screen.getByText("Nothing paid yet")).toBeTruthy();
  expect(screen.getAllByText("None yet")).toHaveLength(2);
});

test("a bank that gave no name is not one that was not asked", async () => {
  open({ holder: null });
  expect((await screen.findByTestId("person-holder")).textContent).toMatch(/No name from the bankChecked .*2026/);
});

test("each payment stands with its state and opens in place, also by the keyboard", async () => {
  const asked = open();
  const user = userEvent.setup();
  const [newest, older] = [
    await screen.findByTestId("person-payment-0"),
    await screen.findByTestId("person-payment-1"),
  ];
  for (const text of ["October salaries", "185,000.00", "Paid", "REFOCTOBER", "October 2026 salary"])
    expect(newest.textContent).toContain(text);
  for (const text of ["Reversed", "as Ada N. Obi", "EMP-17"]) expect(older.textContent).toContain(text);
  await user.click(within(older).getByText("September salaries"));
  expect((await screen.findByTestId("payment")).textContent).toContain("REFSEPTEMBER");
  expect(asked).toContainEqual({ command: "payment", input: { id: 5, reference: "REFSEPTEMBER" } });
  expect(where()).toEqual({ name: "person", person: ada.key });
  // The person's page lists the other payments already.
  expect(screen.queryByTestId("payment-person")).toBeNull();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByTestId("payment")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(older));
  await user.keyboard("{ArrowUp}{Enter}");
  await user.click(await screen.findByTestId("payment-open-payroll"));
  expect(where()).toEqual({ name: "track", id: 7, payment: "REFOCTOBER" });
});

test("the file’s own references have a column only where there are any", async () => {
  open({ payments: adasView.payments.slice(0, 1) });
  await screen.findByTestId("person-payment-0");
  expect(screen.queryByText("Your reference")).toBeNull();
});

test("a reference and the account are copied, and nothing is opened by that", async () => {
  const copied = copiedTexts();
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("person-copy-0"));
  await user.click(screen.getByTestId("person-copy-account"));
  expect(copied).toEqual(["REFOCTOBER", "0123456789"]);
  expect(where()).toEqual({ name: "person", person: ada.key });
});

test("another account of the same name opens in its place; the way back leads to People", async () => {
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("person-other-NGN-058-9876543210"));
  expect(where()).toEqual({ name: "person", person: keyOf("9876543210") });
  await user.click(await screen.findByTestId("person-back"));
  expect(where()).toEqual({ name: "people" });
});

test("back goes to the people as they were left", async () => {
  desk({ session: () => liveSession, person: () => adasView });
  show(<Where />, { name: "people", text: "obi" });
  const user = userEvent.setup();
  await user.click(screen.getByTestId("open"));
  await user.click(await screen.findByTestId("person-back"));
  expect(where()).toEqual({ name: "people", text: "obi" });
});

test("an amount that was not paid is not called the last one paid", async () => {
  open({ person: { ...ada, lastStatus: "Failed" } });
  await userEvent.setup().click(await screen.findByTestId("person-pay"));
  expect(await screen.findByText("Start with the amount last paid")).toBeTruthy();
});

test("this person alone is paid, by a payroll of its own", async () => {
  const asked = open();
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("person-pay"));
  await screen.findByText("Pay Ada Obi");
  expect(screen.getByText("Start with the amount last paid, ₦185,000.00")).toBeTruthy();
  await user.click(await screen.findByTestId("pay-people-last_paid"));
  await user.click(screen.getByTestId("confirm"));
  await waitFor(() => expect(where()).toEqual({ name: "check", id: 31 }));
  expect(asked).toContainEqual({
    command: "create_payroll",
    input: { source: { kind: "people", people: [ada.key], amounts: "last_paid" } },
  });
});
