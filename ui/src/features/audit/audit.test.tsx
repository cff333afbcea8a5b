import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { i18next } from "../../i18n";
import type { AuditLine, AuditQuery } from "../../ipc";
import { useNavigation } from "../../navigation";
import { chosen, desk, liveSession, octoberSalaries, saves, show } from "../../test/render";
import { textPx } from "../../lib/textWidth";
import { auditColumns } from "./columns";
import { actorText, type AuditWords, detailsText } from "./details";
import AuditScreen from ".";

function open(answers: Parameters<typeof desk>[0] = {}, payroll?: number) {
  const asked = desk({
    session: () => liveSession,
    payrolls: () => [octoberSalaries],
    audit_log: ({ offset }) => ({ total: 0, offset, rows: [], unattributed: 0 }),
    check_history: () => ({ kind: "intact", events: 1204 }),
    ...answers,
  });
  const audit = payroll === undefined ? <AuditScreen /> : <AuditScreen payroll={payroll} />;
  show(
    <>
      {audit}
      <Where />
    </>,
    { name: "audit" },
  );
  return { asked, user: userEvent.setup() };
}

function Where() {
  return <output data-testid="where">{JSON.stringify(useNavigation().screen)}</output>;
}

const queries = (asked: ReturnType<typeof desk>) =>
  asked.filter(({ command }) => command === "audit_log").map(({ input }) => input?.["query"]);

const line = (more: Partial<AuditLine>): AuditLine => ({
  number: 1,
  at: "2026-11-25T09:00:00Z",
  kind: "rows_saved",
  by: { kind: "person", name: "Ada Obi" },
  payroll: 7,
  payrollName: "October salaries",
  batch: null,
  person: null,
  reference: null,
  reason: null,
  details: [],
  ...more,
});

describe("a line of the audit log", () => {
  const t: AuditWords = i18next.getFixedT("en", ["audit", "lists", "reasons", "states"]);
  const details = (...list: AuditLine["details"]): string => detailsText(line({ details: list }), t);

  test.each<[AuditLine["by"], string]>([
    [{ kind: "person", name: "Ada Obi" }, "Ada Obi"],
    [{ kind: "provider" }, "Your provider"],
    [{ kind: "statement" }, "Imported statement"],
    [{ kind: "list" }, "Imported list"],
    [{ kind: "paysheet" }, "Paysheet"],
    [{ kind: "not_recorded" }, "Not recorded"],
  ])("says who did it: %j", (by, name) => expect(actorText(by, t)).toBe(name));

  test("names the settings, and the name in the ledger of one that it does not know", () => {
    const names = ["batchSize", "recentDays", "ofTomorrow"];
    expect(details({ kind: "settings", names })).toBe(
      "People in one batch, Ask before paying again within, ofTomorrow",
    );
  });

  test("says how which rows were changed", () => {
    const names = ["Ada", "Bola", "Chidi"];
    expect(details({ kind: "rows", change: "excluded", names: ["Ada"], count: 1 })).toBe("Excluded: Ada");
    const many = details({ kind: "rows", change: "names checked", names, count: 1203 });
    expect(many).toBe("Account names verified: Ada, Bola, Chidi, 1,200 more");
    expect(details({ kind: "rows", change: "undone", names: [], count: 0 })).toBe("Undone");
    expect(details({ kind: "rows", change: "edited", names: [], count: 2 })).toBe("Edited: 2");
  });

  test("says from which state to which, and what a result said", () => {
    expect(details({ kind: "batch", from: "Settling", to: "Closed" })).toBe("Processing → Closed");
    const result = details(
      { kind: "payout", from: "Sent", to: "Paid" },
      { kind: "report", report: "successful", source: "callback" },
      { kind: "code", code: "00" },
    );
    expect(result).toBe("Processing → Paid · Result: paid (result notification) · code 00");
  });

  test("says what the words of a file were read as", () => {
    const words = [
      { kind: "status" as const, word: "Réglé", meaning: "paid" as const },
      { kind: "status" as const, word: "A valider", meaning: "not_final" as const },
      { kind: "code" as const, word: "E17", meaning: "failed" as const },
    ];
    expect(details({ kind: "words_read", words }, { kind: "text", text: "export.csv" })).toBe(
      "“Réglé” read as Paid, “A valider” read as Not final, code E17 read as Failed · export.csv",
    );
  });

  test("says what the columns of a file were read as, and who read the word of a payment", () => {
    const columns = [
      { column: "A", header: "Sehr", field: "reference" as const },
      { column: "C", header: "", field: "status" as const },
    ];
    expect(details({ kind: "columns_read", columns })).toBe("“Sehr” = Payment reference, “C” = Status");
    const read = details(
      { kind: "report", report: "successful", source: "word_reading" },
      { kind: "read_by", word: "Réglé", name: "Ada Obi" },
    );
    expect(read).toBe("Result: paid (list, word read by a person) · “Réglé” read by Ada Obi");
  });

  test("says how a row of a file was found, and who confirmed it", () => {
    expect(details({ kind: "matched", by: "name", confirmed_by: "Ada Obi" })).toBe(
      "found by name, amount and date, without a payment reference, confirmed by Ada Obi",
    );
    expect(details({ kind: "matched", by: "reference", confirmed_by: null })).toBe("found by payment reference");
    expect(details({ kind: "matched", by: null, confirmed_by: null })).toBe("not recorded how it was found");
    expect(details({ kind: "confirmed", count: 1 })).toBe("1 payment confirmed by a person");
  });

  test("says what somebody decided and why", () => {
    expect(details({ kind: "payout_decision", decision: "paid" }, { kind: "text", text: "On the statement" })).toBe(
      "Marked paid · On the statement",
    );
    expect(details({ kind: "batch_decision", decision: "the_service_has_it" })).toBe("Provider has the batch");
  });
});

