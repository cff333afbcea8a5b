/** A hidden window paints no frames, so the wait for one is limited. */
const FRAME_WAIT_MS_MAX = 100;

/** Resolves once what was rendered so far is painted, or after a limit where no frame comes. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, FRAME_WAIT_MS_MAX);
    requestAnimationFrame(() =>
      // The frame is drawn right after this; whatever comes next comes after it.
      setTimeout(() => {
        clearTimeout(late);
        resolve();
      }),
    );
  });
}
