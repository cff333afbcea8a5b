/** The origin of a payroll's people. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { PayrollLine } from "../../ipc";
import { useNavigation } from "../../navigation";
import { desk, liveSession, octoberSalaries, show } from "../../test/render";
import { draftOf, problemOf, rowOf } from "./fixtures";
import { PanelBox } from "./panel/PanelBox";
import { Origin } from "./summary/Origin";

const DRAFT = 9;
const SENT = 7;

function Where() {
  const { screen: at } = useNavigation();
  return <output data-testid="where">{`${at.name} ${"id" in at ? at.id : ""}`}</output>;
}

function open(links: Partial<PayrollLine>, file = "") {
  const draft: PayrollLine = { ...octoberSalaries, id: DRAFT, state: "draft", ...links };
  desk({ session: () => liveSession, payrolls: () => [draft, octoberSalaries] });
  show(
    <>
      <Origin id={DRAFT} file={file} />
      <Where />
    </>,
    { name: "check", id: DRAFT },
  );
}

const link = { payroll: SENT, name: "October salaries", isDraft: false };

test.each<[string, Partial<PayrollLine>]>([
  ["Pays 1 person of October salaries again", { paysAgain: [{ ...link, people: 1, isCorrection: false }] }],
  ["Corrects 16 people of October salaries", { paysAgain: [{ ...link, people: 16, isCorrection: true }] }],
])("%s, and opens that payroll", async (expected, links) => {
  open(links);
  await userEvent.click(await screen.findByRole("button", { name: expected }));
  expect(screen.getByTestId("where").textContent).toBe(`track ${SENT}`);
});

test("a payroll that corrects another one and has its file names both", async () => {
  open({ paysAgain: [{ ...link, people: 16, isCorrection: true }] }, "october.xlsx");
  const button = await screen.findByTestId(`check-origin-${SENT}`);
  expect(button.parentElement?.textContent).toContain("october.xlsx · Corrects 16 people of October salaries");
});

test("a payroll of nobody else’s people has none", async () => {
  open({});
  expect(await screen.findByText("Without a file")).toBeTruthy();
  open({}, "october.xlsx");
  expect(await screen.findByText("october.xlsx")).toBeTruthy();
});

test.each([
  [draftOf(), "In the file"],
  [draftOf({ fileName: "" }), "In this payroll"],
])("the panel names a file only where there is one", ({ fileName }, expected) => {
  desk({ session: () => liveSession });
  const row = rowOf(0, { name: "Ada Obi" });
  const detail = {
    row,
    fileValues: [],
    bulk: [],
    place: 1,
    openRows: 1,
    previousOpen: null,
    nextOpen: null,
    lastPaid: null,
    more: { branchCode: null, branchName: null, email: null, phone: null, areSent: false },
  };
  const problem = problemOf({ code: "name_differs", severity: "warning", field: "name" });
  show(<PanelBox detail={detail} problem={problem} hasFile={fileName !== ""} />);
  expect(screen.getByText(expected)).toBeTruthy();
});
