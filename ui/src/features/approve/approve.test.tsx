import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import type { ReviewInput, ReviewView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { draftOf } from "../check/fixtures";
import { desk, liveSession, show } from "../../test/render";
import ApproveScreen from ".";

const review: ReviewView = {
  id: 9,
  input: { name: "November salaries", period: "2025-11", senderName: "KOLA FOODS LTD", instantQueue: true },
  profileName: "Kola Foods",
  approver: "Ngozi Adeyemi",
  fileName: "Kola payroll Nov 2025.xlsx",
  countries: ["NG"],
  totals: [{ count: 311, sum: "45120300.00", currency: "NGN" }],
  largest: { count: 1, sum: "357300.00", currency: "NGN" },
  largestName: "Amina Bello",
  banks: 13,
  wallets: 0,
  batches: [120, 120, 71].map((count) => ({ count, sum: "1.00", currency: "NGN" as const })),
  changes: [{ kind: "zero_added", field: "account_number", from: null, to: null, rows: [3, 5, 7] }],
  decisions: [{ accepted: null, name: "Samuel Etim", sum: { count: 1, sum: "96000.00", currency: "NGN" }, rows: [44] }],
  comparison: { with: null, sameFile: null, thresholdPct: 30, counts: [], differences: [] },
};

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{at.name}</output>;
}

function approve(answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    session: () => liveSession,
    review: ({ input }) => ({ ...review, input: (input as ReviewInput | null) ?? review.input }),
    back_to_check: () => null,
    approve_and_pay: () => null,
    ...answers,
  });
  show(
    <>
      <ApproveScreen id={9} />
      <Where />
    </>,
    { name: "approve", id: 9 },
  );
  return asked;
}

const calls = (asked: ReturnType<typeof desk>, name: string) => asked.filter(({ command }) => command === name);
const payButton = () => screen.getByTestId<HTMLButtonElement>("approve-pay");

async function typeTotal(user: ReturnType<typeof userEvent.setup>, total: string) {
  await user.type(await screen.findByTestId("approve-total-input"), total);
}

describe("the cheque", () => {
  test("says who pays whom how much, in figures and in words", async () => {
    approve();
    const text = (await screen.findByTestId("approve-screen")).textContent;
    await screen.findByTestId("approve-total");
    const shown = screen.getByTestId("approve-screen").textContent;
    expect(text).toBeDefined();
    for (const part of [
      "KOLA FOODS LTD",
      "311 people",
      "45,120,300.00",
      "Forty-five million, one hundred and twenty thousand, three hundred naira only",
      "3 batches: 120, 120, 71",
      "13 banks in Nigeria",
      "Samuel Etim left out",
    ]) {
      expect(shown).toContain(part);
    }
  });

  test("has a line for each currency, and asks for the payroll's own total", async () => {
    approve({
      review: () => ({ ...review, totals: [...review.totals, { count: 37, sum: "2318400.00", currency: "KES" }] }),
    });
    expect((await screen.findByTestId("approve-total-KES")).textContent).toContain("2,318,400.00");
    expect(screen.getByText("Type the NGN total to confirm")).toBeTruthy();
    expect(payButton().textContent).toContain("Pay 348 people");
    expect(payButton().textContent).toContain("2,318,400.00");
  });

  test("a new name freezes the payroll anew with everything else as it was", async () => {
    const asked = approve();
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("approve-name"));
    const field = screen.getByTestId("approve-name-input");
    await user.clear(field);
    await user.type(field, "November bonus{Enter}");
    await waitFor(() => expect(screen.getByTestId("approve-name").textContent).toContain("November bonus"));
    expect(calls(asked, "review").at(-1)?.input["input"]).toEqual({ ...review.input, name: "November bonus" });
  });

  test("a name that was paid before puts the frozen one back and says which", async () => {
    const asked = approve({
      review: ({ input }) => {
        if ((input as ReviewInput | null)?.name === "October salaries") {
          throw { code: "already_paid", data: { payroll: "7", name: "October salaries", people: "309" } };
        }
        return review;
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("approve-name"));
    await user.clear(screen.getByTestId("approve-name-input"));
    await user.type(screen.getByTestId("approve-name-input"), "October salaries{Enter}");
    const panel = await screen.findByTestId("error-panel");
    expect(panel.textContent).toContain("October salaries");
    expect(calls(asked, "review").at(-1)?.input["input"]).toEqual(review.input);
    await user.click(within(panel).getByText("Open that payroll"));
    expect(screen.getByTestId("where").textContent).toBe("track");
  });

  test("a name paid before from the start is given another, and the desk is asked only once meanwhile", async () => {
    const asked = approve({
      review: ({ input }) => {
        if (input === null) throw { code: "already_paid", data: { payroll: "7", name: "October salaries", people: "309" } };
        return { ...review, input: input as ReviewInput };
      },
      draft: () => draftOf({ id: 9, name: "October salaries", period: "2025-10" }),
      settings: () => ({ profile: { senderName: "KOLA FOODS LTD" } }),
    });
    const user = userEvent.setup();
    const name = await screen.findByTestId("approve-name-input");
    expect(calls(asked, "review")).toHaveLength(1);
    await user.clear(name);
    await user.type(name, "October bonus{Enter}");
    expect((await screen.findByTestId("approve-name")).textContent).toContain("October bonus");
    expect(calls(asked, "review")).toHaveLength(2);
  });

  test("Esc closes an open editor first, then goes back to Check", async () => {
    const asked = approve();
    const user = userEvent.setup();
    await user.click(await screen.findByTestId("approve-sender"));
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("approve-sender-input")).toBeNull();
    expect(calls(asked, "back_to_check")).toHaveLength(0);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("check"));
    expect(calls(asked, "back_to_check")).toHaveLength(1);
  });
});

