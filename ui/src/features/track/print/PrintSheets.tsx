// The pages as they go to paper. On the screen they are not shown: the preview is for reading.

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

/** Settles when every page can be drawn: an image that is still read would be an empty sheet. */
export async function sheetsAreLoaded(): Promise<void> {
  const images = [...document.querySelectorAll<HTMLImageElement>(".print-sheet > img")];
  await Promise.all(images.filter((image) => !image.complete).map((image) => image.decode()));
}
