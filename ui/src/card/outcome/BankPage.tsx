/** The bank's page, in a second window or in the system's browser. The status reports how it ends. */
import { Button } from "@mantine/core";
import { IconClock, IconExternalLink } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components/ErrorPanel";
import { type CardStep, ipc } from "../../ipc";
import classes from "./Outcome.module.css";
import { Foot } from "./OutcomeSheet";
import { type StepCall, useStep } from "./useStep";

const SECOND_MS = 1_000;

/** Minutes and seconds until then; null afterwards. */
function useTimeLeft(until: string | null): string | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = until === null ? 0 : Math.floor((Date.parse(until) - now) / SECOND_MS);
  return seconds <= 0 ? null : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

type Props = { step: CardStep; onStep: (step: CardStep) => void };

export function BankPage({ step: { page }, onStep }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const left = useTimeLeft(page?.until ?? null);
  const call = useStep(onStep);
  const shownIn = page?.shownIn ?? "nothing";
  const isOver = left === null;
  return (
    <div className={classes.form} data-testid="card-bank-page" data-shown-in={shownIn}>
      <p className={classes.deadline} role="timer">
        <IconClock size={20} stroke={1.75} aria-hidden />
        {isOver ? t("form.page.over") : t("form.page.left", { time: left })}
      </p>
      {isOver ? null : <p>{t(`form.page.${shownIn}`)}</p>}
      {shownIn === "browser" && !isOver ? <p>{t("form.page.end")}</p> : null}
      {call.error === null ? null : <ErrorPanel error={call.error} onClose={call.forget} />}
      <Ways call={call} inBrowser={shownIn === "browser"} isOver={isOver} />
    </div>
  );
}

function Ways({ call, inBrowser, isOver }: { call: StepCall; inBrowser: boolean; isOver: boolean }): ReactNode {
  const { t } = useTranslation("topUp");
  const { isBusy, run } = call;
  return (
    <Foot>
      {isOver ? null : (
        <Button
          size="lg"
          fullWidth
          loading={isBusy}
          rightSection={inBrowser ? <IconExternalLink size={18} stroke={1.75} /> : undefined}
          onClick={() => void run(() => (inBrowser ? ipc.openBankPage() : ipc.showBankPage()))}
          data-testid="card-open-page"
        >
          {t(inBrowser ? "form.page.again" : "form.page.show")}
        </Button>
      )}
      {inBrowser || isOver ? (
        <Button
          variant={isOver ? "filled" : "default"}
          size={isOver ? "lg" : "sm"}
          fullWidth
          loading={isBusy}
          onClick={() => void run(() => ipc.checkCard())}
          data-testid="card-page-check"
        >
          {t("form.page.done")}
        </Button>
      ) : null}
      <div className={classes.pair}>
        {isOver ? null : (
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => void run(() => (inBrowser ? ipc.showBankPage() : ipc.openBankPage()))}
            data-testid="card-other-page"
          >
            {t(inBrowser ? "form.page.here" : "form.page.browserInstead")}
          </Button>
        )}
        <Button variant="default" onClick={() => void ipc.closeCard()} data-testid="card-page-leave">
          {t("form.close")}
        </Button>
      </div>
    </Foot>
  );
}
