import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { desk, liveSession, saves, show } from "../../../../test/render";
import TrackScreen from "../..";
import { batch, track } from "../../testViews";
import { inputOf } from "../saveDocument";
import { sheetsAreLoaded } from "./PrintSheets";
import { type Progress, renderPages } from "./renderPages";

vi.mock(import("./renderPages"), async (original) => ({
  ...(await original()),
  renderPages: vi.fn<typeof renderPages>(),
}));

const PDF = new TextEncoder().encode("%PDF-").buffer;

/** Renders pages when the test requests it, like `renderPages`. */
let drawing: { progress: Progress; signal: AbortSignal; end: () => void; fail: () => void };
let revoked: string[];

beforeEach(() => {
  revoked = [];
  vi.mocked(renderPages).mockClear();
  // jsdom loads no images.
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  vi.stubGlobal("URL", Object.assign(URL, { revokeObjectURL: (url: string) => revoked.push(url) }));
  vi.mocked(renderPages).mockImplementation(
    (_, progress, signal) =>
      new Promise((resolve, reject) => {
        drawing = { progress, signal, end: resolve, fail: () => reject(new Error("page 2")) };
      }),
  );
});

async function open(answers: Parameters<typeof desk>[0] = {}, kind = "receipts") {
  const asked = desk({
    session: () => liveSession,
    payroll: () => track([batch(1, "Closed")]),
    payouts: ({ offset }) => ({ total: 0, offset, rows: [] }),
    settings: () => ({ profile: { baseUrl: "https://pay.example.com/v1" } }),
    document_pdf: () => PDF,
    control_work: () => null,
    ...answers,
  });
  show(<TrackScreen id={5} />, { name: "track", id: 5 });
  const user = userEvent.setup();
  await user.click(await screen.findByTestId("track-documents"));
  await user.click(await screen.findByTestId(`track-print-${kind}`));
  return { user, calls: (name: string) => asked.filter(({ command }) => command === name) };
}

const drawPages = (...urls: string[]) =>
  act(() => urls.forEach((url) => drawing.progress.onPage({ url, paper: "portrait" })));

async function drawn(count: number) {
  await waitFor(() => expect(renderPages).toHaveBeenCalled());
  act(() => drawing.progress.onCount(count));
}

const sheets = () => [...document.querySelectorAll(".print-sheet img")].map((image) => image.getAttribute("src"));

test("pages appear as they are drawn, and are printed when all are there", async () => {
  const { user, calls } = await open({ print_pages: () => "handed" });
  await drawn(2);
  drawPages("blob:1");
  expect(screen.getByTestId("print-status").textContent).toContain("page 2 of 2");
  expect(screen.getByAltText("Page 1 of 2")).toBeTruthy();
  expect(screen.getByTestId("print-print").hasAttribute("disabled")).toBe(true);
  expect(sheets()).toEqual([]);

  drawPages("blob:2");
  expect(screen.getByTestId("print-status").textContent).toBe("2 pages, A4");
  expect(sheets()).toEqual(["blob:1", "blob:2"]);
  await user.click(screen.getByTestId("print-print"));
  expect((await screen.findByTestId("toast")).textContent).toContain("Sent to print");
  expect(calls("document_pdf")[0]?.input).toMatchObject({ id: 5, input: { kind: "receipts" } });
  expect(calls("print_pages")[0]?.input).toMatchObject({ id: 5, input: { kind: "receipts" } });
  // No data of the document is left.
  await waitFor(() => expect(revoked).toEqual(["blob:1", "blob:2"]));
  expect(sheets()).toEqual([]);
});

test.each(["cancelled", "not_reported"])("pages stay while they may be needed: %s", async (end) => {
  const { user, calls } = await open({ print_pages: () => end });
  await drawn(1);
  drawPages("blob:1");
  await user.click(screen.getByTestId("print-print"));
  await waitFor(() => expect(calls("print_pages")).toHaveLength(1));
  await waitFor(() => expect(screen.getByTestId("print-print").textContent).toBe("Print…"));
  expect(sheets()).toEqual(["blob:1"]);
  expect(revoked).toEqual([]);
});

