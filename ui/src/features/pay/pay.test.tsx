import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { AppError } from "../../ipc";
import { chosen, desk, liveSession, octoberSalaries, opens, saves, show } from "../../test/render";
import PayScreen from ".";

const FILE = chosen("november.xlsx");

test("a file that cannot be read stays on the page with what it means and what to do, until it is closed", async () => {
  desk({
    ...opens("payroll", FILE.name),
    open_file: () => {
      throw { code: "file_encrypted" } satisfies AppError;
    },
  });
  const user = userEvent.setup();
  show(<PayScreen />);
  await user.click(await screen.findByTestId("pay-choose"));
  const panel = await screen.findByTestId("error-panel");
  expect(panel.dataset["code"]).toBe("file_encrypted");
  for (const part of [/has a password/, /nobody was paid/, /without the password/, /november\.xlsx/])
    expect(within(panel).getByText(part)).toBeTruthy();
  await user.click(within(panel).getByLabelText("Close"));
  expect(screen.queryByTestId("error-panel")).toBeNull();
});

test("a file of another kind is called what it is, with the way to the spreadsheet", async () => {
  desk({
    ...opens("payroll", FILE.name),
    open_file: () => {
      throw { code: "file_not_a_spreadsheet", data: { found: "html" } } satisfies AppError;
    },
  });
  const user = userEvent.setup();
  show(<PayScreen />);
  await user.click(await screen.findByTestId("pay-choose"));
  const panel = await screen.findByTestId("error-panel");
  for (const part of [/is a web page/, /nobody was paid/, /save it as Excel/])
    expect(within(panel).getByText(part)).toBeTruthy();
});

test("a first run says what comes after the file; later the payrolls are there instead", async () => {
  desk({ payrolls: () => [] });
  show(<PayScreen />);
  expect((await screen.findByTestId("pay-next")).textContent).toMatch(
    /Check.*Approve.*Only then is anybody paid.*Track/,
  );
});

test("what comes after the file is not said to who has paid before", async () => {
  desk({ payrolls: () => [octoberSalaries] });
  show(<PayScreen />);
  await screen.findByTestId("pay-again-7");
  expect(screen.queryByTestId("pay-next")).toBeNull();
});

test("a file beyond a limit says by how much", async () => {
  desk({
    ...opens("payroll", FILE.name),
    open_file: () => {
      throw { code: "file_too_many_rows", data: { found: 200_001, limit: 200_000 } } satisfies AppError;
    },
  });
  const user = userEvent.setup();
  show(<PayScreen />);
  await user.click(await screen.findByTestId("pay-choose"));
  expect(await screen.findByText(/200,001 rows with people or results; at most 200,000 are read/)).toBeTruthy();
});

test("closing the file dialog without a choice changes nothing", async () => {
  const asked = desk({ ...opens("payroll", null) });
  const user = userEvent.setup();
  show(<PayScreen />);
  await user.click(await screen.findByTestId("pay-choose"));
  expect(asked.some(({ command }) => command === "open_file")).toBe(false);
  expect(screen.getByTestId("pay-choose")).toBeTruthy();
});

test("while a file is read its name is shown, and a second one is not begun", async () => {
  const asked = desk({ ...opens("payroll", FILE.name), open_file: () => new Promise(() => undefined) });
  const user = userEvent.setup();
  show(<PayScreen />);
  await user.click(await screen.findByTestId("pay-choose"));
  expect((await screen.findByTestId("pay-reading")).textContent).toContain("november.xlsx");
  expect((screen.getByTestId("pay-sample") as HTMLButtonElement).disabled).toBe(true);
  expect(asked.filter(({ command }) => command === "open_file")).toHaveLength(1);
});

test("the sample is offered in practice only", async () => {
  desk({});
  show(<PayScreen />);
  expect(await screen.findByTestId("pay-sample")).toBeTruthy();
});

test("a live profile has no sample", async () => {
  desk({ session: () => liveSession });
  show(<PayScreen />);
  await screen.findByTestId("pay-choose");
  expect(screen.queryByTestId("pay-sample")).toBeNull();
});

test("a payroll paid before is offered again; one not finished can be gone on with or discarded", async () => {
  const draft = { ...octoberSalaries, id: 9, name: "November salaries", state: "draft", approvedAt: null };
  const asked = desk({
    payrolls: () => [draft, octoberSalaries],
    create_payroll: () => {
      throw { code: "not_found" } satisfies AppError;
    },
    discard_draft: () => null,
  });
  const user = userEvent.setup();
  show(<PayScreen />);
  expect((await screen.findByTestId("pay-again-7")).textContent).toContain("44,780,150.00");
  await user.click(screen.getByLabelText("Pay again from October salaries"));
  expect(asked).toContainEqual({ command: "create_payroll", input: { source: { kind: "earlier", payroll: 7 } } });
  await screen.findByTestId("error-panel");

  await user.click(screen.getByLabelText("Discard November salaries"));
  const confirm = await screen.findByTestId("confirm");
  expect(confirm.textContent).toContain("Discard November salaries");
  await user.click(confirm);
  await waitFor(() => expect(asked).toContainEqual({ command: "discard_draft", input: { id: 9 } }));
});

test("who has no file gets a template, for the country paid last at first", async () => {
  const asked = desk({
    payrolls: () => [{ ...octoberSalaries, totals: [{ count: 3, sum: "900.00", currency: "KES" }] }],
    ...saves("template", "Payroll template Kenya.xlsx"),
  });
  const user = userEvent.setup();
  show(<PayScreen />);
  await screen.findByText("October salaries");
  await user.click(await screen.findByTestId("pay-template"));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((item) => item.textContent)).toHaveLength(12);
  expect(items[0]?.textContent).toBe("Kenya");
  await user.click(screen.getByTestId("pay-template-KE"));
  expect(await screen.findByText(/Saved as Payroll template Kenya\.xlsx/)).toBeTruthy();
  expect(asked).toContainEqual({
    command: "save_file",
    input: { file: { kind: "template", country: "KE" }, handle: chosen("Payroll template Kenya.xlsx").handle },
  });
});
