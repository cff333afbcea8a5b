/** The dialog about an update, loaded on first use. */
import { Suspense } from "react";
import { lazyWithPreload } from "../../lib/lazyWithPreload";

const dialog = lazyWithPreload(async () => (await import("./UpdateDialog")).UpdateDialog);

export const preloadUpdateDialog = dialog.preload;

export function UpdateDialog({ onClose }: { onClose: () => void }) {
  return (
    <Suspense>
      <dialog.View onClose={onClose} />
    </Suspense>
  );
}
