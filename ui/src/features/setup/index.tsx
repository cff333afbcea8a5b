/** The setup guide: the open steps after a provider was connected, one at a time, with interruptions. */
import { Button } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Page, Waiting } from "../../components";
import type { PayrollLine, SettingsView, SetupStep } from "../../ipc";
import { useNavigation } from "../../navigation";
import { usePayrolls, useSettings } from "../../query";
import { MoneyIn } from "./MoneyIn";
import { Results } from "./Results";
import classes from "./Setup.module.css";
import { markDone, FORM_STEPS, isDone, STEP_COUNT, type StepProps, STEPS } from "./steps";
import { TrialPayment } from "./TrialPayment";
import { useProviderProbe } from "./useProviderProbe";

export default function SetupScreen(): ReactNode {
  const { t } = useTranslation("setup");
  const settings = useSettings();
  const payrolls = usePayrolls();
  return (
    <Page title={t("title")} testid="setup">
      {settings.data === undefined || payrolls.data === undefined ? (
        <Waiting query={settings.data === undefined ? settings : payrolls} label={t("loading")} rows={5} columns={1} />
      ) : (
        <Guide settings={settings.data} payrolls={payrolls.data} />
      )}
    </Page>
  );
}

const CONTENTS: Record<SetupStep, (props: StepProps) => ReactNode> = {
  results: Results,
  money_in: MoneyIn,
  trial_payment: TrialPayment,
};

type GuideProps = { settings: SettingsView; payrolls: readonly PayrollLine[] };

function Guide({ settings, payrolls }: GuideProps): ReactNode {
  const { t } = useTranslation("setup");
  const { go } = useNavigation();
  const done = (step: SetupStep): boolean => isDone(step, settings.profile, payrolls);
  // The current step stays, even after it counts as done.
  const [current, choose] = useState<SetupStep>(() => STEPS.find((step) => !done(step)) ?? "trial_payment");
  const after = STEPS.slice(STEPS.indexOf(current) + 1);
  const offered = useProviderProbe();
  const question = useRef<HTMLHeadingElement>(null);
  const show = (step: SetupStep): void => {
    flushSync(() => choose(step));
    // The pressed button disappears with its step, so the next question is focused and read out.
    question.current?.focus();
  };
  const goOn = (): void => {
    const [next] = after;
    if (next === undefined) go({ name: "pay" });
    else show(next);
  };
  const Content = CONTENTS[current];
  const number = FORM_STEPS + STEPS.indexOf(current) + 1;
  return (
    <div className={classes.guide}>
      <StepList current={current} done={done} onChoose={choose} />
      <section className={classes.content} aria-labelledby="setup-question" data-testid={`setup-${current}`}>
        <p className={classes.number}>{t("number", { number, count: STEP_COUNT })}</p>
        <h2 id="setup-question" ref={question} tabIndex={-1} className={classes.question}>
          {t(`${current}.question`)}
        </h2>
        <Content
          key={current}
          settings={settings}
          probe={offered}
          onDone={() => {
            void markDone([current]);
            goOn();
          }}
        />
        <div className={classes.later}>
          <Button variant="subtle" size="xs" onClick={goOn} data-testid="setup-later">
            {t(after.length === 0 ? "laterLast" : "later")}
          </Button>
        </div>
      </section>
    </div>
  );
}

type ListProps = {
  current: SetupStep;
  done: (step: SetupStep) => boolean;
  onChoose: (step: SetupStep) => void;
};

function StepList({ current, done, onChoose }: ListProps): ReactNode {
  const { t } = useTranslation("setup");
  return (
    <ol className={classes.list} aria-label={t("steps")}>
      {(["provider", "credentials"] as const).map((step) => (
        <li key={step} className={classes.step} data-done>
          <IconCircleCheck size={18} stroke={1.75} aria-label={t("done")} />
          <span>{t(`step.${step}`)}</span>
        </li>
      ))}
      {STEPS.map((step) => (
        <li key={step} data-done={done(step) || undefined}>
          <button
            type="button"
            className={classes.step}
            data-done={done(step) || undefined}
            aria-current={step === current ? "step" : undefined}
            onClick={() => onChoose(step)}
            data-testid={`setup-step-${step}`}
          >
            {done(step) ? (
              <IconCircleCheck size={18} stroke={1.75} aria-label={t("done")} />
            ) : (
              <IconCircleDashed size={18} stroke={1.75} aria-label={t("open")} />
            )}
            <span>{t(`step.${step}`)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
