// Automatic activity, below the people of a payroll.

import { IconDeviceFloppy, IconEarOff, IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { TextButton } from "../../../components";
import type { PayoutStatus, PayrollStatus, SessionView, TrackView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import { useSession } from "../../../query";
import { peopleIn } from "../status";

export function PeopleFoot({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const key = footKey(view, useSession());
  if (key === "foot.deaf") {
    return (
      <>
        <IconEarOff size={16} stroke={1.75} aria-hidden />
        {t(key)}
        <TextButton onClick={() => go({ name: "settings", section: "callbacks" })}>{t("foot.listen")}</TextButton>
      </>
    );
  }
  const Icon = key === "foot.locked" ? IconLock : IconDeviceFloppy;
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden />
      {t(key)}
    </>
  );
}

type FootKey =
  | "foot.withdrawn"
  | "foot.done"
  | "foot.closed"
  | "foot.waits"
  | "foot.waitsClose"
  | "foot.waitsStay"
  | "foot.close"
  | "foot.stay"
  | "foot.closeAsking"
  | "foot.stayAsking"
  | "foot.locked"
  | "foot.deaf";

/** In these statuses nothing more is sent automatically. */
const WAITS: ReadonlySet<PayrollStatus> = new Set<PayrollStatus>([
  "not_sent",
  "refused",
  "unresolved",
  "approved",
  "partly_sent",
]);

/** A closed window is hidden only if the desktop has a tray to reopen it. */
function footKey(view: TrackView, session: SessionView): FootKey {
  const { state, asking } = view;
  const { callbackAddress, hasTray, unlocked } = session;
  if (state === "withdrawn") return "foot.withdrawn";
  if (state === "closed") return "foot.done";
  if (state === "closed_unconfirmed") return "foot.closed";
  if (WAITS.has(state)) return waitsKey(view, session);
  if (callbackAddress !== null) return hasTray ? "foot.close" : "foot.stay";
  if (asking === null) return "foot.deaf";
  // Only an unlocked desk queries, and it locks itself after a while.
  if (!unlocked) return "foot.locked";
  return hasTray ? "foot.closeAsking" : "foot.stayAsking";
}

/** Results may still arrive; one for an unknown batch proves that the batch arrived. */
const AWAITED = ["InProgress", "Overdue", "Unknown"] as const satisfies readonly PayoutStatus[];

/** Nothing more is sent, but results of sent payments may still arrive. */
function waitsKey(view: TrackView, { callbackAddress, hasTray }: SessionView): FootKey {
  if (callbackAddress === null || peopleIn(view, AWAITED) === 0) return "foot.waits";
  return hasTray ? "foot.waitsClose" : "foot.waitsStay";
}