test("the button says that it prints while the system's dialog is open", async () => {
  const { user } = await open({ print_pages: () => new Promise(() => undefined) });
  await drawn(1);
  drawPages("blob:1");
  await user.click(screen.getByTestId("print-print"));
  const button = await screen.findByText("Printing…");
  expect(button.closest("button")).toHaveProperty("disabled", true);
});

test("Ctrl+P prints the document once its pages are there", async () => {
  const { calls } = await open({ print_pages: () => "cancelled" });
  const press = () => fireEvent.keyDown(window, { key: "p", ctrlKey: true });
  await drawn(1);
  // The window itself is never printed.
  expect(press()).toBe(false);
  expect(calls("print_pages")).toHaveLength(0);
  drawPages("blob:1");
  press();
  await waitFor(() => expect(calls("print_pages")).toHaveLength(1));
});

test("Escape stops the drawing and frees the pages", async () => {
  const { user } = await open();
  await drawn(3);
  drawPages("blob:1");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(drawing.signal.aborted).toBe(true));
  expect(revoked).toEqual(["blob:1"]);
  await waitFor(() => expect(screen.queryByTestId("print")).toBeNull());
  // The focus is restored.
  expect(document.activeElement).toBe(screen.getByTestId("track-documents"));
});

test("closing while the document is made stops it", async () => {
  const { user, calls } = await open({ document_pdf: () => new Promise(() => undefined) });
  await waitFor(() => expect(calls("document_pdf")).toHaveLength(1));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(calls("control_work")).toHaveLength(1));
  expect(renderPages).not.toHaveBeenCalled();
});

const tooLong = () => {
  throw { code: "document_too_long", data: { pages: 5_000, pagesMax: 200 } };
};

test("a document that is too long opens in the viewer", async () => {
  const { user, calls } = await open({ document_pdf: tooLong, open_document: () => true });
  const message = (await screen.findByTestId("error-panel")).textContent;
  expect(message).toContain("This document has 5,000 pages");
  expect(message).toContain("Up to 200 pages can be printed from here");
  expect(renderPages).not.toHaveBeenCalled();
  expect(screen.queryByTestId("print-print")).toBeNull();
  await user.click(screen.getByTestId("print-open-pdf"));
  expect((await screen.findByTestId("toast")).textContent).toContain("Print it there");
  expect(calls("open_document")[0]?.input).toMatchObject({ id: 5, input: { kind: "receipts" } });
  await waitFor(() => expect(screen.queryByTestId("print")).toBeNull());
});

test("a document that is too long is saved from the same dialog", async () => {
  const { user, calls } = await open({
    document_pdf: tooLong,
    ...saves("document", "receipts.pdf"),
  });
  await user.click(await screen.findByTestId("print-save"));
  expect((await screen.findByTestId("toast")).textContent).toContain("Saved as receipts.pdf");
  expect(calls("save_file")[0]?.input).toMatchObject({ file: { payroll: 5, input: { kind: "receipts" } } });
});

test("a long document on its way to the viewer is stopped with the dialog", async () => {
  const { user, calls } = await open({
    document_pdf: tooLong,
    open_document: () => new Promise(() => undefined),
  });
  await user.click(await screen.findByTestId("print-open-pdf"));
  await waitFor(() => expect(calls("open_document")).toHaveLength(1));
  expect((await screen.findByTestId("print-status")).textContent).toContain("Preparing the document");
  expect(calls("control_work")).toHaveLength(0);
  await user.click(screen.getByTestId("print-cancel"));
  await waitFor(() => expect(screen.queryByTestId("print")).toBeNull());
  expect(calls("control_work")[0]?.input).toEqual({ id: 5, request: "stop_documents" });
});

