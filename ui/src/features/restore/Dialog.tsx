/** Restores a ledger from a backup: a file, its content and what it replaces, and only then the restore. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconHandStop } from "@tabler/icons-react";
import { skipToken, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog, ErrorPanel, useToast } from "../../components";
import { DialogFoot } from "../../components/DialogFoot";
import { type BackupPreview, type BackupSource, ipc, type NamedPayroll } from "../../ipc";
import { formatCount, formatMoment, formatPeriod } from "../../lib/time/dates";
import { type Call, useCall } from "../../lib/useCall";
import { queryClient, cacheRestoredSession } from "../../query";
import classes from "./Restore.module.css";

const DIALOG_PX = 672;

type Props = {
  onClose: () => void;
  /** A backup from the list; absent: the user chooses a file. */
  fileName?: string;
  /** Called with the restored session; by default it is shown. */
  onRestored?: () => void;
};

export function RestoreDialog({ onClose, fileName, onRestored }: Props) {
  const { t } = useTranslation("backups");
  const call = useCall();
  return (
    <Dialog opened onClose={() => (call.isBusy ? undefined : onClose())} title={t("dialog.title")} size={DIALOG_PX}>
      <Steps onClose={onClose} listed={fileName} onRestored={onRestored} call={call} />
    </Dialog>
  );
}

type StepsProps = { onClose: () => void; listed: string | undefined; onRestored: (() => void) | undefined; call: Call };

function Steps({ onClose, listed, onRestored, call }: StepsProps) {
  const { t } = useTranslation("backups");
  const toast = useToast();
  const { isBusy, run } = call;
  const [chosen, setChosen] = useState<BackupSource | null>(
    listed === undefined ? null : { kind: "listed", fileName: listed },
  );
  // The explicit client also works in a window that failed to start, which has no provider.
  const previewQuery = useQuery(
    {
      queryKey: ["backup", chosen],
      queryFn: chosen === null ? skipToken : () => ipc.previewBackup(chosen),
      staleTime: 0,
      gcTime: 0,
    },
    queryClient,
  );
  const choose = () =>
    run(async () => {
      const found = await ipc.chooseFile("ledger_backup");
      if (found === null) return;
      setChosen({ kind: "chosen", file: found.handle });
      // Previews the same file again.
      if (chosen?.kind === "chosen" && chosen.file === found.handle) await previewQuery.refetch();
    });
  const restore = (source: BackupSource, { keyIsHere }: BackupPreview) =>
    run(async () => {
      const session = await ipc.restoreBackup(source);
      onClose();
      toast(t(keyIsHere ? "dialog.done" : "dialog.doneKey"));
      if (onRestored === undefined) cacheRestoredSession(session);
      else onRestored();
    });
  const error = call.error ?? previewQuery.error;
  const failed =
    error === null ? null : (
      <div className={classes.failed}>
        <ErrorPanel error={error} />
      </div>
    );
  const preview = previewQuery.data;
  if (chosen !== null && preview !== undefined && previewQuery.error === null) {
    return (
      <Preview
        key={chosen.kind === "listed" ? chosen.fileName : chosen.file}
        preview={preview}
        isBusy={isBusy}
        failed={failed}
        onOther={() => void choose()}
        onClose={onClose}
        onRestore={() => void restore(chosen, preview)}
      />
    );
  }
  return (
    <div className={classes.dialog} data-testid="restore-choose">
      <p>{t("dialog.lead")}</p>
      {previewQuery.isFetching && <p role="status">{t("dialog.reading")}</p>}
      {failed}
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {t("cancel", { ns: "frame" })}
        </Button>
        <Button
          data-autofocus
          onClick={() => void choose()}
          loading={isBusy || previewQuery.isFetching}
          data-testid="restore-choose-file"
        >
          {t("dialog.choose")}
        </Button>
      </DialogFoot>
    </div>
  );
}

/** "November salaries, November 2026"; either part may be missing. */
const named = ({ name, period }: NamedPayroll): string =>
  [name, formatPeriod(period)].filter((part) => part !== "").join(", ");

type PreviewProps = {
  preview: BackupPreview;
  isBusy: boolean;
  failed: ReactNode;
  onOther: () => void;
  onClose: () => void;
  onRestore: () => void;
};

function Preview({ preview, isBusy, failed, onOther, onClose, onRestore }: PreviewProps) {
  const { t } = useTranslation("backups");
  const { fileName, madeAt, payrolls, payouts, lastPayroll, replacedPayrolls, keyIsHere } = preview;
  const cancel = useRef<HTMLButtonElement>(null);
  // Cancel has the focus, so that an accidental Enter does not replace a ledger.
  useEffect(() => cancel.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRestore();
  };
  const facts: [string, string][] = [
    [t("dialog.made"), formatMoment(madeAt)],
    [t("dialog.file"), fileName],
    [t("dialog.payrolls"), formatCount(payrolls)],
    [t("dialog.payouts"), formatCount(payouts)],
    [t("dialog.lastPayroll"), lastPayroll === null ? t("dialog.noPayroll") : named(lastPayroll)],
  ];
  return (
    <form className={classes.dialog} onSubmit={submit} data-testid="restore-preview">
      <dl className={`${classes.facts} selectable`}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p data-testid="restore-replaces">
        <Replaced {...preview} />
      </p>
      {replacedPayrolls !== null && payrolls < replacedPayrolls && (
        <p className={classes.notice} data-warns data-testid="restore-fewer">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>{t("dialog.fewer", { count: replacedPayrolls, backup: formatCount(payrolls) })}</span>
        </p>
      )}
      <p className={classes.notice} data-warns>
        <IconHandStop size={18} stroke={1.75} aria-hidden />
        <span>{t("dialog.blocked")}</span>
      </p>
      {!keyIsHere && (
        <p className={classes.notice} data-warns data-testid="restore-key">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>{t("dialog.keyMissing")}</span>
        </p>
      )}
      {failed}
      <DialogFoot>
        <Button
          variant="subtle"
          className={classes.other}
          onClick={onOther}
          disabled={isBusy}
          data-testid="restore-other"
        >
          {t("dialog.other")}
        </Button>
        <div className={classes.answers}>
          <Button ref={cancel} variant="default" onClick={onClose} disabled={isBusy}>
            {t("cancel", { ns: "frame" })}
          </Button>
          <Button type="submit" loading={isBusy} data-testid="restore-confirm">
            {t("dialog.confirm", { when: formatMoment(madeAt) })}
          </Button>
        </div>
      </DialogFoot>
    </form>
  );
}

function Replaced({ replaces, replacedPayrolls }: BackupPreview): ReactNode {
  const { t } = useTranslation("backups");
  if (!replaces) return t("dialog.replacesNothing");
  return replacedPayrolls === null ? t("dialog.replacesClosed") : t("dialog.replaces", { count: replacedPayrolls });
}
