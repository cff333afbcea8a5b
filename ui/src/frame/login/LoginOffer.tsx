/** The offer to start at login, loaded on first use. */
import { Suspense } from "react";
import { lazyWithPreload } from "../../lib/lazyWithPreload";
import { useSession } from "../../query";

const dialog = lazyWithPreload(async () => (await import("./LoginOfferDialog")).LoginOfferDialog);

export function LoginOffer() {
  const { offersStartAtLogin } = useSession();
  if (!offersStartAtLogin) return null;
  return (
    <Suspense>
      <dialog.View />
    </Suspense>
  );
}
