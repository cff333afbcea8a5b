/** The access token expires soon, or has expired: the effect on sending, and a link to replace it. */
import { Button } from "@mantine/core";
import { IconClockExclamation } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "../../components/Bar.module.css";
import { useDurationText } from "../../components/useDurationText";
import { formatTime, formatWhen } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { useSession } from "../../query";
import { latestSendTime, useTokenLife, useTokenTooShort } from "../../session/token";

export function TokenBar() {
  const { t } = useTranslation("token");
  const { go } = useNavigation();
  const { submissionSMax, renewsToken, renewalFailed } = useSession();
  const life = useTokenLife();
  const tooShort = useTokenTooShort() !== null;
  const length = useDurationText();
  // If the desk renews its token, the bar is shown only after a failed renewal.
  const isQuiet = renewsToken && renewalFailed === null;
  if (life.kind === "unknown" || life.kind === "good" || life.kind === "soon") return null;
  if (life.kind === "ending" && isQuiet) return null;
  const values = {
    time: formatWhen(life.endsAt),
    length: length(submissionSMax),
    last: formatTime(latestSendTime(life.endsAt, submissionSMax)),
  };
  const text =
    renewsToken && renewalFailed !== null && life.kind === "ending"
      ? "bar.renewalFailed"
      : life.kind === "ended"
        ? "bar.ended"
        : tooShort
          ? "bar.tooLate"
          : "bar.ending";
  return (
    <div className={classes.place}>
      <section className={classes.bar} data-tone="attention" data-testid="token-bar" aria-label={t("bar.label")}>
        <IconClockExclamation size={18} stroke={1.75} />
        <p className={classes.text} role="status">
          {t(text, values)}
        </p>
        <Button
          size="xs"
          variant="default"
          onClick={() => go({ name: "settings", section: "secrets" })}
          data-testid="token-replace"
        >
          {t("replace")}
        </Button>
      </section>
    </div>
  );
}
