/** Accepting warnings: each for a reason of its own, and none by a key that is held down. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { RowView } from "../../ipc";
import { desk, show } from "../../test/render";
import { draftOf, problemOf, rowOf } from "./fixtures";
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
function open(answers: Parameters<typeof desk>[0] = {}) {
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
    row_index: ({ position }) => position,
    row_after: ({ position }) =>
      openRows().find((row) => row.position > Number(position))?.position ?? openRows()[0]?.position ?? null,
    row_detail: ({ position }) => ({
      row: rows[Number(position)],
      fileValues: [],
      bulk: [{ code: "account_changed", suggestion: 0, warning: openRows().length, bank: 0 }],
      place: 1,
      openRows: openRows().length,
      previousOpen: null,
      nextOpen: null,
      lastPaidAt: null,
      lastPaidPayroll: null,
    }),
    accept_warning: ({ position }) => decide([Number(position)]),
    accept_warning_alike: () => decide([0, 1, 2]),
    banks: () => [],
    ...answers,
  });
  show(<CheckScreen id={7} />, { name: "check", id: 7 });
  return {
    user: userEvent.setup(),
    accepted: () => asked.filter(({ command }) => command.startsWith("accept_warning")).map(({ input }) => input),
  };
}

const reason = () => screen.getByTestId<HTMLInputElement>("panel-reason");
const asksAbout = (name: string) =>
  waitFor(() => {
    expect(screen.getByTestId("panel").textContent).toContain(name);
    expect(document.activeElement).toBe(reason());
  });

/** What a browser makes of an Enter that is held down: each repetition presses what has the focus, unless it is prevented. */
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
  // Nothing has a size in jsdom; the grid draws rows for the room it is told.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
});

test("a warning opens with an empty reason and the keyboard in it", async () => {
  open();
  await asksAbout("Ada Obi");
  expect(reason().value).toBe("");
  expect(screen.getByTestId<HTMLButtonElement>("panel-accept").disabled).toBe(true);
  expect(screen.getByTestId<HTMLButtonElement>("panel-accept-all").disabled).toBe(true);
});

test.each(["", "   "])("Enter on the reason %j accepts nothing", async (text) => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await user.type(reason(), `${text}{Enter}`);
  expect(accepted()).toEqual([]);
});

test("Enter accepts with the reason that was typed for this warning, and the next one is empty again", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await user.keyboard(" She called {Enter}");
  await asksAbout("Emeka Obi");
  expect(reason().value).toBe("");
  await user.keyboard("{Enter}{Enter}");
  expect(accepted()).toEqual([{ id: 7, position: 0, code: "account_changed", reason: "She called" }]);
});

test("the usual reason is a choice, not filled in: chosen, it stands in the field until Enter accepts it", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await user.click(screen.getByTestId("panel-reason-0"));
  expect(reason().value).toBe(USUAL);
  expect(document.activeElement).toBe(reason());
  expect(accepted()).toEqual([]);
  await user.keyboard("{Enter}");
  await asksAbout("Emeka Obi");
  expect(accepted()).toEqual([{ id: 7, position: 0, code: "account_changed", reason: USUAL }]);
});

test("the last reasons are the first choices for the next warning of the kind, and must be chosen again", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await user.keyboard("She called{Enter}");
  await asksAbout("Emeka Obi");
  expect(screen.getByTestId("panel-reason-0").textContent).toBe("She called");
  expect(screen.getByTestId("panel-reason-1").textContent).toBe(USUAL);
  await user.click(screen.getByTestId("panel-reason-0"));
  await user.keyboard("{Enter}");
  await asksAbout("Ngozi Nwosu");
  expect(accepted().map(({ position }) => position)).toEqual([0, 1]);
});

test("Enter held down after a reason accepts that one warning and no other", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await user.keyboard("She called");
  await holdEnter(10);
  expect(accepted().map(({ position }) => position)).toEqual([0]);
});

test("Enter held down on a choice chooses it, and accepts nothing", async () => {
  const { accepted } = open();
  await asksAbout("Ada Obi");
  screen.getByTestId("panel-reason-0").focus();
  await holdEnter(10);
  expect(reason().value).toBe(USUAL);
  expect(accepted()).toEqual([]);
});

test.each(["panel-reason", "panel-accept", "panel-accept-all"])(
  "Enter that was held down before it came to %s presses nothing",
  async (at) => {
    const { user, accepted } = open();
    await asksAbout("Ada Obi");
    await user.keyboard("She called");
    screen.getByTestId(at).focus();
    expect(fireEvent.keyDown(screen.getByTestId(at), { key: "Enter", repeat: true })).toBe(false);
    expect(accepted()).toEqual([]);
  },
);

test("all alike are accepted for one reason, typed or chosen", async () => {
  const { user, accepted } = open();
  await asksAbout("Ada Obi");
  await user.click(screen.getByTestId("panel-accept-all"));
  expect(accepted()).toEqual([]);
  await user.keyboard("{Enter}");
  await user.type(reason(), "Bank merger, list from the bank");
  await user.click(screen.getByTestId("panel-accept-all"));
  await waitFor(() => expect(screen.queryByTestId("panel")).toBeNull());
  expect(accepted()).toEqual([{ id: 7, code: "account_changed", reason: "Bank merger, list from the bank" }]);
});

test("a reason does not outlive what it was given for", async () => {
  let value = "0100000000";
  const row = () => ({
    ...changed(0, "Ada Obi"),
    problems: [problemOf({ code: "account_changed", severity: "warning", value })],
  });
  let revision = 0;
  const { user } = open({
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
      lastPaidAt: null,
      lastPaidPayroll: null,
    }),
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
  });
  await asksAbout("Ada Obi");
  await user.keyboard("She called");
  await user.click(screen.getByTestId("check-undo"));
  await waitFor(() => expect(screen.getByTestId("panel").textContent).toContain("0999999999"));
  expect(reason().value).toBe("");
});
