/** After connecting: what is still to be entered, each to be put off. Gone once all of it is done or put off. */
import { Button } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ProfileSettings } from "../../ipc";
import { useNavigation } from "../../navigation";
import { useSession, useSettings } from "../../query";
import { isDone, putOff, type SetupStep, useSetup } from "./setupSteps";
import classes from "./Setup.module.css";

export function Setup(): ReactNode {
  const steps = useSetup();
  const { mode } = useSession();
  return steps.length === 0 || mode !== "live" ? null : <Steps steps={steps} />;
}

function Steps({ steps }: { steps: readonly SetupStep[] }): ReactNode {
  const { t } = useTranslation("welcome");
  const { data } = useSettings();
  if (data === undefined || steps.every((step) => isDone(step, data.profile))) return null;
  return (
    <section className={classes.setup} aria-labelledby="setup" data-testid="setup">
      <h2 id="setup" className={classes.title}>
        {t("setup.title")}
      </h2>
      <ul>
        {steps.map((step) => (
          <Step key={step} step={step} profile={data.profile} />
        ))}
      </ul>
    </section>
  );
}

function Step({ step, profile }: { step: SetupStep; profile: ProfileSettings }): ReactNode {
  const { t } = useTranslation("welcome");
  const { go } = useNavigation();
  const done = isDone(step, profile);
  const Icon = done ? IconCircleCheck : IconCircleDashed;
  const title = t(`setup.${step}.title`);
  return (
    <li className={classes.step} data-done={done || undefined} data-testid={`setup-${step}`}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <h3>{title}</h3>
        <p>{t(done ? "setup.done" : `setup.${step}.text`)}</p>
      </div>
      {done ? null : (
        <>
          <Button
            size="xs"
            variant="default"
            aria-label={t("setup.enterNamed", { step: title })}
            onClick={() => go({ name: "settings", section: step === "results" ? "callbacks" : "profile" })}
            data-testid={`setup-enter-${step}`}
          >
            {t("setup.enter")}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            aria-label={t("setup.laterNamed", { step: title })}
            onClick={() => putOff(step)}
            data-testid={`setup-later-${step}`}
          >
            {t("setup.later")}
          </Button>
        </>
      )}
    </li>
  );
}
