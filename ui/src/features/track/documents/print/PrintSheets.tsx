// The pages for the printer. They are hidden on the screen: the preview is for reading.

import "./print.css";

import type { ReactNode } from "react";
import { createPortal } from "react-dom";

import type { PageImage } from "./renderPages";

export function PrintSheets({ pages }: { pages: readonly PageImage[] }): ReactNode {
  return createPortal(
    <div className="print-sheets" aria-hidden="true">
      {pages.map(({ url, paper }) => (
        <div key={url} className="print-sheet" data-paper={paper}>
          <img src={url} alt="" decoding="sync" />
        </div>
      ))}
    </div>,
    document.body,
  );
}

/**
 * Resolves when every page is loaded: an image still loading would be an empty sheet. They are not decoded: a page
 * takes 15 MB of pixels, and all pages more than most computers have. Each is decoded when it is printed.
 */
export async function sheetsAreLoaded(): Promise<void> {
  const images = [...document.querySelectorAll<HTMLImageElement>(".print-sheet > img")];
  await Promise.all(images.filter((image) => !image.complete).map(loaded));
}

const loaded = (image: HTMLImageElement): Promise<void> =>
  new Promise((resolve, reject) => {
    image.addEventListener("load", () => resolve(), { once: true });
    image.addEventListener("error", () => reject(new Error("the image of a page was not read")), { once: true });
  });
