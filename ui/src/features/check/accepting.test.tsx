/** Accepting warnings: each with its own reason, and none by a key that is held down. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { RowView } from "../../ipc";
import { type Answers, byKind, desk, show } from "../../test/render";
import { type ChangeAnswers, changeDraft, changesOf, draftOf, problemOf, rowOf } from "./fixtures";
import { forgetReasons } from "./panel/reasons";
import CheckScreen from ".";

const USUAL = "New account confirmed by phone";

const changed = (position: number, name: string): RowView =>
  rowOf(position, {
    name,
    state: "to_decide",
    problems: [problemOf({ code: "account_changed", severity: "warning", value: "0100000000" })],
  });

/** Three people whose accounts changed since they were last paid. */
function open(answers: Answers = {}, changes: ChangeAnswers = {}) {
  let rows = ["Ada Obi", "Emeka Obi", "Ngozi Nwosu"].map((name, position) => changed(position, name));
  let revision = 0;
  const openRows = () => rows.filter(({ state }) => state === "to_decide");
  const head = () => {
    const { length } = openRows();
    return draftOf({
      revision,
      rows: 3,
      toFix: 0,
      toDecide: length,
      problems: length === 0 ? [] : [{ code: "account_changed", severity: "warning", count: length }],
    });
  };
  const decide = (positions: number[]) => {
    revision += 1;
    rows = rows.map((row) => (positions.includes(row.position) ? { ...row, state: "ready", problems: [] } : row));
    return head();
  };
  const asked = desk({
    draft: head,
    draft_rows: () => ({ total: 3, offset: 0, rows }),
    find_row: byKind(
      {
        index_of: ({ position }) => position,
        position_after: ({ position }) =>
          openRows().find((row) => row.position > Number(position))?.position ?? openRows()[0]?.position ?? null,
      },
      "row",
    ),
    row_detail: ({ position }) => ({
      row: rows[Number(position)],
      fileValues: [],
      bulk: [{ code: "account_changed", suggestion: 0, warning: openRows().length, bank: 0 }],
      place: 1,
      openRows: openRows().length,
      previousOpen: null,
      nextOpen: null,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    }),
    ...changeDraft({
      accept_warning: ({ position }) => decide([position]),
      accept_warning_alike: () => decide([0, 1, 2]),
      ...changes,
    }),
    banks: () => ({ country: "NG", banks: [], lists: [] }),
    ...answers,
  });
  show(<CheckScreen id={7} />, { name: "check", id: 7 });
  return {
    user: userEvent.setup(),
    accepted: () => changesOf(asked, "accept_warning", "accept_warning_alike"),
    asked,
  };
}

const usual = () => screen.getByTestId("panel-reason-0");
const reason = () => screen.getByTestId<HTMLInputElement>("panel-reason");
/** The panel shows this person, and its title has the focus, which Enter does not press. */
const asksAbout = (name: string) =>
  waitFor(() => {
    expect(screen.getByTestId("panel").textContent).toContain(name);
    expect(document.activeElement).toBe(screen.getByTestId("panel-title"));
  });
const typesAnother = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByTestId("panel-reason-other"));
  expect(document.activeElement).toBe(reason());
};
const acceptedAt = (position: number, why: string) => ({
  id: 7,
  change: { kind: "accept_warning", position, code: "account_changed", reason: why },
});
const acceptedAlike = (why: string) => ({
  id: 7,
  change: { kind: "accept_warning_alike", code: "account_changed", reason: why, shown: { count: 3, like: 0 } },
});

/** Simulates a held Enter in a browser: each repetition presses the focused element, unless it is prevented. */
async function holdEnter(repetitions: number) {
  for (let press = 0; press <= repetitions; press += 1) {
    const at = document.activeElement;
    const goesOn = at === null || fireEvent.keyDown(at, { key: "Enter", repeat: press > 0 });
    if (goesOn && at instanceof HTMLButtonElement) at.click();
    if (goesOn && at instanceof HTMLInputElement) at.form?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

beforeEach(() => {
  forgetReasons();
  // jsdom has no layout; the grid renders rows for this size.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
});

test("choosing a reason accepts with it, in one press", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  expect(screen.getByRole("group", { name: "Pay the new account because:" }).contains(usual())).toBe(true);
  await user.click(usual());
  await asksAbout("Emeka Obi");
  expect(accepted()).toEqual([acceptedAt(0, USUAL)]);
});

test("by keyboard the reason is the next stop, and Enter accepts with it", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await user.keyboard("{Tab}");
  expect(document.activeElement).toBe(usual());
  await user.keyboard("{Enter}");
  await asksAbout("Emeka Obi");
  expect(accepted()).toEqual([acceptedAt(0, USUAL)]);
});

