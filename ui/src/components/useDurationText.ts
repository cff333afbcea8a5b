/** A length of time as sentences say it: `3 minutes`, `45 seconds`. */
import { useTranslation } from "react-i18next";

const MINUTE_S = 60;
/** Below this, seconds that are no whole minutes are said as they are. */
const SECONDS_MAX = 120;

export function useDurationText(): (seconds: number) => string {
  const { t } = useTranslation("token");
  return (seconds) =>
    seconds < SECONDS_MAX && seconds % MINUTE_S !== 0
      ? t("length.seconds", { count: seconds })
      : t("length.minutes", { count: Math.ceil(seconds / MINUTE_S) });
}