describe("paying", () => {
  test("opens only for the same total", async () => {
    approve();
    const user = userEvent.setup();
    await typeTotal(user, "45,210,300.00");
    expect(payButton().disabled).toBe(true);
    expect(screen.getByText("Digits 3 and 4 are the other way round.")).toBeTruthy();
    await user.clear(screen.getByTestId("approve-total-input"));
    await typeTotal(user, "45120300.00");
    expect(screen.getByText("Same total")).toBeTruthy();
    expect(payButton().disabled).toBe(false);
  });

  test("a double click pays once, and the button is busy at once", async () => {
    const asked = approve({ approve_and_pay: () => new Promise(() => undefined) });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    await user.dblClick(payButton());
    expect(payButton().dataset["loading"]).toBe("true");
    await user.keyboard("{Enter}");
    expect(calls(asked, "approve_and_pay").map(({ input }) => input)).toEqual([{ id: 9, typedTotal: "45120300.00" }]);
  });

  test("Enter in the field pays, and what follows is Track", async () => {
    const asked = approve();
    const user = userEvent.setup();
    await typeTotal(user, "₦45,120,300{Enter}");
    await waitFor(() => expect(screen.getByTestId("where").textContent).toBe("track"));
    expect(calls(asked, "approve_and_pay")).toHaveLength(1);
  });

  test("a refusal of the desk stays on the page, and one may pay again", async () => {
    let isFirst = true;
    const asked = approve({
      approve_and_pay: () => {
        if (!isFirst) return null;
        isFirst = false;
        throw { code: "total_differs", data: {} };
      },
    });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00{Enter}");
    const panel = await screen.findByTestId("error-panel");
    expect(panel.textContent).toContain("nobody was paid");
    await user.click(within(panel).getByText("Type it again"));
    expect(screen.getByTestId<HTMLInputElement>("approve-total-input").value).toBe("");
    await typeTotal(user, "45,120,300.00{Enter}");
    await waitFor(() => expect(calls(asked, "approve_and_pay")).toHaveLength(2));
  });

  test("locked: unlocks right there and keeps what was typed", async () => {
    const asked = approve({ session: () => ({ ...liveSession, unlocked: false }), unlock: () => liveSession });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    expect(payButton().disabled).toBe(true);
    await user.click(screen.getByTestId("approve-unlock"));
    await waitFor(() => expect(payButton().disabled).toBe(false));
    expect(screen.queryByTestId("approve-unlock")).toBeNull();
    // The service's own banks are known only now.
    expect(calls(asked, "review").map(({ input }) => input["input"])).toEqual([null, review.input]);
    expect(calls(asked, "approve_and_pay")).toHaveLength(0);
  });

  test("a token that would not outlive a submission holds the button back and says why", async () => {
    const tokenExpiresAt = new Date(Date.now() + 60_000).toISOString();
    approve({ session: () => ({ ...liveSession, tokenExpiresAt }) });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    expect(payButton().disabled).toBe(true);
    expect(screen.getByTestId("approve-token").textContent).toContain("a submission may take 3 minutes");
    await user.click(screen.getByTestId("approve-replace-token"));
    expect(screen.getByTestId("where").textContent).toBe("settings");
  });

  test("unless the desk renews it by itself", async () => {
    const tokenExpiresAt = new Date(Date.now() + 60_000).toISOString();
    approve({ session: () => ({ ...liveSession, tokenExpiresAt, renewsToken: true }) });
    const user = userEvent.setup();
    await typeTotal(user, "45,120,300.00");
    expect(payButton().disabled).toBe(false);
    expect(screen.queryByTestId("approve-token")).toBeNull();
  });
});
