/** A line on the first screen while the setup is incomplete: progress and a link. Removed when no step is open. */
import { Button } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "../../navigation";
import { useSession, useSettings } from "../../query";
import classes from "./Setup.module.css";
import { markDone, STEP_COUNT, STEPS, useOpenSteps } from "./steps";

export function SetupLine(): ReactNode {
  const { t } = useTranslation("setup");
  const { go } = useNavigation();
  const { mode } = useSession();
  const settings = useSettings().data;
  const open = useOpenSteps() ?? [];
  if (mode !== "live" || settings === undefined || open.length === 0) return null;
  const [next] = open;
  return (
    <section className={classes.line} aria-label={t("title")} data-testid="setup-line">
      <IconListCheck size={20} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <p className={classes.lineTitle}>{t("line.title", { done: STEP_COUNT - open.length, count: STEP_COUNT })}</p>
        {next === undefined ? null : <p>{t("line.next", { step: t(`step.${next}`) })}</p>}
      </div>
      <Button size="xs" variant="default" onClick={() => go({ name: "setup" })} data-testid="setup-continue">
        {t("line.continue")}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => void markDone(STEPS)} data-testid="setup-hide">
        {t("line.hide")}
      </Button>
    </section>
  );
}