const columnsOf = (isOfOnePayroll: boolean) =>
  auditColumns(i18next.getFixedT("en", ["audit", "lists", "outcomes", "reasons", "states"]), isOfOnePayroll);

test("where there is little room, details give way before the payroll does, and the kind of an event is not cut", () => {
  const columns = columnsOf(false);
  const turn = (id: string) => columns.find((column) => column.id === id)?.width.shrinkOrder ?? Infinity;
  expect(turn("detail")).toBeLessThan(turn("payroll"));
  const needs = columns.find(({ id }) => id === "what")?.requiredWidth?.(line({ kind: "outcomes_imported" }));
  expect(needs).toBeGreaterThan(textPx("Results imported from a file"));
});

test("in the log of one payroll each line has its batch, not the payroll’s name again", () => {
  const texts = columnsOf(true).map(({ text }) => text(line({ batch: 3 })));
  expect(texts).toContain("Batch 3");
  expect(texts.join(" ")).not.toContain("October salaries");
});

describe("the audit log", () => {
  test("says that the history verifies, and how many events it has", async () => {
    open();
    expect((await screen.findByTestId("audit-history")).textContent).toContain("Verified: 1,204 events");
  });

  test("says which event was changed, and leads to the review", async () => {
    open({ check_history: () => ({ kind: "broken", number: 17, block: "history_changed" }) });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Event 17 was changed or removed");
    expect(alert.textContent).toContain("Nothing is sent");
  });

  test("is asked of one payroll, and of one person once typing stops", async () => {
    const { asked, user } = open({}, 7);
    await waitFor(() => expect(queries(asked).at(-1)).toEqual({ payroll: 7, person: null }));
    await user.selectOptions(screen.getByTestId("audit-payroll"), "");
    await user.type(screen.getByTestId("audit-person"), "ada");
    await waitFor(() => expect(queries(asked).at(-1)).toEqual({ payroll: null, person: "ada" }));
    expect(screen.getByText(/changes to their row in Check/)).toBeTruthy();
    expect(screen.queryByTestId("audit-unattributed")).toBeNull();
  });

  test("says how many changes may be missing, and not those of the question before", async () => {
    const adaInPayroll = JSON.stringify({ payroll: 7, person: "ada" } satisfies AuditQuery);
    const { asked, user } = open(
      {
        // The desk does not answer the last request.
        audit_log: ({ offset, query }) =>
          JSON.stringify(query) === JSON.stringify({ payroll: null, person: "ada" })
            ? new Promise(() => undefined)
            : { total: 0, offset, rows: [], unattributed: JSON.stringify(query) === adaInPayroll ? 2 : 0 },
      },
      7,
    );
    await user.type(await screen.findByTestId("audit-person"), "ada");
    const missing = await screen.findByTestId("audit-unattributed");
    expect(missing.textContent).toContain("2 changes in Check may be missing here");
    await user.selectOptions(screen.getByTestId("audit-payroll"), "");
    await waitFor(() => expect(queries(asked).at(-1)).toEqual({ payroll: null, person: "ada" }));
    expect(screen.queryByTestId("audit-unattributed")).toBeNull();
  });

  test("can be cleared of filters that match nothing", async () => {
    const { asked, user } = open({}, 7);
    await user.click(await screen.findByTestId("audit-clear"));
    await waitFor(() => expect(queries(asked).at(-1)).toEqual({ payroll: null, person: null }));
    expect(await screen.findByText("No events yet")).toBeTruthy();
  });

  describe("an event", () => {
    // The grid renders only visible rows, and jsdom has no layout.
    beforeEach(() => void vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600));

    const reason = "Not on the statement of November; the bank looks for it, and Ada asks again on Monday";
    const closed = line({ kind: "closed_unconfirmed", details: [{ kind: "text", text: reason }] });
    const lines = [
      line({ number: 3, payrollName: null, kind: "draft_deleted" }),
      { ...closed, number: 2 },
      line({ number: 1, person: "Bola Ade", reference: "PS-REF-1", kind: "payout_decided" }),
    ];
    const events = {
      audit_log: ({ offset }: Record<string, unknown>) => ({ total: 3, offset, rows: lines, unattributed: 0 }),
    };

    test("is read in full once it is selected, by its key or the mouse", async () => {
      const { user } = open(events);
      await user.click(await screen.findByTestId("cell-3-what"));
      expect(screen.getByTestId("audit-selected").textContent).not.toContain(reason);
      await user.keyboard("{ArrowDown}");
      expect(screen.getByTestId("audit-selected").textContent).toContain(reason);
      await user.click(screen.getByTestId("audit-selected-close"));
      expect(screen.queryByTestId("audit-selected")).toBeNull();
    });

    test("leads to its payroll or its payment, and one of a deleted draft nowhere", async () => {
      const { user } = open(events);
      await user.click(await screen.findByTestId("cell-3-what"));
      expect(screen.queryByTestId("audit-open")).toBeNull();
      await user.keyboard("{ArrowDown}");
      expect(screen.getByTestId("audit-open").textContent).toBe("Open payroll");
      await user.keyboard("{ArrowDown}");
      await user.click(screen.getByTestId("audit-open"));
      expect(JSON.parse(screen.getByTestId("where").textContent ?? "")).toEqual({
        name: "track",
        id: 7,
        payment: "PS-REF-1",
      });
    });
  });

  test("is saved as it is filtered", async () => {
    const { asked, user } = open(saves("audit_log", "log.xlsx"), 7);
    await user.click(await screen.findByTestId("audit-export"));
    await waitFor(() => expect(asked.some(({ command }) => command === "save_file")).toBe(true));
    const saved = asked.find(({ command }) => command === "save_file");
    expect(saved?.input).toMatchObject({
      file: { query: { payroll: 7, person: null } },
      handle: chosen("log.xlsx").handle,
    });
  });
});
