import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { AppError, DestinationsView, ListView } from "../../ipc";
import { byKind, changed, copiedTexts, desk, liveSettings, practiceSession, show } from "../../test/render";
import BanksScreen from ".";

const DAY = "2026-11-20T08:30:00Z";
const listed = (kind: ListView["kind"], failure: AppError | null = null): ListView => ({
  kind,
  fetchedAt: DAY,
  failure,
});
const ghana: DestinationsView = {
  country: "GH",
  banks: [
    { code: "GH040100", name: "GCB Bank", kind: "bank", aliases: ["Ghana Commercial Bank"], uses: 0 },
    { code: "GH130100", name: "Ecobank Ghana", kind: "bank", aliases: [], uses: 0 },
    { code: "MTN", name: "MTN Mobile Money", kind: "mobile_money", aliases: ["MoMo"], uses: 0 },
  ],
  lists: [listed("bank"), listed("mobile_money"), listed("pickup")],
};
const nothing = (failure: AppError): DestinationsView => ({
  country: "NG",
  banks: [],
  lists: [{ kind: "bank", fetchedAt: null, failure }],
});

function banks(answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    session: () => practiceSession,
    settings: () => ({ ...liveSettings, mode: "practice" }),
    bank_countries: () => [{ country: "GH", banks: 2, wallets: 1 }],
    banks: ({ country }) => (country === "GH" ? ghana : { ...ghana, country, banks: [] }),
    branches: () => ({ fetchedAt: DAY, branches: [{ code: "GH040105", name: "Boundary Road" }] }),
    ...answers,
  });
  show(<BanksScreen />, { name: "banks" });
  return asked;
}

test("a bank is found by its code or another name of it, and its branches by theirs", async () => {
  const user = userEvent.setup();
  const asked = banks();
  await user.click(await screen.findByTestId("banks-country-GH"));
  expect(screen.getByTestId("banks-country-GH").textContent).toContain("2 banks, 1 wallet");
  await screen.findByText("Ecobank Ghana");
  await user.type(screen.getByTestId("banks-search"), "ghana commer");
  expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("GCB Bank");
  // Branches are not requested before they are opened.
  expect(asked.some(({ command }) => command === "branches")).toBe(false);
  await user.click(screen.getByTestId("banks-bank-GH040100"));
  const branches = await screen.findByTestId("banks-branches");
  await within(branches).findByText("Boundary Road");
  await user.type(within(branches).getByTestId("banks-branch-search"), "osu");
  expect(within(branches).queryByText("Boundary Road")).toBeNull();
});

test("a code is copied", async () => {
  const user = userEvent.setup();
  const copied = copiedTexts();
  banks();
  await user.click(await screen.findByTestId("banks-country-GH"));
  await user.click(await screen.findByTestId("banks-copy-MTN"));
  expect(copied).toEqual(["MTN"]);
});

test("why there is no list is said, with the way out", async () => {
  const user = userEvent.setup();
  const asked = banks({
    banks: () => nothing({ code: "locked" }),
    change_session: byKind({ unlock: () => practiceSession }),
  });
  await user.click(await screen.findByTestId("banks-country-NG"));
  const problem = await screen.findByTestId("error-panel");
  expect(problem.dataset["code"]).toBe("locked");
  await user.click(within(problem).getByRole("button", { name: "Unlock" }));
  await waitFor(() => expect(changed(asked, "change_session", "unlock").length).toBe(1));
});

test("a list that could not be refreshed is shown with its day, and with what failed", async () => {
  const user = userEvent.setup();
  const old = { ...ghana, lists: [listed("bank", { code: "no_connection" })] };
  banks({ banks: () => old });
  await user.click(await screen.findByTestId("banks-country-GH"));
  expect((await screen.findByTestId("error-panel")).dataset["code"]).toBe("no_connection");
  await screen.findByText("Ecobank Ghana");
  expect(screen.getByTestId("banks-screen").textContent).toContain("2026");
});
