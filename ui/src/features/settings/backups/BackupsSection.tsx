/** Backups of the ledger: their folder, the last ones, making one, and restoring one. */
import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, SkeletonRows, useToast } from "../../../components";
import { type BackupsView, ipc } from "../../../ipc";
import { formatMoment } from "../../../lib/time/dates";
import { keys, queryClient, useBackups } from "../../../query";
import { RestoreDialog } from "../../restore";
import classes from "../Settings.module.css";
import { BackupList } from "./BackupList";

/** `any`: a file that the user chooses. */
type Restoring = { fileName: string } | "any";

export function BackupsSection({ onShowSecrets }: { onShowSecrets: () => void }) {
  const { t } = useTranslation(["backups", "settings"]);
  const backups = useBackups();
  const [restoring, setRestoring] = useState<Restoring | null>(null);
  return (
    <section className={classes.section} data-section="backups" data-testid="settings-backups">
      <h2 className={classes.heading}>{t("settings:section.backups")}</h2>
      <p className={classes.lead}>{t("backups:lead")}</p>
      {backups.data?.failed && <FailedBackup view={backups.data} />}
      <div className={classes.card}>
        {backups.isPending && (
          <div className={classes.row} role="status" aria-label={t("backups:loading")}>
            <SkeletonRows rows={3} columns={2} />
          </div>
        )}
        {backups.data === undefined && backups.error !== null && (
          <ErrorPanel error={backups.error} onRetry={() => void backups.refetch()} />
        )}
        {backups.data && <Rows view={backups.data} onRestore={(fileName) => setRestoring({ fileName })} />}
        <div className={classes.row}>
          <div className={classes.rowHead}>
            <div className={classes.rowText}>
              <h3 className={classes.rowTitle}>{t("backups:restore.title")}</h3>
              <p className={classes.rowBody}>{t("backups:restore.body")}</p>
            </div>
            <Button size="xs" variant="default" onClick={() => setRestoring("any")} data-testid="backups-restore">
              {t("backups:restore.button")}
            </Button>
          </div>
        </div>
      </div>
      <p className={classes.backupHint}>
        {t("backups:secrets")}{" "}
        <Button size="xs" variant="default" onClick={onShowSecrets} data-testid="backups-secrets">
          {t("backups:secretsLink")}
        </Button>
      </p>
      {restoring !== null && (
        <Suspense>
          <RestoreDialog onClose={() => setRestoring(null)} {...(restoring === "any" ? {} : restoring)} />
        </Suspense>
      )}
    </section>
  );
}

/** Shown until a backup was made. */
function FailedBackup({ view: { failed, failedAt } }: { view: BackupsView }) {
  const { t } = useTranslation("backups");
  return (
    <div className={classes.backupFailed} data-testid="backups-failed">
      <p>{failedAt === null ? t("failedUndated") : t("failed", { when: formatMoment(failedAt) })}</p>
      <ErrorPanel error={failed} />
    </div>
  );
}

type RunningAction = "backing_up" | "moving" | null;

/** An error is shown below the failed action, and the view stays. */
function useBackupAction() {
  const [running, setRunning] = useState<RunningAction>(null);
  const [error, setError] = useState<unknown>(null);
  const run = async (
    what: Exclude<RunningAction, null>,
    work: () => Promise<BackupsView | null>,
    done?: () => void,
  ) => {
    setRunning(what);
    setError(null);
    try {
      const view = await work();
      if (view === null) return;
      queryClient.setQueryData(keys.backups, view);
      done?.();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setRunning(null);
    }
  };
  return { running, error, run, forget: () => setError(null) };
}

function Rows({ view, onRestore }: { view: BackupsView; onRestore: (fileName: string) => void }) {
  const { t } = useTranslation("backups");
  const toast = useToast();
  const { running, error, run, forget } = useBackupAction();
  const [newest] = view.entries;
  const change = () =>
    run("moving", async () => {
      const folder = await ipc.chooseFile("backup_folder");
      return folder === null ? null : ipc.setBackupFolder(folder.handle);
    });
  return (
    <>
      <div className={classes.row}>
        <div className={classes.rowHead}>
          <div className={classes.rowText}>
            <h3 className={classes.rowTitle}>{t("folder.title")}</h3>
            <p className={`${classes.rowBody} selectable`} data-testid="backups-folder">
              {view.folder}
            </p>
            {view.isDefaultFolder && <p className={classes.rowBody}>{t("folder.default")}</p>}
          </div>
          {!view.isDefaultFolder && (
            <Button
              size="xs"
              variant="default"
              disabled={running !== null}
              onClick={() => void run("moving", () => ipc.setBackupFolder(null))}
              data-testid="backups-default-folder"
            >
              {t("folder.useDefault")}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={running === "moving"}
            disabled={running === "backing_up"}
            onClick={() => void change()}
            data-testid="backups-change-folder"
          >
            {t("folder.change")}
          </Button>
        </div>
      </div>
      <div className={classes.row}>
        <div className={classes.rowHead}>
          <div className={classes.rowText}>
            <h3 className={classes.rowTitle}>{t("now.title")}</h3>
            <p className={classes.rowBody} data-testid="backups-last">
              {newest === undefined ? t("now.never") : t("now.last", { when: formatMoment(newest.madeAt) })}
            </p>
          </div>
          <Button
            size="xs"
            loading={running === "backing_up"}
            disabled={running === "moving"}
            onClick={() =>
              void run(
                "backing_up",
                () => ipc.backUpNow(),
                () => toast(t("now.done")),
              )
            }
            data-testid="backups-now"
          >
            {t("now.button")}
          </Button>
        </div>
        {error !== null && (
          <div className={classes.replaceFailed}>
            <ErrorPanel error={error} onClose={forget} />
          </div>
        )}
      </div>
      <BackupList entries={view.entries} onRestore={onRestore} />
    </>
  );
}
