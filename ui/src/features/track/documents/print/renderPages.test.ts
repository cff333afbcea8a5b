import { beforeEach, expect, test, vi } from "vitest";

import { openPdf } from "./pdf";
import { type Progress, renderPages } from "./renderPages";

vi.mock(import("./pdf"));

const A4 = { width: 595.28, height: 841.89 };
const close = vi.fn<() => void>();
const getPage = vi.fn<(number: number) => Promise<unknown>>();
const progress = { onCount: vi.fn<Progress["onCount"]>(), onPage: vi.fn<Progress["onPage"]>() };
let breakWorker: (error: Error) => void;
const canvases: HTMLCanvasElement[] = [];

/** A document with this many pages; `draw` renders one of them. */
function aDocument(numPages: number, draw: () => Promise<void> = () => Promise.resolve(), { width, height } = A4) {
  getPage.mockImplementation(() =>
    Promise.resolve({
      getViewport: ({ scale }: { scale: number }) => ({ width: width * scale, height: height * scale }),
      render: ({ canvas }: { canvas: HTMLCanvasElement }) => {
        canvases.push(canvas);
        return { promise: draw(), cancel: () => undefined };
      },
      cleanup: () => undefined,
    }),
  );
  const failed = new Promise<never>((_, reject) => (breakWorker = reject));
  vi.mocked(openPdf).mockResolvedValue({ pdf: { numPages, getPage }, failed, close } as never);
}

beforeEach(() => {
  vi.clearAllMocks();
  canvases.length = 0;
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (image: Blob) => `blob:${image.size}` }));
  HTMLCanvasElement.prototype.toBlob = function toBlob(take) {
    take(new Blob([new Uint8Array(this.width)]));
  };
});

const render = (signal = new AbortController().signal) => renderPages(new ArrayBuffer(1), progress, signal);

test("each page is an image at the resolution of a printer, and nothing is left of the document", async () => {
  aDocument(2);
  await render();
  // 210 mm at 200 dots per inch.
  expect(progress.onPage.mock.calls).toEqual([
    [{ url: "blob:1654", paper: "portrait" }],
    [{ url: "blob:1654", paper: "portrait" }],
  ]);
  expect(new Set(canvases).size).toBe(1);
  expect(canvases[0]).toMatchObject({ width: 0, height: 0 });
  expect(close).toHaveBeenCalledOnce();
});

test("a wide page is printed on paper that is turned", async () => {
  aDocument(1, undefined, { width: A4.height, height: A4.width });
  await render();
  expect(progress.onPage).toHaveBeenCalledWith({ url: "blob:2339", paper: "landscape" });
});

test("closing ends the drawing before the next page", async () => {
  const closing = new AbortController();
  aDocument(3, () => {
    closing.abort();
    return Promise.resolve();
  });
  await expect(render(closing.signal)).rejects.toMatchObject({ name: "AbortError" });
  expect(getPage).toHaveBeenCalledOnce();
  expect(progress.onPage).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledOnce();
});

test("a page that cannot be drawn fails the document", async () => {
  aDocument(2, () => Promise.reject(new Error("page 1")));
  await expect(render()).rejects.toThrow("page 1");
  expect(close).toHaveBeenCalledOnce();
});

test("a worker that breaks fails the document, too", async () => {
  aDocument(1, () => new Promise(() => undefined));
  const rendered = render();
  breakWorker(new Error("worker"));
  await expect(rendered).rejects.toThrow("worker");
  expect(close).toHaveBeenCalledOnce();
});
