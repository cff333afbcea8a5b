/** Whether a newer version is available, and whether Paysheet checks for one. */
import "@mantine/core/styles/Switch.layer.css";
import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components";
import type { UpdatesView } from "../../ipc";
import { formatWhen } from "../../lib/time/dates";
import { useUpdates } from "../../query";
import { UpdateDialog } from "../updates";
import { useUpdateChange } from "../updates/useUpdateChange";
import { useUpdateFailure } from "../updates/useUpdateFailure";
import classes from "./Settings.module.css";

export function UpdatesRow() {
  const { t } = useTranslation("updates");
  const { data: updates } = useUpdates();
  const { error, isBusy, change, forget } = useUpdateChange();
  const [isOpen, setOpen] = useState(false);
  const status = useStatus(updates);
  if (updates === undefined) return null;
  const { progress, release, search } = updates;
  const canCheck = search === "on" || search === "off";
  return (
    <>
      <div className={classes.row} data-testid="settings-updates">
        <div className={classes.rowHead}>
          <div className={classes.rowText}>
            <h3 className={classes.rowTitle}>{t("about.title")}</h3>
            <p className={classes.rowBody} role="status">
              {status}
            </p>
          </div>
          {release !== null && (
            <Button size="xs" variant="default" onClick={() => setOpen(true)} data-testid="settings-update-show">
              {t("about.show")}
            </Button>
          )}
          {canCheck && (
            <Button
              size="xs"
              variant="default"
              loading={progress.kind === "looking"}
              disabled={isBusy || progress.kind !== "idle"}
              onClick={() => void change({ kind: "look" })}
              data-testid="settings-update-check"
            >
              {t("about.check")}
            </Button>
          )}
        </div>
        {error !== null && (
          <div className={classes.replaceFailed}>
            <ErrorPanel error={error} onClose={forget} />
          </div>
        )}
      </div>
      {canCheck && <Daily isOn={search === "on"} />}
      {isOpen && <UpdateDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function useStatus(updates: UpdatesView | undefined): string {
  const { t } = useTranslation("updates");
  const failureText = useUpdateFailure();
  if (updates === undefined) return "";
  const { failure, lookedAt, release, search } = updates;
  if (search === "missing") return t("about.missing");
  if (search === "managed") return t("about.managed");
  if (failure !== null) return failureText(failure);
  if (release !== null) return t("bar.available", { version: release.version });
  return lookedAt === null ? t("about.waiting") : t("about.none", { when: formatWhen(lookedAt) });
}

function Daily({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation("updates");
  const { error, change, forget } = useUpdateChange();
  const save = (on: boolean) => void change({ kind: "search", toggle: on ? "on" : "off" });
  return (
    <div className={classes.row}>
      <div className={classes.rowHead}>
        <div className={classes.rowText}>
          <h3 className={classes.rowTitle} id="settings-daily-updates">
            {t("about.daily")}
          </h3>
          <p className={classes.rowBody}>{t("about.dailyHint")}</p>
        </div>
        <Switch
          aria-labelledby="settings-daily-updates"
          checked={isOn}
          onChange={({ currentTarget }) => save(currentTarget.checked)}
          data-testid="settings-daily-updates"
        />
      </div>
      {error !== null && (
        <div className={classes.replaceFailed}>
          <ErrorPanel error={error} onClose={forget} />
        </div>
      )}
    </div>
  );
}
