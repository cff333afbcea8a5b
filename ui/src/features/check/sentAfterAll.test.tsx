/** A draft whose batch the provider had refused and took all the same. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { useNavigation } from "../../navigation";
import { desk, liveSession, show } from "../../test/render";
import { draftOf } from "./fixtures";
import { Notes } from "./summary/Notes";

const NAME = "November salaries";
const SENT = 7;

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{`${at.name} ${"id" in at ? at.id : ""}`}</output>;
}

test("says who is excluded, and opens the payroll that tracks them", async () => {
  desk({ session: () => liveSession });
  const link = { payroll: SENT, name: NAME, isDraft: false, people: 3 };
  show(
    <>
      <Notes draft={draftOf({ name: NAME, sameRunAs: SENT, sentAfterAll: [link] })} onError={() => {}} />
      <Where />
    </>,
    { name: "check", id: 5 },
  );
  expect((await screen.findByTestId("sent-after-all")).textContent).toContain(
    `reports on 3 people of this payroll, although it had rejected their batch. They are excluded here and tracked in ${NAME}.`,
  );
  // Another name would not make it a different payroll.
  expect(screen.queryByTestId("same-run")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: `Open ${NAME}` }));
  expect(screen.getByTestId("where").textContent).toBe(`track ${SENT}`);
});
