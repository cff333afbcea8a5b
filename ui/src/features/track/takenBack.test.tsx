import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { TrackView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { desk, liveSession, show } from "../../test/render";
import TrackScreen from ".";
import { batch, track } from "./testViews";

const PART = 31;
const NAME = "November salaries (rest)";

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{`${at.name} ${"id" in at ? at.id : ""}`}</output>;
}

function open(view: TrackView) {
  const asked = desk({
    session: () => liveSession,
    payroll: () => view,
    payouts: ({ offset }) => ({ total: 0, offset, rows: [] }),
    take_back: () => PART,
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

test("what is left after a stop can be continued, or corrected in a draft of its own", async () => {
  const asked = open(track([batch(1, "Settling"), batch(2, "Approved")]));
  const user = userEvent.setup();
  const button = await screen.findByTestId("track-take-back");
  expect(button.textContent).toBe("Correct the rest in Check");
  expect(screen.getByTestId("track-send-again").textContent).toBe("Continue sending");
  await user.click(button);
  expect(asked.filter(({ command }) => command === "take_back")).toHaveLength(1);
  await waitFor(() => expect(screen.getByTestId("where").textContent).toBe(`check ${PART}`));
});

test("a rejected payroll is corrected itself", async () => {
  open(track([batch(1, "NotAccepted"), batch(2, "Approved")]));
  expect((await screen.findByTestId("track-take-back")).textContent).toBe("Correct in Check");
});

test("a batch that the provider may have had before is not corrected, and it is said why", async () => {
  const refused = { ...batch(1, "NotAccepted", "invalid"), message: "Row 3: invalid account", wasUnknown: true };
  open(track([refused], { state: "refused" }));
  const { textContent } = await screen.findByTestId("track-refused");
  expect(textContent).toContain("You recorded that your provider does not have batch 1. If that is right, none of");
  expect(textContent).toContain("The rows of batch 1 must stay as they were sent");
  expect(textContent).not.toContain("was not paid");
  expect(screen.queryByTestId("track-take-back")).toBeNull();
  expect(screen.getByTestId("track-send-again")).toBeTruthy();
});

test("a withdrawn batch that the provider may have had is not said to be unpaid", async () => {
  open(track([{ ...batch(1, "Withdrawn"), wasUnknown: true }], { state: "withdrawn" }));
  const { textContent } = await screen.findByTestId("track-withdrawn");
  expect(textContent).toContain("follows only from what a person recorded");
  expect(textContent).not.toContain("None of it was paid");
});

test.each([
  ["all of it is at the provider", [batch(1, "Settling"), batch(2, "Unknown")], {}],
  ["a batch is being sent", [batch(1, "Intent"), batch(2, "Approved")], { sending: true }],
])("nothing is taken back while %s", async (_, batches, more) => {
  open(track(batches, more));
  await screen.findByTestId("track-screen");
  expect(screen.queryByTestId("track-take-back")).toBeNull();
});

test("both payrolls show the link, and a deleted draft is not forgotten", async () => {
  const link = { payroll: PART, name: NAME, isDraft: true, people: 36 };
  const gone = { payroll: 30, name: null, isDraft: true, people: 1 };
  const from = { payroll: 4, name: "November salaries", isDraft: false, people: 40 };
  open(track([batch(1, "Settling")], { takenBackTo: [gone, link], takenBackFrom: from }));
  const user = userEvent.setup();
  const [deleted, to] = await screen.findAllByTestId("track-taken-back-to");
  expect(deleted?.textContent).toContain("1 person was taken back to a draft that was deleted");
  expect(to?.textContent).toContain(`36 people were taken back to Check as ${NAME} and are not paid yet`);
  expect(screen.getByTestId("track-taken-back-from").textContent).toContain(
    "40 people were taken back from November salaries",
  );
  await user.click(screen.getAllByRole("button", { name: "Open" })[1] as HTMLElement);
  expect(screen.getByTestId("where").textContent).toBe(`check ${PART}`);
});

test("who was taken back to a payroll that was sent is not said to be paid", async () => {
  open(track([batch(1, "Settling")], { takenBackTo: [{ payroll: PART, name: NAME, isDraft: false, people: 36 }] }));
  expect((await screen.findByTestId("track-taken-back-to")).textContent).toContain(
    `36 people were taken back to Check and are now in ${NAME}. Open it to see who was paid.`,
  );
});

test("what the provider took after it had refused it says so", async () => {
  open(track([batch(1, "Settling")], { sentAfterAll: 3 }));
  expect((await screen.findByTestId("track-sent-after-all")).textContent).toContain(
    "had rejected 3 people of this payroll, and then reported on the payments",
  );
});

test("a payroll whose people are sent by what it was before leads there", async () => {
  const link = { payroll: 44, name: "November salaries", isDraft: false, people: 3 };
  open(track([batch(1, "Withdrawn")], { sentAfterAllIn: [link] }));
  const notice = await screen.findByTestId("track-sent-after-all-in");
  expect(notice.textContent).toContain("They are tracked as sent in November salaries");
  await userEvent.setup().click(within(notice).getByRole("button"));
  expect(screen.getByTestId("where").textContent).toBe("track 44");
});
