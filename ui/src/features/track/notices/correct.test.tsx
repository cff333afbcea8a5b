import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { RetryLinkView, TrackView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import { desk, liveSession, show } from "../../../test/render";
import TrackScreen from "..";
import { batch, track } from "../testViews";

const CORRECTED = 31;
const NAME = "November salaries (corrected)";

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{`${at.name} ${"id" in at ? at.id : ""}`}</output>;
}

function open(view: TrackView, correct: () => unknown = () => CORRECTED) {
  const asked = desk({
    session: () => liveSession,
    payroll: () => view,
    payouts: ({ offset }) => ({ total: 0, offset, rows: [] }),
    create_payroll: correct,
  });
  show(
    <>
      <TrackScreen id={5} />
      <Where />
    </>,
    { name: "track", id: 5 },
  );
  return asked;
}

const sources = (asked: ReturnType<typeof open>) =>
  asked.filter(({ command }) => command === "create_payroll").map(({ input }) => input["source"]);

const link = (more: Partial<RetryLinkView> = {}): RetryLinkView => ({
  payroll: CORRECTED,
  name: NAME,
  isDraft: true,
  people: 36,
  isCorrection: true,
  ...more,
});

test("what is left after a stop can be continued, or corrected in a draft of its own", async () => {
  const asked = open(track([batch(1, "Settling"), batch(2, "Approved")]));
  const user = userEvent.setup();
  const button = await screen.findByTestId("track-correct");
  expect(button.textContent).toBe("Correct the rest in Check");
  expect(screen.getByTestId("track-send-again").textContent).toBe("Continue sending");
  await user.click(button);
  await waitFor(() => expect(screen.getByTestId("where").textContent).toBe(`check ${CORRECTED}`));
  expect(sources(asked)).toEqual([{ kind: "never_taken", payroll: 5 }]);
});

test("a rejected payroll is corrected with everybody in it", async () => {
  open(track([batch(1, "NotAccepted"), batch(2, "Approved")]));
  expect((await screen.findByTestId("track-correct")).textContent).toBe("Correct in Check");
});

test("why it cannot be corrected is said, and the payroll stays open", async () => {
  open(track([batch(1, "NotAccepted")], { state: "refused" }), () => {
    throw { code: "sending_goes_on" };
  });
  await userEvent.setup().click(await screen.findByTestId("track-correct"));
  expect((await screen.findByRole("alert")).textContent).toContain("is being sent");
  expect(screen.getByTestId("where").textContent).toBe("track 5");
});

const RECORDED = "You recorded that your provider does not have batch 1. If that is right, none of";

test.each([
  ["rejected", batch(1, "NotAccepted", "invalid"), "track-refused"],
  ["not sent", batch(1, "NotSent", "dns"), "track-not-sent"],
])("a batch that the provider may have had is corrected, and its people are asked about: %s", async (_, one, panel) => {
  open(track([{ ...one, message: "Row 3: invalid account", wasUnknown: true }], { state: "refused" }));
  const { textContent } = await screen.findByTestId(panel);
  expect(textContent).toContain(RECORDED);
  expect(textContent).toContain("If you correct batch 1, Paysheet asks about each of its people before they are paid.");
  expect(screen.getByTestId("track-correct").textContent).toBe("Correct in Check");
});

test("of several batches, only those that the provider may have had are asked about", async () => {
  const refused = (number: number, wasUnknown: boolean) => ({ ...batch(number, "NotAccepted", "invalid"), wasUnknown });
  open(track([refused(1, true), refused(2, false), refused(3, true)], { state: "refused" }));
  expect((await screen.findByTestId("track-refused")).textContent).toContain(
    "If you correct batches 1, 3, Paysheet asks about each of their people before they are paid.",
  );
});

test.each([
  ["the provider had none of it before", [batch(1, "NotAccepted", "invalid")]],
  ["it cannot be corrected now", [{ ...batch(1, "NotAccepted", "invalid"), wasUnknown: true }, batch(2, "Intent")]],
])("nothing is said about questions where %s", async (_, batches) => {
  open(track(batches, { state: "refused" }));
  expect((await screen.findByTestId("track-refused")).textContent).not.toContain("asks about");
});

test("what was rejected is corrected in a new payroll, not sent again as it is", async () => {
  open(track([{ ...batch(1, "NotAccepted", "invalid"), message: "Row 3: invalid account" }], { state: "refused" }));
  expect((await screen.findByTestId("track-refused")).textContent).toContain(
    "Correct what it reports in Check, then approve and send the new payroll.",
  );
});

