import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { App } from "../../App";
import { events } from "../../bindings";
import { type AppError, type FileDrag, onFileDrag } from "../../ipc";
import { takePendingFile } from "../../session/pendingFile";
import { preload } from "../../screens";
import { chosen, desk, practiceSession, show } from "../../test/render";
import { Welcome } from "../../features/welcome";

beforeAll(() => Promise.all([preload("pay"), preload("people")]));

const dropped = (name: string, others = 0): FileDrag => ({ kind: "dropped", file: chosen(name), others });

/** A desk on which these files wait; none of them can be read, once they are. */
function deskWith(waiting: FileDrag[], read: () => Promise<void> | void = () => undefined) {
  const asked = desk(
    {
      session: () => practiceSession,
      take_open_with_file: () => waiting.shift() ?? null,
      open_file: async () => {
        await read();
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

test("a file that is opened while another is read is opened after it", async () => {
  let endReading = (): void => undefined;
  const waiting = [dropped("november.xlsx")];
  const opened = deskWith(waiting, () => new Promise((done) => (endReading = done)));
  render(<App scheme="light" />);
  await waitFor(() => expect(opened()).toEqual([chosen("november.xlsx").handle]));
  waiting.push(dropped("december.csv"));
  await act(() => events.fileDragSignal.emit({ kind: "open_with" }));
  expect(opened()).toEqual([chosen("november.xlsx").handle]);

  act(endReading);
  await waitFor(() => expect(opened()).toEqual(["november.xlsx", "december.csv"].map((name) => chosen(name).handle)));
  act(endReading);
  expect((await screen.findByTestId("error-panel")).textContent).toContain("december.csv");
});

test("a file that is opened behind a dialog waits until it is closed, and what is entered is kept", async () => {
  const waiting: FileDrag[] = [];
  const opened = deskWith(waiting);
  render(<App scheme="light" />);
  await userEvent.click(await screen.findByTestId("sidebar-people"));
  await waitFor(() => expect(screen.getByTestId("frame").dataset["screen"]).toBe("people"));
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  const field = dialog.appendChild(document.createElement("input"));
  field.focus();

  waiting.push(dropped("december.csv"));
  await act(() => events.fileDragSignal.emit({ kind: "open_with" }));
  expect((await screen.findByTestId("toast")).textContent).toContain("december.csv opens when this dialog is closed.");
  expect(document.activeElement).toBe(field);
  expect(screen.getByTestId("frame").dataset["screen"]).toBe("people");
  expect(opened()).toEqual([]);

  dialog.remove();
  expect((await screen.findByTestId("error-panel")).textContent).toContain("december.csv");
  expect(opened()).toEqual([chosen("december.csv").handle]);
});

test("a field is left before the screen is, so that its text is saved", async () => {
  const waiting: FileDrag[] = [];
  const opened = deskWith(waiting);
  render(<App scheme="light" />);
  await screen.findByTestId("frame");
  const field = document.body.appendChild(document.createElement("input"));
  const saved = vi.fn<() => void>(() => expect(opened()).toEqual([]));
  field.addEventListener("blur", saved);
  field.focus();
  waiting.push(dropped("december.csv"));
  await act(() => events.fileDragSignal.emit({ kind: "open_with" }));
  await waitFor(() => expect(opened()).toEqual([chosen("december.csv").handle]));
  expect(saved).toHaveBeenCalledOnce();
  field.remove();
});

test("a file that was taken for a listener that ended is passed to the next one, once", async () => {
  const takes: ((file: FileDrag | null) => void)[] = [];
  desk({ take_open_with_file: () => new Promise((done) => takes.push(done)) }, { shouldMockEvents: true });
  const heard: string[] = [];
  const listen = (name: string) =>
    onFileDrag((drag) => heard.push(`${name}: ${drag.kind === "dropped" ? drag.file.name : drag.kind}`));
  const endFirst = listen("first");
  await waitFor(() => expect(takes).toHaveLength(1));
  endFirst();
  takes[0]?.(dropped("november.xlsx"));
  await new Promise((done) => setTimeout(done));
  expect(heard).toEqual([]);

  const endSecond = listen("second");
  expect(heard).toEqual(["second: november.xlsx"]);
  await waitFor(() => expect(takes).toHaveLength(2));
  endSecond();
  const endThird = listen("third");
  takes[1]?.(dropped("december.csv"));
  await waitFor(() => expect(heard).toEqual(["second: november.xlsx", "third: december.csv"]));
  endThird();
});

test("on the welcome screen a file that was opened with Paysheet waits for a desk", async () => {
  const opened = deskWith([dropped("november.xlsx")]);
  show(<Welcome />);
  expect((await screen.findByTestId("welcome-dropped")).textContent).toContain("november.xlsx is ready.");
  expect(opened()).toEqual([]);
  expect(takePendingFile()).toEqual(chosen("november.xlsx"));
});
