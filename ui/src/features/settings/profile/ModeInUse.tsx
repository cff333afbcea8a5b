/** Whether real money moves, and switching practice mode on and off. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../components";
import { useSessionAction } from "../../../session/useSessionAction";
import type { SettingsView } from "../../../ipc";
import classes from "../Settings.module.css";

export function ModeInUse({ mode }: Pick<SettingsView, "mode">) {
  const { t } = useTranslation("settings");
  const { startPractice, leavePractice, busy, error, reset } = useSessionAction();
  const isPractice = mode === "practice";
  return (
    <>
      <div className={classes.card} data-testid="settings-mode">
        <div className={classes.row}>
          <div className={classes.rowHead}>
            <div className={classes.rowText}>
              <h3 className={classes.rowTitle}>{t(isPractice ? "mode.practice" : "mode.live")}</h3>
              <p className={classes.rowBody}>{t(isPractice ? "mode.practiceBody" : "mode.liveBody")}</p>
            </div>
            <Button
              size="xs"
              variant="default"
              onClick={isPractice ? leavePractice : startPractice}
              loading={busy}
              data-testid={isPractice ? "settings-leave-practice" : "settings-practise"}
            >
              {t(isPractice ? "mode.leave" : "mode.practise")}
            </Button>
          </div>
        </div>
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={reset} />
        </div>
      )}
    </>
  );
}
