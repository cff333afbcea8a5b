/** The desk's review for the Approve screen, and the screen with it. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

import type { ListedPerson, NamesOutcome, ReviewInput, ReviewView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { desk, liveSession, liveSettings, show } from "../../test/render";
import ApproveScreen from ".";

export const listed = (name: string, more: Partial<ListedPerson> = {}): ListedPerson => ({
  row: 44,
  name,
  amount: { count: 1, sum: "96000.00", currency: "NGN" },
  from: null,
  to: null,
  holder: null,
  reason: null,
  ...more,
});
export const noNames: NamesOutcome = {
  matching: 0,
  close: 0,
  differing: 0,
  notFound: 0,
  notVerified: 0,
  unavailable: 0,
  people: [],
};

export const review: ReviewView = {
  id: 9,
  fingerprint: "f-1",
  host: "pay.example.com",
  banksListedAt: "2026-11-20T08:30:00Z",
  questions: [],
  input: { name: "November salaries", period: "2025-11", senderName: "KOLA FOODS LTD", instantQueue: true },
  profileName: "Kola Foods",
  approver: "Ngozi Adeyemi",
  fileName: "Kola payroll Nov 2025.xlsx",
  countries: ["NG"],
  totals: [{ count: 311, sum: "45120300.00", currency: "NGN" }],
  largest: { count: 1, sum: "357300.00", currency: "NGN" },
  fees: [],
  largestName: "Amina Bello",
  banks: 13,
  wallets: 0,
  batches: [120, 120, 71].map((count) => ({ count, sum: "1.00", currency: "NGN" as const })),
  unconfirmed: null,
  walletsMissing: [],
  withoutBranch: 0,
  changes: [
    {
      kind: "zero_added",
      field: "account_number",
      skippedAs: null,
      from: null,
      to: null,
      rows: [3, 5, 7],
      people: [
        listed("Ada Obi", { row: 3, from: "427661560", to: "0427661560", holder: "OBI ADA" }),
        listed("Bola Ade", { row: 5, from: "", to: "0100000099" }),
        listed("", { row: null, to: "0100000199" }),
      ],
    },
  ],
  decisions: [
    {
      accepted: null,
      name: "Samuel Etim",
      sum: { count: 1, sum: "96000.00", currency: "NGN" },
      reasons: [],
      rows: [44],
      people: [listed("Samuel Etim")],
    },
  ],
  names: { ...noNames, matching: 311 },
  comparison: { with: null, sameFile: null, thresholdPct: 30, counts: [], differences: [] },
  bridge: null,
};

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{at.name}</output>;
}

export function approve(answers: Parameters<typeof desk>[0] = {}) {
  const asked = desk({
    session: () => liveSession,
    settings: () => liveSettings,
    review: ({ input }) => ({ ...review, input: (input as ReviewInput | null) ?? review.input }),
    change_payroll: () => null,
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

export const calls = (asked: ReturnType<typeof desk>, name: string) => asked.filter(({ command }) => command === name);
export const payButton = () => screen.getByTestId<HTMLButtonElement>("approve-pay");

/** A final `{Enter}` is pressed after the total was compared. */
export async function typeTotal(user: ReturnType<typeof userEvent.setup>, total: string) {
  const [text = "", enter] = total.split("{Enter}");
  await user.type(await screen.findByTestId("approve-total-input"), text);
  if (enter === undefined) return;
  await screen.findByText("Same total");
  await user.keyboard("{Enter}");
}
