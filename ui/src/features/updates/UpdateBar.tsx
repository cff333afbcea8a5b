/** A newer version is available, is being installed, or could not be installed. It waits until its user has time. */
import { Button } from "@mantine/core";
import { IconAlertCircle, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../components/Bar.module.css";
import { ErrorPanel } from "../../components/ErrorPanel";
import type { UpdateFailure, UpdatesView } from "../../ipc";
import { useUpdates } from "../../query";
import { UpdateDialog } from ".";
import { useUpdateChange } from "./useUpdateChange";
import { useUpdateFailure } from "./useUpdateFailure";

export function UpdateBar() {
  const { data } = useUpdates();
  const [isOpen, setOpen] = useState(false);
  const shown = data === undefined ? null : shownOf(data);
  return (
    <>
      {shown !== null && <Bar shown={shown} newer={data?.release?.version ?? null} onOpen={() => setOpen(true)} />}
      {isOpen && <UpdateDialog onClose={() => setOpen(false)} />}
    </>
  );
}

type Shown =
  { kind: "available" | "downloading" | "ready" | "installing" } | { kind: "failed"; failure: UpdateFailure };

/** A check that failed is only in Settings: it is repeated without the user. */
function shownOf({ asks, failure, progress, release }: UpdatesView): Shown | null {
  switch (progress.kind) {
    case "downloading":
    case "ready":
    case "installing":
      return { kind: progress.kind };
    case "idle":
    case "looking":
      if (failure !== null && failure !== "not_reached") return { kind: "failed", failure };
      return asks && release !== null ? { kind: "available" } : null;
  }
}

function Bar({ shown, newer, onOpen }: { shown: Shown; newer: string | null; onOpen: () => void }) {
  const { t } = useTranslation("updates");
  const failureText = useUpdateFailure();
  const { isBusy, error, change, forget } = useUpdateChange();
  const isFailed = shown.kind === "failed";
  const Icon = isFailed ? IconAlertCircle : IconDownload;
  const text = isFailed ? failureText(shown.failure) : t(`bar.${shown.kind}`, { version: newer ?? "" });
  return (
    <div className={classes.place}>
      <section
        className={classes.bar}
        data-tone={isFailed ? "attention" : undefined}
        data-testid="update-bar"
        aria-label={t("bar.label")}
      >
        <Icon size={18} stroke={1.75} />
        <p className={classes.text} role="status">
          {text}
        </p>
        {newer !== null && (
          <Button size="xs" variant="default" onClick={onOpen} data-testid="update-show">
            {t(shown.kind === "available" ? "bar.show" : "bar.details")}
          </Button>
        )}
        {(isFailed || shown.kind === "available") && (
          <Button
            size="xs"
            variant="subtle"
            disabled={isBusy}
            onClick={() => void change({ kind: "later" })}
            data-testid="update-bar-close"
          >
            {t(isFailed ? "bar.close" : "dialog.later")}
          </Button>
        )}
      </section>
      {error !== null && <ErrorPanel error={error} onClose={forget} />}
    </div>
  );
}
