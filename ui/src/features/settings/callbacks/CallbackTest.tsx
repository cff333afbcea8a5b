/** Whether results can arrive: the time of the last one, and a test callback. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../components";
import { type CallbackTestEnd, type CallbackTestView, ipc } from "../../../ipc";
import { formatWhen } from "../../../lib/time/dates";
import { useCall } from "../../../lib/useCall";
import classes from "../Settings.module.css";

export function CallbackTest({ lastArrivedAt }: { lastArrivedAt: string | null }) {
  const { t } = useTranslation("settings");
  const [test, setTest] = useState<CallbackTestView | null>(null);
  const { isBusy, error, run, forget } = useCall();
  const start = async () => {
    setTest(null);
    setTest(await ipc.testCallbacks());
  };
  return (
    <div className={classes.row} data-testid="settings-callback-test">
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle} data-testid="settings-callback-last">
            {lastArrivedAt === null ? t("callbacks.never") : t("callbacks.last", { when: formatWhen(lastArrivedAt) })}
          </h3>
          <p className={classes.rowBody}>{t("callbacks.testHint")}</p>
        </div>
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() => void run(start)}
          data-testid="settings-callback-send-test"
        >
          {t("callbacks.test")}
        </Button>
      </div>
      <div role="status">
        {test !== null && <Result name="local" end={test.local} />}
        {test !== null && test.public !== null && <Result name="public" end={test.public} />}
        {test !== null && test.public === null && (
          <p className={classes.rowBody} data-testid="settings-callback-only-local">
            {t("callbacks.onlyLocal")}
          </p>
        )}
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={forget} />
        </div>
      )}
    </div>
  );
}

function Result({ name, end }: { name: "local" | "public"; end: CallbackTestEnd }) {
  const { t } = useTranslation("settings");
  const words = useEndWords();
  return (
    <p className={classes.rowBody} data-testid={`settings-callback-${name}`}>
      {t(`callbacks.at.${name}`)} {words(end)}
    </p>
  );
}

const TENTH_MS = 100;

function useEndWords(): (end: CallbackTestEnd) => string {
  const { t } = useTranslation("settings");
  return (end) => {
    switch (end.kind) {
      case "received":
        return t("callbacks.end.received", { seconds: Math.max(1, Math.round(end.afterMs / TENTH_MS)) / 10 });
      case "redirected":
      case "answered_elsewhere":
        return t(`callbacks.end.${end.kind}`, { status: end.status });
      case "not_listening":
      case "address_unusable":
      case "host_unknown":
      case "connection_refused":
      case "not_trusted":
      case "not_reached":
      case "timed_out":
      case "no_answer":
        return t(`callbacks.end.${end.kind}`);
    }
  };
}