test("all alike are accepted with a reason in one press", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await user.click(screen.getByRole("button", { name: `All 3: ${USUAL}` }));
  await waitFor(() => expect(screen.queryByTestId("panel")).toBeNull());
  expect(accepted()).toEqual([acceptedAlike(USUAL)]);
});

test("a row without another one like it has no button for all", async () => {
  const only = changed(0, "Ada Obi");
  open({
    draft_rows: () => ({ total: 1, offset: 0, rows: [only] }),
    row_detail: () => ({
      row: only,
      fileValues: [],
      bulk: [{ code: "account_changed", suggestion: 0, warning: 1, bank: 0 }],
      place: 1,
      openRows: 1,
      previousOpen: null,
      nextOpen: null,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    }),
  });
  await asksAbout("Ada Obi");
  expect(screen.queryByTestId("panel-reason-all-0")).toBeNull();
});

test("the second press of a double click accepts nothing: the next row is already there", async () => {
  const { accepted } = open();
  await asksAbout("Ada Obi");
  fireEvent.click(usual(), { detail: 1 });
  await asksAbout("Emeka Obi");
  fireEvent.click(usual(), { detail: 2 });
  fireEvent.click(screen.getByTestId("panel-reason-all-0"), { detail: 2 });
  await asksAbout("Emeka Obi");
  expect(accepted()).toEqual([acceptedAt(0, USUAL)]);
});

test("Enter accepts with another reason that was typed, and the next warning has the usual choices", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await typesAnother(user);
  await user.keyboard(" She called {Enter}");
  await asksAbout("Emeka Obi");
  expect(screen.queryByTestId("panel-reason")).toBeNull();
  await user.keyboard("{Enter}{Enter}");
  expect(accepted()).toEqual([acceptedAt(0, "She called")]);
});

test.each(["", "   "])("Enter on the reason %j accepts nothing", async (text) => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await typesAnother(user);
  expect(screen.getByTestId<HTMLButtonElement>("panel-accept").disabled).toBe(true);
  expect(screen.getByTestId<HTMLButtonElement>("panel-accept-all").disabled).toBe(true);
  await user.type(reason(), `${text}{Enter}`);
  expect(accepted()).toEqual([]);
});

test("Escape goes from the field back to the choices", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await typesAnother(user);
  await user.keyboard("She{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("panel-reason-other")));
  expect(accepted()).toEqual([]);
});

test("the last reasons are the first choices for the next warning of the kind", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await typesAnother(user);
  await user.keyboard("She called{Enter}");
  await asksAbout("Emeka Obi");
  expect(usual().textContent).toBe("She called");
  expect(screen.getByTestId("panel-reason-1").textContent).toBe(USUAL);
  await user.click(usual());
  await asksAbout("Ngozi Nwosu");
  expect(accepted()).toEqual([acceptedAt(0, "She called"), acceptedAt(1, "She called")]);
});

test("Enter held down on a choice accepts that one warning and no other", async () => {
  const { accepted } = open();
  await asksAbout("Ada Obi");
  usual().focus();
  await holdEnter(10);
  expect(accepted()).toEqual([acceptedAt(0, USUAL)]);
});

test("Enter held down after a reason that was typed accepts that one warning and no other", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await typesAnother(user);
  await user.keyboard("She called");
  await holdEnter(10);
  expect(accepted()).toEqual([acceptedAt(0, "She called")]);
});

test("Enter held down since the field was opened accepts nothing", async () => {
  const { accepted } = open();
  await asksAbout("Ada Obi");
  screen.getByTestId("panel-reason-other").focus();
  await holdEnter(10);
  expect(document.activeElement).toBe(reason());
  expect(accepted()).toEqual([]);
});

