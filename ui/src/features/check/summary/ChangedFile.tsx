/** The file was saved again after it was read: the screen shows the older data, and the file can be read again. */
import { IconAlertTriangle } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { ConfirmDialog, TextButton } from "../../../components";
import { useIntake } from "../../../session/intake";
import type { DraftView } from "../../../ipc";
import { useChangedFile } from "../../../payroll/useChangedFile";
import classes from "../Check.module.css";
import { useWords } from "../words";

export function ChangedFile({ draft: { id, rows } }: { draft: DraftView }) {
  const t = useWords();
  const file = useChangedFile(id);
  const { open } = useIntake();
  const [isAsked, setIsAsked] = useState(false);
  if (file === null) return null;
  const { name } = file;
  return (
    <>
      <p className={classes.notes} data-tone="attention" data-testid="file-changed">
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        <span>
          {t("fileChanged.line", { file: name })}{" "}
          <TextButton onClick={() => setIsAsked(true)} data-testid="file-changed-read">
            {t("fileChanged.read")}
          </TextButton>
        </span>
      </p>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            opened
            onClose={() => setIsAsked(false)}
            title={t("fileChanged.title", { file: name })}
            confirm={t("fileChanged.confirm", { file: name })}
            onConfirm={() => open(file, id)}
          >
            {t("fileChanged.body", { count: rows })}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
