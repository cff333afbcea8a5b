import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { App } from "../../App";
import { events } from "../../bindings";
import type { AppError, FileDrag } from "../../ipc";
import { takePendingFile } from "../../session/pendingFile";
import { preload } from "../../screens";
import { chosen, desk, practiceSession, show } from "../../test/render";
import { Welcome } from "../../features/welcome";

beforeAll(() => Promise.all([preload("pay"), preload("people")]));

const dropped = (name: string, others = 0): FileDrag => ({ kind: "dropped", file: chosen(name), others });

/** A desk on which these files wait; none of them can be read. */
function deskWith(waiting: FileDrag[]) {
  const asked = desk(
    {
      session: () => practiceSession,
      take_open_with_file: () => waiting.shift() ?? null,
      open_file: () => {
        throw { code: "file_unreadable" } satisfies AppError;
      },
      people: () => ({ total: 0, rows: [] }),
    },
    { shouldMockEvents: true },
  );
  return () => asked.filter(({ command }) => command === "open_file").map(({ input }) => input["file"]);
}

test("a file that was opened with Paysheet before its window listened is opened once, like a dropped one", async () => {
  const opened = deskWith([dropped("november.xlsx", 2)]);
  render(<App scheme="light" />);
  expect((await screen.findByTestId("error-panel")).textContent).toContain("november.xlsx");
  expect(opened()).toEqual([chosen("november.xlsx").handle]);
  expect((await screen.findByTestId("toast")).textContent).toContain("only the first is opened");
});

test("a file that is opened later leads from any screen to Pay, and one that was taken already does not", async () => {
  const waiting: FileDrag[] = [];
  const opened = deskWith(waiting);
  render(<App scheme="light" />);
  await userEvent.click(await screen.findByTestId("sidebar-people"));
  await waitFor(() => expect(screen.getByTestId("frame").dataset["screen"]).toBe("people"));

  await act(() => events.fileDragSignal.emit({ kind: "open_with" }));
  expect(screen.getByTestId("frame").dataset["screen"]).toBe("people");

  waiting.push(dropped("december.csv"));
  await act(() => events.fileDragSignal.emit({ kind: "open_with" }));
  expect((await screen.findByTestId("error-panel")).textContent).toContain("december.csv");
  expect(screen.getByTestId("frame").dataset["screen"]).toBe("pay");
  expect(opened()).toEqual([chosen("december.csv").handle]);
});

test("on the welcome screen a file that was opened with Paysheet waits for a desk", async () => {
  const opened = deskWith([dropped("november.xlsx")]);
  show(<Welcome />);
  expect((await screen.findByTestId("welcome-dropped")).textContent).toContain("november.xlsx is ready.");
  expect(opened()).toEqual([]);
  expect(takePendingFile()).toEqual(chosen("november.xlsx"));
});
