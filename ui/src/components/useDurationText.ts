/** A duration as text: `3 minutes`, `45 seconds`. */
import { useTranslation } from "react-i18next";

const MINUTE_S = 60;
/** Below this, fractions of a minute are shown in seconds. */
const SECONDS_MAX = 120;

export function useDurationText(): (seconds: number) => string {
  const { t } = useTranslation("token");
  return (seconds) =>
    seconds < SECONDS_MAX && seconds % MINUTE_S !== 0
      ? t("length.seconds", { count: seconds })
      : t("length.minutes", { count: Math.ceil(seconds / MINUTE_S) });
}
