import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { BridgeView, ComparisonView } from "../../../ipc";
import { approve, review } from "../fixtures";

const last = { id: 7, name: "October salaries", period: "2025-10", approvedAt: null };
const total = (count: number, sum: string) => ({ count, sum, currency: "NGN" as const });
const comparison: ComparisonView = { ...review.comparison, with: last };

const bridge: BridgeView = {
  with: last,
  currencies: [
    {
      currency: "NGN",
      last: total(310, "45000000.00"),
      parts: [
        {
          part: "joiners",
          total: total(2, "200000.50"),
          people: [
            { name: "Ngozi New", row: 12, before: null, after: "150000.50", change: "150000.50" },
            { name: "", row: null, before: null, after: "50000.00", change: "50000.00" },
          ],
        },
        {
          part: "leavers",
          total: total(1, "-80000.50"),
          people: [{ name: "Chidi Eze", row: null, before: "80000.50", after: null, change: "-80000.50" }],
        },
        {
          part: "increases",
          total: total(700, "300.00"),
          people: [{ name: "Ada Obi", row: 3, before: "96000.00", after: "96300.00", change: "300.00" }],
        },
      ],
      this: total(311, "45120300.00"),
    },
  ],
};

const open = async (part: string): Promise<HTMLElement> => {
  const row = await screen.findByTestId(`approve-bridge-NGN-${part}`);
  const button = within(row).getByRole("button");
  button.focus();
  await userEvent.setup().keyboard("{Enter}");
  expect(button.getAttribute("aria-expanded")).toBe("true");
  return document.getElementById(button.getAttribute("aria-controls") ?? "") ?? row;
};

test("the last payroll, the parts and this payroll are rows of one table, from top to bottom", async () => {
  approve({ review: () => ({ ...review, comparison, bridge }) });
  const rows = within(await screen.findByRole("table", { name: "From October salaries to this payroll, in NGN" }));
  expect(rows.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "Last payroll310 people₦45,000,000.00",
    "Joiners2 people+₦200,000.50",
    "Leavers1 person−₦80,000.50",
    "Pay increases700 people+₦300.00",
    "This payroll311 people₦45,120,300.00",
  ]);
});

test("a part opens by key to its people, before and after", async () => {
  approve({ review: () => ({ ...review, comparison, bridge }) });
  const increases = await open("increases");
  for (const part of ["Ada Obi", "+₦300.00", "₦96,000.00 → ₦96,300.00", "Row 3"])
    expect(increases.textContent).toContain(part);
  expect(increases.textContent).toContain("And 699 more with smaller changes.");
  const leavers = await open("leavers");
  expect(leavers.textContent).toContain("₦80,000.50 → not paid");
  expect(leavers.textContent).not.toContain("row");
  expect((await open("joiners")).textContent).toContain("No name");
});

test("who joined or left is not listed a second time below", async () => {
  const counts: ComparisonView["counts"] = [
    { kind: "new_person", count: 2 },
    { kind: "person_gone", count: 1 },
    { kind: "amount_up", count: 1 },
  ];
  approve({ review: () => ({ ...review, comparison: { ...comparison, counts }, bridge }) });
  const compared = within(await screen.findByTestId("approve-compared"));
  expect(compared.getAllByRole("listitem").map(({ textContent }) => textContent)).toHaveLength(1);
});

test("several payments to one person are explained where people and payments differ", async () => {
  const text = "A person with more than one payment is counted once.";
  approve({ review: () => ({ ...review, comparison, bridge, totals: [total(312, "45120300.00")] }) });
  expect(await screen.findByText(text)).toBeTruthy();
});

test("no table where nothing changed, or nothing was paid before", async () => {
  const same = { ...bridge, currencies: bridge.currencies.map((of) => ({ ...of, parts: [] })) };
  approve({ review: () => ({ ...review, comparison, bridge: same }) });
  expect((await screen.findByTestId("approve-compared")).textContent).toContain(
    "The same people, accounts and pay as last time.",
  );
  expect(screen.queryByTestId("approve-bridge-NGN")).toBeNull();
});
