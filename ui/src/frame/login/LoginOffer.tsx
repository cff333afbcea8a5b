/** The offer of the start at login, loaded when it is first made. */
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
