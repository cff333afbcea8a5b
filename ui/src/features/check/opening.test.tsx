/** Opening a draft that was just read: its first frame is prefetched before the screen renders. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

import { ToastProvider } from "../../components";
import { WINDOW_ROWS } from "../../lib/rows/rowWindows";
import { prefetchDraft, cacheDraft } from "../../query";
import { byKind, desk, liveSession, show } from "../../test/render";
import { draftOf, problemOf, rowOf } from "./fixtures";
import CheckScreen from ".";

const PEOPLE = 1_000;
const TO_FIX = 2 * WINDOW_ROWS + 30;

const rows = Array.from({ length: PEOPLE }, (_, at) =>
  at === TO_FIX
    ? rowOf(at, { state: "to_fix", problems: [problemOf({ code: "amount_invalid", field: "amount" })] })
    : rowOf(at),
);

function longDraft(toFix: number) {
  const head = draftOf({ rows: PEOPLE, toFix });
  return desk({
    session: () => liveSession,
    draft: () => head,
    draft_rows: ({ filter, offset, limit }) => {
      const through =
        (filter as { group: unknown }).group === null ? rows : rows.filter(({ state }) => state === "to_fix");
      return { total: through.length, offset, rows: through.slice(Number(offset), Number(offset) + Number(limit)) };
    },
    draft_opening: ({ window }) => {
      const index = toFix > 0 ? TO_FIX : null;
      const offset = Math.floor((index ?? 0) / Number(window)) * Number(window);
      return {
        draft: head,
        rows: { total: rows.length, offset, rows: rows.slice(offset, offset + Number(window)) },
        open:
          index === null
            ? null
            : {
                index,
                detail: {
                  row: rows[index],
                  fileValues: [],
                  bulk: [],
                  place: 1,
                  openRows: 1,
                  previousOpen: null,
                  nextOpen: null,
                  lastPaid: null,
                  more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
                },
              },
      };
    },
    find_row: byKind({ index_of: ({ position }) => position }, "row"),
    row_detail: ({ position }) => ({
      row: rows[Number(position)],
      fileValues: [],
      bulk: [],
      place: 1,
      openRows: 1,
      previousOpen: null,
      nextOpen: null,
      lastPaid: null,
      more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
    }),
    comparison: () => ({ with: null, sameFile: null, thresholdPct: 30, counts: [], differences: [] }),
  });
}

const open = () =>
  show(
    <ToastProvider>
      <CheckScreen id={7} />
    </ToastProvider>,
    { name: "check", id: 7 },
  );
const windowsAsked = (asked: ReturnType<typeof desk>) =>
  asked
    .filter(({ command, input }) => command === "draft_rows" && input["limit"] === WINDOW_ROWS)
    .map(({ input }) => input["offset"]);

beforeEach(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
  // Simulates scrolling; the grid scrolls to its initial row.
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
    if (typeof to === "object" && to.top !== undefined) this.scrollTop = to.top;
  } as typeof Element.prototype.scrollTo;
});

test("it opens on the first row to fix and shows no others before", async () => {
  const asked = longDraft(1);
  await prefetchDraft(7);
  expect(asked.map(({ command }) => command)).toEqual(["draft_opening"]);
  open();
  await screen.findByTestId("check-screen");
  screen.getByTestId(`cell-${TO_FIX}-amount`);
  expect(screen.queryByTestId("cell-0-name")).toBeNull();
  await screen.findByTestId("panel");
  expect(windowsAsked(asked)).toEqual([]);
});

test("without an open row it opens at the top, and asks for nothing twice", async () => {
  const asked = longDraft(0);
  await prefetchDraft(7);
  open();
  await screen.findByTestId("cell-0-name");
  expect(windowsAsked(asked)).toEqual([]);
});

test("what changed between asking and showing is asked for again", async () => {
  const asked = longDraft(0);
  await prefetchDraft(7);
  cacheDraft(draftOf({ rows: PEOPLE, toFix: 0, edited: 1 }));
  open();
  await screen.findByTestId("cell-0-name");
  expect(windowsAsked(asked)).toEqual([0]);
});
