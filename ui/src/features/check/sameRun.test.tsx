/** A draft with the name and month of a payroll that was sent. */
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

function open(sameRunAs: number | null) {
  desk({ session: () => liveSession });
  show(
    <>
      <Notes draft={draftOf({ name: NAME, sameRunAs })} onError={() => {}} />
      <Where />
    </>,
    { name: "check", id: 5 },
  );
}

test("says so at the beginning, and opens that payroll", async () => {
  open(SENT);
  expect((await screen.findByTestId("same-run")).textContent).toContain(`${NAME} exists already.`);
  await userEvent.click(screen.getByRole("button", { name: "Open the earlier payroll" }));
  expect(screen.getByTestId("where").textContent).toBe(`track ${SENT}`);
});

test("a name of its own needs no word", async () => {
  open(null);
  await screen.findByTestId("where");
  expect(screen.queryByTestId("same-run")).toBeNull();
});
