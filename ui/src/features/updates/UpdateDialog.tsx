/** What changed in a newer version, and whether it is installed. Disabled with the reason while money moves. */
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../components/Dialog";
import { DialogFoot } from "../../components/DialogFoot";
import { ErrorPanel } from "../../components/ErrorPanel";
import { ScrollRegion } from "../../components/ScrollRegion";
import type { ReleaseView, UpdateChange, UpdatesView } from "../../ipc";
import { queryClient, updatesQuery, useSession, useUpdates } from "../../query";
import classes from "./UpdateDialog.module.css";
import { useUpdateChange } from "./useUpdateChange";
import { useUpdateFailure } from "./useUpdateFailure";

const REASON_ID = "update-reason";

export function UpdateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("updates");
  const { version } = useSession();
  const { data: updates } = useUpdates();
  const { isBusy, error, change } = useUpdateChange();
  useRefreshOnReturn();
  if (!updates?.release) return null;
  const { release } = updates;
  return (
    <Dialog opened onClose={onClose} title={t("dialog.title", { version: release.version })} size={560}>
      <div className={classes.body} data-testid="update-dialog">
        <p>{t("dialog.current", { version })}</p>
        <Changes release={release} />
        <Progress updates={updates} />
      </div>
      {error !== null && (
        <div className={classes.error}>
          <ErrorPanel error={error} />
        </div>
      )}
      <DialogFoot>
        <Actions updates={updates} isBusy={isBusy} onChange={change} onClose={onClose} />
      </DialogFoot>
    </Dialog>
  );
}

/** The card window was closed when the user returns to this one. No event reports that. */
function useRefreshOnReturn() {
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: updatesQuery.queryKey });
    window.addEventListener("focus", refresh);
    return () => window.removeEventListener("focus", refresh);
  }, []);
}

function Changes({ release: { notes } }: { release: ReleaseView }) {
  const { t } = useTranslation("updates");
  if (notes === "") return <p>{t("dialog.noChanges")}</p>;
  return (
    <>
      <h3 className={classes.changes}>{t("dialog.changes")}</h3>
      <ScrollRegion className={`${classes.notes} selectable`} label={t("dialog.changes")}>
        {notes}
      </ScrollRegion>
    </>
  );
}

function Progress({ updates }: { updates: UpdatesView }) {
  const { t } = useTranslation("updates");
  const failureText = useUpdateFailure();
  const { busy, failure, progress, release } = updates;
  if (release?.installs === false) return <p>{t("dialog.outside")}</p>;
  if (progress.kind === "installing") return <p role="status">{t("dialog.installing")}</p>;
  if (progress.kind === "downloading") {
    const value = progress.percent === null ? {} : { value: progress.percent };
    return <progress className={classes.progress} max={100} {...value} aria-label={t("dialog.progress")} />;
  }
  return (
    <>
      {failure !== null && (
        <p className={classes.reason} role="alert">
          {failureText(failure)}
        </p>
      )}
      <p>{progress.kind === "ready" ? `${t("dialog.ready")} ${t("dialog.effect")}` : t("dialog.effect")}</p>
      {busy !== null && (
        <p className={classes.reason} id={REASON_ID} data-testid="update-busy">
          {t(`busy.${busy}`)}
        </p>
      )}
    </>
  );
}

type ActionsProps = {
  updates: UpdatesView;
  isBusy: boolean;
  onChange: (change: UpdateChange) => Promise<void>;
  onClose: () => void;
};

function Actions({ updates: { busy, progress, release }, isBusy, onChange, onClose }: ActionsProps) {
  const { t } = useTranslation("updates");
  const close = (kind: "later" | "skip") => void onChange({ kind }).then(onClose);
  const plain = (text: string, onClick: () => void, testid: string) => (
    <Button variant="default" onClick={onClick} disabled={isBusy} data-testid={testid}>
      {text}
    </Button>
  );
  if (progress.kind === "installing") return null;
  if (progress.kind === "downloading") {
    return (
      <>
        {plain(t("dialog.stop"), () => void onChange({ kind: "stop" }), "update-stop")}
        <Button onClick={onClose} data-autofocus data-testid="update-close">
          {t("dialog.close")}
        </Button>
      </>
    );
  }
  return (
    <>
      {plain(t("dialog.skip"), () => close("skip"), "update-skip")}
      {plain(t("dialog.later"), () => close("later"), "update-later")}
      {release?.installs === true && (
        <Button
          onClick={() => void onChange({ kind: "install" })}
          loading={isBusy}
          disabled={busy !== null}
          {...(busy === null ? {} : { "aria-describedby": REASON_ID })}
          data-autofocus
          data-testid="update-install"
        >
          {t("dialog.install")}
        </Button>
      )}
    </>
  );
}
