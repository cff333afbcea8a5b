/** A hidden window paints no frames, so waiting for one is limited. */
const FRAME_WAIT_MS_MAX = 100;

/** Resolves after the next paint, or after a limit if there is none. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, FRAME_WAIT_MS_MAX);
    requestAnimationFrame(() =>
      // The frame is painted right after this callback, and before the next task.
      setTimeout(() => {
        clearTimeout(late);
        resolve();
      }),
    );
  });
}
