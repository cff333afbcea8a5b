// What goes on without the user, below the people of a payroll.

import { IconDeviceFloppy, IconEarOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { TrackView } from "../../ipc";
import { useNavigation } from "../../navigation";
import { useSession } from "../../query";
import classes from "./Track.module.css";

export function PeopleFoot({ view: { state, asking } }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const { callbackAddress, hasTray } = useSession();
  const key = footKey(state, hasTray);
  if (callbackAddress === null && asking === null && (key === "foot.close" || key === "foot.stay")) {
    return (
      <>
        <IconEarOff size={16} stroke={1.75} aria-hidden />
        {t("foot.deaf")}
        <button
          type="button"
          className={classes.footLink}
          onClick={() => go({ name: "settings", section: "callbacks" })}
        >
          {t("foot.listen")}
        </button>
      </>
    );
  }
  return (
    <>
      <IconDeviceFloppy size={16} stroke={1.75} aria-hidden />
      {t(key)}
    </>
  );
}

type FootKey = "foot.withdrawn" | "foot.done" | "foot.waits" | "foot.close" | "foot.stay";

/** A closed window is hidden only where the desktop has a tray that leads back to it. */
function footKey(state: TrackView["state"], hasTray: boolean): FootKey {
  if (state === "withdrawn") return "foot.withdrawn";
  if (state === "closed") return "foot.done";
  // The user waits for no result there; one that comes is recorded all the same.
  if (state === "closed_unconfirmed") return "foot.withdrawn";
  // Nothing goes on by itself there, whether the window is open or not.
  const waits = state === "not_sent" || state === "refused" || state === "unresolved" || state === "approved";
  if (waits) return "foot.waits";
  return hasTray ? "foot.close" : "foot.stay";
}
