import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import { chosen, desk, liveSession, octoberSalaries, show } from "../../test/render";
import AuditScreen from ".";

function open(answers: Parameters<typeof desk>[0] = {}, payroll?: number) {
  const asked = desk({
    session: () => liveSession,
    payrolls: () => [octoberSalaries],
    audit_log: ({ offset }) => ({ total: 0, offset, rows: [] }),
    check_history: () => ({ kind: "intact", events: 1204 }),
    ...answers,
  });
  show(payroll === undefined ? <AuditScreen /> : <AuditScreen payroll={payroll} />, { name: "audit" });
  return { asked, user: userEvent.setup() };
}

const queries = (asked: ReturnType<typeof desk>) =>
  asked.filter(({ command }) => command === "audit_log").map(({ input }) => input?.["query"]);

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
    expect(screen.getByText(/Only events about one person/)).toBeTruthy();
  });

  test("can be cleared of filters that match nothing", async () => {
    const { asked, user } = open({}, 7);
    await user.click(await screen.findByTestId("audit-clear"));
    await waitFor(() => expect(queries(asked).at(-1)).toEqual({ payroll: null, person: null }));
    expect(await screen.findByText("No events yet")).toBeTruthy();
  });

  test("is saved as it is filtered", async () => {
    const { asked, user } = open(
      { choose_audit_log: () => chosen("log.xlsx"), export_audit_log: () => chosen("log.xlsx") },
      7,
    );
    await user.click(await screen.findByTestId("audit-export"));
    await waitFor(() => expect(asked.some(({ command }) => command === "export_audit_log")).toBe(true));
    const saved = asked.find(({ command }) => command === "export_audit_log");
    expect(saved?.input).toMatchObject({ query: { payroll: 7, person: null }, file: chosen("log.xlsx").handle });
  });
});
