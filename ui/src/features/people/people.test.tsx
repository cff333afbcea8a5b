import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { WINDOW_ROWS } from "../../components/DataGrid";
import type { AppError, PeopleFilter, PersonLine } from "../../ipc";
import { useNavigation } from "../../navigation";
import { formatDayShort } from "../../lib/time/dates";
import { chosen, desk, liveSession, saves, show } from "../../test/render";
import { draftOf } from "../check/fixtures";
import { ada, bola, chidi, everyone, keyOf, peopleOf, person } from "./fixtures";
import PeopleScreen from ".";
import type { PeopleInput } from "./usePeopleView";

const NEW_DRAFT = 31;
const idOf = ({ key }: PersonLine) => `NGN-058-${key.account}`;
const row = (line: PersonLine) => `grid-row-${idOf(line)}`;
const box = (line: PersonLine) => screen.getByTestId<HTMLInputElement>(`select-${idOf(line)}`);

function Where() {
  const { screen: at, back } = useNavigation();
  return (
    <>
      <output data-testid="where">{JSON.stringify(at)}</output>
      {at.name === "people" ? (
        <PeopleScreen {...at} />
      ) : (
        <button type="button" onClick={back} data-testid="back">
          Back
        </button>
      )}
    </>
  );
}

const where = () => JSON.parse(screen.getByTestId("where").textContent ?? "") as { name: string; id?: number };

function open(people: readonly PersonLine[], answers: Parameters<typeof desk>[0] = {}, input: PeopleInput = {}) {
  const asked = desk({
    session: () => liveSession,
    people: peopleOf(people),
    create_payroll: () => NEW_DRAFT,
    draft_opening: () => ({ draft: draftOf({ id: NEW_DRAFT }), rows: { total: 0, offset: 0, rows: [] }, open: null }),
    ...answers,
  });
  show(<Where />, { name: "people", ...input });
  return asked;
}

const called = (asked: ReturnType<typeof desk>, name: string) =>
  asked.filter(({ command }) => command === name).map(({ input }) => input);
const queries = (asked: ReturnType<typeof desk>) => called(asked, "people").map(({ query }) => query as PeopleFilter);

beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1100);
});

test("everyone stands with the account, the last payment and the year", async () => {
  open(everyone);
  const line = await screen.findByTestId(row(ada));
  for (const text of ["Ada Obi", "0123456789", "GTBank", "October salaries", "NGN 185,000.00", "10"])
    expect(line.textContent).toContain(text);
  const day = (of: PersonLine) => screen.getByTestId(`cell-${idOf(of)}-last_paid`).textContent;
  expect(day(ada)).toBe(`${formatDayShort("2026-10-29T09:00:00Z")}October salaries`);
  // Another year than the summed one is shown.
  expect(day(bola)).toContain("2025");
  expect(within(line).getByTitle("Guaranty Trust Bank")).toBeTruthy();
  expect(screen.getByTestId("people-screen").textContent).toContain("3 people");
  expect(screen.getByText("Paid in 2026")).toBeTruthy();
});

test.each([
  ["a wide window each amount names its currency", false, "NGN 1,850,000.00"],
  ["a narrow one the line names it once", true, "1,850,000.00"],
])("in %s", async (_, matches, text) => {
  const wide = window.matchMedia;
  vi.stubGlobal("matchMedia", (query: string) => ({ ...wide(query), matches }));
  open([ada]);
  expect((await screen.findByTestId(`cell-${idOf(ada)}-year`)).textContent).toBe(text);
  expect(screen.getByTestId(`cell-${idOf(ada)}-last_amount`).textContent).toBe("NGN 185,000.00");
  vi.stubGlobal("matchMedia", wide);
});

test("where the last payment failed, its state has the place of the day", async () => {
  open(everyone);
  const cell = await screen.findByTestId(`cell-${idOf(chidi)}-last_paid`);
  expect(cell.textContent).toContain("Failed");
  expect(cell.textContent).not.toContain("2026");
  expect(within(cell).getByTitle(/^November salaries\. Last paid .*2026/)).toBeTruthy();
  expect(screen.getByTestId(`cell-${idOf(ada)}-last_paid`).textContent).not.toContain("Failed");
});

