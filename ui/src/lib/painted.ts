/** The moment when what was drawn so far is on the screen. */

/** A window that nobody sees draws no frames; nothing may wait for one for ever. */
const PAINTED_WITHIN_MS = 100;

/** Settles with the frame that shows what was drawn so far, or where there is none, soon after. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PAINTED_WITHIN_MS);
    requestAnimationFrame(() =>
      // The frame is drawn right after this; whatever comes next comes after it.
      setTimeout(() => {
        clearTimeout(late);
        resolve();
      }),
    );
  });
}
