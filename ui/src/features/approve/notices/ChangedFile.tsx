// Shown before the payment: the file was saved again after it was read, and the older data is paid.

import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useChangedFile } from "../../../payroll/useChangedFile";
import classes from "../Approve.module.css";

type Props = { id: number; onBack: () => void; disabled: boolean };

export function ChangedFile({ id, onBack, disabled }: Props): ReactNode {
  const { t } = useTranslation("approve");
  const file = useChangedFile(id);
  if (file === null) return null;
  return (
    <section className={classes.shortfall} data-testid="approve-file-changed">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t("fileChanged.title", { file: file.name })}</h2>
        <p>{t("fileChanged.text")}</p>
        <div className={classes.shortfallActions}>
          <Button size="xs" variant="default" onClick={onBack} disabled={disabled}>
            {t("back")}
          </Button>
        </div>
      </div>
    </section>
  );
}