test("the search asks for what is typed; what it finds nothing for can be cleared", async () => {
  const asked = open(everyone);
  const user = userEvent.setup();
  await screen.findByTestId(row(ada));
  await user.keyboard("/");
  expect(document.activeElement).toBe(screen.getByTestId("people-search"));
  await user.keyboard("bola");
  await waitFor(() => expect(screen.queryByTestId(row(ada))).toBeNull());
  expect(screen.getByTestId(row(bola))).toBeTruthy();
  expect(queries(asked)).toContainEqual({ text: "bola", order: "last_paid" });
  await user.keyboard("x/");
  expect(await screen.findByText("No name, account, bank, narration or reference contains “bolax/”.")).toBeTruthy();
  expect(screen.queryByTestId("people-export")).toBeNull();
  await user.click(screen.getByTestId("people-clear"));
  await screen.findByTestId(row(ada));
});

test("Ctrl+F leads to the search", async () => {
  open(everyone);
  const user = userEvent.setup();
  await screen.findByTestId(row(ada));
  await user.keyboard("{Control>}f{/Control}");
  expect(document.activeElement).toBe(screen.getByTestId("people-search"));
});

test("a header orders by its column, and says so", async () => {
  const asked = open(everyone);
  const user = userEvent.setup();
  await screen.findByTestId(row(ada));
  const sorted = (column: string) =>
    screen.getByTestId(`sort-${column}`).closest('[role="columnheader"]')?.getAttribute("aria-sort");
  expect([sorted("last_paid"), sorted("name")]).toEqual(["descending", "none"]);
  await user.click(screen.getByTestId("sort-name"));
  await waitFor(() => expect([sorted("last_paid"), sorted("name")]).toEqual(["none", "ascending"]));
  expect(queries(asked)).toContainEqual({ text: null, order: "name" });
  // A second press does not reverse the order.
  await user.click(screen.getByTestId("sort-name"));
  expect(sorted("name")).toBe("ascending");
  await user.click(screen.getByTestId("sort-last_paid"));
  await waitFor(() => expect(sorted("last_paid")).toBe("descending"));
});

test("who is selected stays so while one searches for others, and is paid with them", async () => {
  const asked = open(everyone);
  const user = userEvent.setup();
  await screen.findByTestId(row(ada));
  await user.click(box(ada));
  await user.type(screen.getByTestId("people-search"), "chidi");
  await waitFor(() => expect(screen.queryByTestId(row(ada))).toBeNull());
  await user.click(box(chidi));
  expect(screen.getByTestId("people-selected").textContent).toContain("2 people selected");
  await user.click(screen.getByTestId("people-pay"));
  const dialog = await screen.findByTestId("pay-people");
  for (const name of ["Ada Obi", "Chidi Eze", "pays nothing until you approve it"])
    expect(dialog.textContent).toContain(name);
  expect(called(asked, "create_payroll")).toEqual([]);
  await user.click(screen.getByTestId("confirm"));
  await waitFor(() => expect(where()).toEqual({ name: "check", id: NEW_DRAFT }));
  expect(called(asked, "create_payroll")).toEqual([
    { source: { kind: "people", people: [keyOf("0123456789"), keyOf("0123456791")], amounts: "empty" } },
  ]);
});

test("the amounts last paid are chosen, never assumed; a failure stays in the dialog", async () => {
  const asked = open(everyone, {
    create_payroll: () => {
      throw { code: "not_found" } satisfies AppError;
    },
  });
  const user = userEvent.setup();
  await screen.findByTestId(row(ada));
  await user.click(box(ada));
  await user.click(screen.getByTestId("selected-pay"));
  expect((await screen.findByTestId<HTMLInputElement>("pay-people-empty")).checked).toBe(true);
  await user.click(screen.getByTestId("pay-people-last_paid"));
  await user.click(screen.getByTestId("confirm"));
  expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("not_found");
  expect(called(asked, "create_payroll")).toMatchObject([{ source: { amounts: "last_paid" } }]);
  expect(where().name).toBe("people");
});