test.each(["panel-reason-0", "panel-reason-all-0", "panel-reason", "panel-accept", "panel-accept-all"])(
  "Enter that was held down before it came to %s presses nothing",
  async (at) => {
    const { user, accepted } = open();
    await asksAbout("Ada Obi");
    await typesAnother(user);
    await user.keyboard("She called");
    screen.getByTestId(at).focus();
    expect(fireEvent.keyDown(screen.getByTestId(at), { key: "Enter", repeat: true })).toBe(false);
    expect(accepted()).toEqual([]);
  },
);

test("all alike are accepted for one reason that was typed", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await typesAnother(user);
  await user.keyboard("Bank merger, list from the bank");
  await user.click(screen.getByTestId("panel-accept-all"));
  await waitFor(() => expect(screen.queryByTestId("panel")).toBeNull());
  expect(accepted()).toEqual([acceptedAlike("Bank merger, list from the bank")]);
});

test("a reason does not outlive what it was given for", async () => {
  let value = "0100000000";
  const row = () => ({
    ...changed(0, "Ada Obi"),
    problems: [problemOf({ code: "account_changed", severity: "warning", value })],
  });
  let revision = 0;
  const answers: Answers = {
    draft: () =>
      draftOf({
        revision,
        rows: 1,
        toFix: 0,
        toDecide: 1,
        canUndo: true,
        problems: [{ code: "account_changed", severity: "warning", count: 1 }],
      }),
    draft_rows: () => ({ total: 1, offset: 0, rows: [row()] }),
    row_detail: () => ({
      row: row(),
      fileValues: [],
      bulk: [],
      place: 1,
      openRows: 1,
      previousOpen: null,
      nextOpen: null,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    }),
  };
  const changes: ChangeAnswers = {
    undo: () => {
      value = "0999999999";
      revision += 1;
      return draftOf({
        revision,
        rows: 1,
        toFix: 0,
        toDecide: 1,
        changed: [row()],
        problems: [{ code: "account_changed", severity: "warning", count: 1 }],
      });
    },
  };
  const { user } = open(answers, changes);
  await asksAbout("Ada Obi");
  await typesAnother(user);
  await user.keyboard("She called");
  await user.click(screen.getByTestId("check-undo"));
  await waitFor(() => expect(screen.getByTestId("panel").textContent).toContain("0999999999"));
  expect(screen.queryByTestId("panel-reason")).toBeNull();
});

test("a changed account stands under the one that was paid last, grouped alike", async () => {
  open({
    row_detail: () => ({
      row: {
        ...changed(0, "Ada Obi"),
        problems: [
          problemOf({ code: "account_changed", severity: "warning", value: "3100000475", field: "account_number" }),
        ],
      },
      fileValues: [{ field: "account_number", value: "3100040473", cell: "C2" }],
      bulk: [],
      place: 1,
      openRows: 1,
      previousOpen: null,
      nextOpen: null,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    }),
  });
  const last = await screen.findByText("Last paid to");
  const file = screen.getByText("In the file");
  const groups = (label: HTMLElement) =>
    [...(label.nextElementSibling?.querySelectorAll("span > span") ?? [])].map((group) => group.textContent);
  expect(groups(last)).toEqual(["310", "000", "0475"]);
  expect(groups(file)).toEqual(["310", "004", "0473"]);
});

test("a payment above the limit of a wallet is split by one press, or paid for a reason", async () => {
  const limit = problemOf({ code: "amount_above_limit", severity: "warning", value: "250000.00" });
  const row = rowOf(0, { name: "Wanjiru Kamau", state: "to_decide", problems: [limit] });
  const answers: Answers = {
    draft_rows: () => ({ total: 1, offset: 0, rows: [row] }),
    find_row: () => 0,
    row_detail: () => ({
      row,
      fileValues: [],
      bulk: [],
      place: 1,
      openRows: 1,
      previousOpen: null,
      nextOpen: null,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    }),
  };
  const { user, accepted, asked } = open(answers, { split_payment: () => draftOf({ revision: 1, rows: 3 }) });
  await asksAbout("Wanjiru Kamau");
  expect(screen.getByTestId("panel-split").textContent).toMatch(/^Split into payments of at most .*250,000/);
  await user.click(screen.getByTestId("panel-split"));
  await waitFor(() =>
    expect(changesOf(asked, "split_payment")).toEqual([{ id: 7, change: { kind: "split_payment", position: 0 } }]),
  );
  expect(accepted()).toEqual([]);
});