test("a viewer that does not open says so in the dialog", async () => {
  const refuse = () => {
    throw { code: "viewer_not_opened" };
  };
  const { user } = await open({ document_pdf: tooLong, open_document: refuse });
  await user.click(await screen.findByTestId("print-open-pdf"));
  await waitFor(() =>
    expect(screen.getAllByTestId("error-panel").map((panel) => panel.dataset.code)).toContain("viewer_not_opened"),
  );
  expect(screen.getByTestId("print")).toBeTruthy();
});

test("while the document is opened elsewhere, the keyboard does not print it", async () => {
  const { user, calls } = await open({ open_document: () => new Promise(() => undefined) });
  await drawn(1);
  drawPages("blob:1");
  await user.click(screen.getByTestId("print-open-pdf"));
  fireEvent.keyDown(window, { key: "p", ctrlKey: true });
  expect(screen.getByTestId("print-print").hasAttribute("disabled")).toBe(true);
  // It would be sent once the sheets are loaded.
  await act(sheetsAreLoaded);
  await act(() => inputOf({ payroll: 5, kind: "receipts" }));
  expect(calls("print_pages")).toHaveLength(0);
});

test("a page that is still read is waited for, and none is decoded before it is printed", async () => {
  const decode = vi.fn<() => Promise<void>>(() => Promise.resolve());
  HTMLImageElement.prototype.decode = decode;
  const { user, calls } = await open({ print_pages: () => "cancelled" });
  await drawn(1);
  drawPages("blob:1");
  const sheet = document.querySelector(".print-sheet img");
  if (sheet === null) throw new Error("there is no sheet");
  Object.defineProperty(sheet, "complete", { value: false });
  await user.click(screen.getByTestId("print-print"));
  expect(calls("print_pages")).toHaveLength(0);
  fireEvent.load(sheet);
  await waitFor(() => expect(calls("print_pages")).toHaveLength(1));
  expect(decode).not.toHaveBeenCalled();
});

/** Fails the rendering, and waits for the next one. */
async function fail(drawings: number) {
  act(() => drawing.fail());
  await waitFor(() => expect(renderPages).toHaveBeenCalledTimes(drawings));
}

test("a drawing that fails once is made again, from its first page", async () => {
  await open();
  await drawn(2);
  drawPages("blob:1");
  await fail(2);
  await drawn(2);
  drawPages("blob:3", "blob:4");
  expect(sheets()).toEqual(["blob:3", "blob:4"]);
  expect(screen.queryByTestId("print-failed")).toBeNull();
});

test("pages that cannot be drawn say so, and that no payment is affected; they can be tried again", async () => {
  const { user, calls } = await open();
  await drawn(2);
  drawPages("blob:1");
  await fail(2);
  act(() => drawing.fail());
  const message = (await screen.findByTestId("print-failed")).textContent;
  expect(message).toContain("no payment is affected");
  expect(message).toContain("For support: Error: page 2");
  expect(sheets()).toEqual([]);
  expect(screen.queryByTestId("print-print")).toBeNull();

  await user.click(screen.getByTestId("print-retry"));
  await waitFor(() => expect(calls("document_pdf")).toHaveLength(2));
  await waitFor(() => expect(renderPages).toHaveBeenCalledTimes(3));
  await drawn(1);
  drawPages("blob:5");
  expect(sheets()).toEqual(["blob:5"]);
});

test("no second drawing is made for a dialog that was closed", async () => {
  const { user } = await open();
  await drawn(2);
  await user.keyboard("{Escape}");
  await act(async () => drawing.fail());
  expect(renderPages).toHaveBeenCalledOnce();
});

test.each([
  ["document_pdf", "document_empty"],
  ["print_pages", "not_printed"],
])("an error of %s is shown in the dialog: %s", async (command, code) => {
  const refuse = () => {
    throw Object.assign(new Error(code), { code });
  };
  const { user } = await open({ [command]: refuse });
  if (command === "print_pages") {
    await drawn(1);
    drawPages("blob:1");
    await user.click(screen.getByTestId("print-print"));
  }
  expect((await screen.findByTestId("error-panel")).dataset.code).toBe(code);
});