test("of many people the dialog names five", async () => {
  open(Array.from({ length: 17 }, (_, at) => person(`Person ${at}`, `01234567${at + 10}`)));
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("select-all"));
  await screen.findByText("17 people selected");
  await user.click(screen.getByTestId("people-pay"));
  const dialog = await screen.findByTestId("pay-people");
  expect(within(dialog).getAllByText(/^Person \d+$/)).toHaveLength(5);
  expect(dialog.textContent).toContain("and 12 more");
});

test("people are selected with the keyboard, as far as Shift says, and by pages however few come in one", async () => {
  const asked = open(everyone, {
    people: (input) =>
      peopleOf(everyone)({ ...input, limit: Number(input["limit"]) > WINDOW_ROWS ? 2 : input["limit"] }),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId(`cell-${idOf(ada)}-select`));
  expect(box(ada).checked).toBe(true);
  await user.keyboard("{ArrowDown}{ArrowDown}");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: " ", shiftKey: true });
  expect((await screen.findByText("3 people selected")).textContent).toBeTruthy();
  expect(called(asked, "people").some(({ offset }) => offset === 2)).toBe(true);
  await user.keyboard("{Escape}");
  expect(screen.queryByTestId("people-selected")).toBeNull();
  expect(screen.getByTestId("people-pay-new")).toBeTruthy();
});

test("a row opens its person by a click and by Enter; the way back keeps search, order and selection", async () => {
  open(everyone);
  const user = userEvent.setup();
  await screen.findByTestId(row(ada));
  await user.click(screen.getByTestId("sort-name"));
  await user.type(screen.getByTestId("people-search"), "i");
  await user.click(box(bola));
  expect(where().name).toBe("people");
  await user.click(screen.getByTestId(`cell-${idOf(ada)}-name`));
  expect(where()).toEqual({ name: "person", person: ada.key });
  await user.click(screen.getByTestId("back"));
  await screen.findByTestId(row(ada));
  expect(screen.getByTestId<HTMLInputElement>("people-search").value).toBe("i");
  expect(screen.getByTestId("sort-name").dataset["sorted"]).toBe("ascending");
  expect(box(bola).checked).toBe(true);
  // The focus is restored.
  await waitFor(() => expect(document.activeElement?.closest(`[data-testid="${row(ada)}"]`)).toBeTruthy());
  await user.keyboard("{ArrowDown}{Enter}");
  expect(where()).toEqual({ name: "person", person: bola.key });
});

test("someone new is paid from one blank row, without a question", async () => {
  const asked = open(everyone);
  await userEvent.setup().click(await screen.findByTestId("people-pay-new"));
  await waitFor(() => expect(where()).toEqual({ name: "check", id: NEW_DRAFT }));
  expect(called(asked, "create_payroll")).toEqual([{ source: { kind: "people", people: [], amounts: "empty" } }]);
});

test("an empty ledger says what will be here, and has nothing to search or save", async () => {
  open([]);
  expect(await screen.findByText("Nobody paid yet")).toBeTruthy();
  expect(screen.queryByTestId("people-search")).toBeNull();
  expect(screen.queryByTestId("people-export")).toBeNull();
  await userEvent.setup().click(screen.getByTestId("people-new-payroll"));
  expect(where().name).toBe("pay");
});

test("why nothing can be shown is said, with the way to try again", async () => {
  let isThere = false;
  open(everyone, {
    people: (input) => {
      if (isThere) return peopleOf(everyone)(input);
      throw { code: "ledger_unavailable" } satisfies AppError;
    },
  });
  const problem = await screen.findByTestId("error-panel");
  expect(problem.dataset["code"]).toBe("ledger_unavailable");
  isThere = true;
  await userEvent.setup().click(within(problem).getByRole("button", { name: "Try again" }));
  await screen.findByTestId(row(ada));
});

test("the people found are saved as a list, in the words of the window", async () => {
  const asked = open(everyone, saves("people", "People.xlsx"), { text: "ada" });
  await userEvent.setup().click(await screen.findByTestId("people-export"));
  expect((await screen.findByTestId("toast")).textContent).toContain("People.xlsx");
  const [saved] = called(asked, "save_file");
  expect(saved).toMatchObject({
    file: {
      query: { text: "ada", order: "last_paid" },
      words: { "head.name": "Name", "head.bank_code": "Bank code", "head.last_paid": "Last paid (UTC)" },
    },
    handle: chosen("People.xlsx").handle,
  });
});
