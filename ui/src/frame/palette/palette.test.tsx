import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";

import type { FoundPayment } from "../../ipc";
import { useNavigation } from "../../navigation";
import { desk, liveSession, show } from "../../test/render";
import PaletteDialog from "./PaletteDialog";

const ada: FoundPayment = {
  payroll: 7,
  payrollName: "October salaries",
  reference: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  name: "Ada Obi",
  accountNumber: "0123456789",
  bankName: "GTBank",
  amount: "120050.00",
  currency: "NGN",
  status: "Paid",
  at: "2026-10-29T09:00:00Z",
};

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{JSON.stringify(at)}</output>;
}

function open(search: (input: Record<string, unknown>) => unknown) {
  const asked = desk({ session: () => liveSession, search });
  show(
    <>
      <PaletteDialog opened onClose={() => undefined} />
      <Where />
    </>,
  );
  return { asked, user: userEvent.setup() };
}

const searched = (asked: ReturnType<typeof desk>) => asked.filter(({ command }) => command === "search");

describe("the palette's search for payments", () => {
  test("shows name, payroll, state and amount, and opens Track at the payment", async () => {
    const { user } = open(() => [ada]);
    await user.type(await screen.findByTestId("palette-input"), "ada obi");
    const option = await screen.findByRole("option", { name: /Ada Obi/ });
    for (const part of ["October salaries", "0123456789", "120,050.00", "Paid"])
      expect(option.textContent).toContain(part);
    await user.keyboard("{Enter}");
    const where = JSON.parse(screen.getByTestId("where").textContent ?? "");
    expect(where).toEqual({ name: "track", id: 7, payment: ada.reference });
  });

  test("asks once one stops typing, not with each key", async () => {
    const { asked, user } = open(() => []);
    await user.type(await screen.findByTestId("palette-input"), "0123456789");
    await waitFor(() => expect(searched(asked).at(-1)?.input).toEqual({ text: "0123456789" }));
    expect(searched(asked).length).toBeLessThan(5);
    expect(await screen.findByText("No matching command or payment.")).toBeTruthy();
  });

  test("neither says that there is nothing nor opens what an earlier text found while one types", async () => {
    const { user } = open(({ text }) => (text === "ada" ? [ada] : new Promise(() => undefined)));
    const field = await screen.findByTestId("palette-input");
    await user.type(field, "zzz");
    expect(screen.queryByText("No matching command or payment.")).toBeNull();
    expect(screen.getByText("Searching payments…")).toBeTruthy();
    await user.clear(field);
    await user.type(field, "ada");
    await screen.findByRole("option", { name: /Ada Obi/ });
    await user.type(field, " o{Enter}");
    expect(screen.getByTestId("where").textContent).not.toContain(ada.reference);
  });

  test("leaves the commands usable where the search fails", async () => {
    const { user } = open(() => {
      throw { code: "ledger_unavailable" };
    });
    await user.type(await screen.findByTestId("palette-input"), "audit");
    expect(await screen.findByText("Payments cannot be searched right now.")).toBeTruthy();
    await user.keyboard("{Enter}");
    expect(JSON.parse(screen.getByTestId("where").textContent ?? "")).toEqual({ name: "audit" });
  });
});
