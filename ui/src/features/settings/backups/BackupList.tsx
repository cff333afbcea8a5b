/** The last backups, newest first; older ones on demand. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BackupEntry } from "../../../ipc";
import { formatCount, formatMoment, formatSize } from "../../../lib/time/dates";
import classes from "../Settings.module.css";

const SHOWN_FIRST = 5;

export function BackupList({ entries, onRestore }: { entries: BackupEntry[]; onRestore: (fileName: string) => void }) {
  const { t } = useTranslation("backups");
  const [isAll, setAll] = useState(false);
  const shown = isAll ? entries : entries.slice(0, SHOWN_FIRST);
  const older = entries.length - shown.length;
  return (
    <div className={classes.row} data-testid="backups-list">
      <h3 className={classes.rowTitle}>{t("list.title")}</h3>
      {entries.length === 0 ? (
        <p className={classes.rowBody}>{t("list.empty")}</p>
      ) : (
        <table className={classes.backups} aria-label={t("list.title")}>
          <thead>
            <tr>
              <th scope="col">{t("list.date")}</th>
              <th scope="col">{t("list.payrolls")}</th>
              <th scope="col">{t("list.size")}</th>
              <th scope="col">
                <span className="visually-hidden">{t("list.restore")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) => (
              <Entry key={entry.fileName} entry={entry} onRestore={onRestore} />
            ))}
          </tbody>
        </table>
      )}
      {older > 0 && (
        <Button
          size="xs"
          variant="subtle"
          className={classes.older}
          onClick={() => setAll(true)}
          data-testid="backups-all"
        >
          {t("list.all", { count: older })}
        </Button>
      )}
    </div>
  );
}

function Entry({
  entry: { fileName, madeAt, payrolls, bytes },
  onRestore,
}: {
  entry: BackupEntry;
  onRestore: (fileName: string) => void;
}) {
  const { t } = useTranslation("backups");
  const when = formatMoment(madeAt);
  return (
    <tr title={fileName} data-testid={`backup-${fileName}`}>
      <td>{when}</td>
      <td>{formatCount(payrolls)}</td>
      <td>{formatSize(Number(bytes))}</td>
      <td>
        <Button
          size="xs"
          variant="subtle"
          aria-label={t("list.restoreNamed", { when })}
          onClick={() => onRestore(fileName)}
          data-testid={`backup-restore-${fileName}`}
        >
          {t("list.restore")}
        </Button>
      </td>
    </tr>
  );
}