test.each([
  ["all of it is at the provider", [batch(1, "Settling"), batch(2, "Unknown")], {}],
  ["a batch is being sent", [batch(1, "Intent"), batch(2, "Approved")], { sending: true }],
])("nothing is corrected while %s", async (_, batches, more) => {
  open(track(batches, more));
  await screen.findByTestId("track-screen");
  expect(screen.queryByTestId("track-correct")).toBeNull();
  expect(screen.queryByTestId("track-uncorrected")).toBeNull();
});

test("the earlier payroll says who is corrected and not paid yet, and the draft opens in Check", async () => {
  open(track([batch(1, "Settling"), batch(2, "Withdrawn")], { correctable: 0, paidAgainIn: [link()] }));
  const note = await screen.findByTestId("track-corrected-in");
  expect(note.textContent).toContain(`36 people are corrected in ${NAME} and are not paid yet.`);
  expect(screen.queryByTestId("track-paid-again-in")).toBeNull();
  await userEvent.setup().click(within(note).getByRole("button", { name: "Open" }));
  expect(screen.getByTestId("where").textContent).toBe(`check ${CORRECTED}`);
});

test("who is corrected in a payroll that was sent is not said to be paid", async () => {
  const sent = link({ isDraft: false, people: 1 });
  open(track([batch(1, "Settling"), batch(2, "Withdrawn")], { correctable: 0, paidAgainIn: [sent] }));
  const note = await screen.findByTestId("track-corrected-in");
  expect(note.textContent).toContain(`1 person is corrected in ${NAME}. Open it to see whether this person was paid.`);
  await userEvent.setup().click(within(note).getByRole("button", { name: "Open" }));
  expect(screen.getByTestId("where").textContent).toBe(`track ${CORRECTED}`);
});

test("the new payroll says whom it corrects, and of which payroll", async () => {
  const earlier = link({ payroll: 4, name: "October salaries", isDraft: false });
  open(track([batch(1, "Settling")], { paysAgain: [earlier] }));
  const note = await screen.findByTestId("track-corrects");
  expect(note.textContent).toContain("Corrects 36 people of October salaries, who were withdrawn there.");
  expect(screen.queryByTestId("track-pays-again")).toBeNull();
  await userEvent.setup().click(within(note).getByRole("button", { name: "Open" }));
  expect(screen.getByTestId("where").textContent).toBe("track 4");
});

test("people who were withdrawn and are in no other payroll are not forgotten", async () => {
  const asked = open(track([batch(1, "Settling"), batch(2, "Withdrawn")]));
  const note = await screen.findByTestId("track-uncorrected");
  expect(note.textContent).toContain("10 people were withdrawn and are in no other payroll.");
  await userEvent.setup().click(within(note).getByRole("button", { name: "Correct in Check" }));
  await waitFor(() => expect(screen.getByTestId("where").textContent).toBe(`check ${CORRECTED}`));
  expect(sources(asked)).toEqual([{ kind: "never_taken", payroll: 5 }]);
});

test.each([
  ["another payroll corrects them", [batch(1, "Settling"), batch(2, "Withdrawn")], { correctable: 0 }],
  ["a panel offers it", [batch(1, "NotSent", "dns"), batch(2, "Withdrawn")], {}],
  ["all of the payroll is withdrawn", [batch(1, "Withdrawn")], { state: "withdrawn" }],
] as const)("it is said once: not where %s", async (_, batches, more) => {
  open(track([...batches], more));
  await screen.findByTestId("track-withdrawn");
  expect(screen.queryByTestId("track-uncorrected")).toBeNull();
});

test("people of a withdrawn payroll are paid after all in one that is linked to it", async () => {
  const asked = open(track([batch(1, "Withdrawn")], { state: "withdrawn" }));
  const button = await screen.findByTestId("track-pay-again");
  expect(button.textContent).toBe("Pay in a new payroll");
  await userEvent.setup().click(button);
  await waitFor(() => expect(screen.getByTestId("where").textContent).toBe(`check ${CORRECTED}`));
  expect(sources(asked)).toEqual([{ kind: "never_taken", payroll: 5 }]);
});

test("people of a withdrawn payroll who are in another one are not put in a third", async () => {
  open(track([batch(1, "Withdrawn")], { state: "withdrawn", correctable: 0, paidAgainIn: [link({ people: 10 })] }));
  expect((await screen.findByTestId("track-corrected-in")).textContent).toContain("10 people are corrected");
  expect(screen.queryByTestId("track-pay-again")).toBeNull();
});

test("a withdrawn batch that the provider may have had is not said to be unpaid", async () => {
  open(track([{ ...batch(1, "Withdrawn"), wasUnknown: true }], { state: "withdrawn" }));
  const { textContent } = await screen.findByTestId("track-withdrawn");
  expect(textContent).toContain("follows only from what a person recorded");
  expect(textContent).not.toContain("None of it was paid");
});
