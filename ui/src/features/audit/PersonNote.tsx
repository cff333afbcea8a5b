// What the filter by person includes, and what it may miss.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "./Audit.module.css";

export function PersonNote({ unattributed }: { unattributed: number }): ReactNode {
  const { t } = useTranslation("audit");
  return (
    <div className={classes.note}>
      <p>{t("personNote")}</p>
      {unattributed === 0 ? null : (
        <p role="status" data-testid="audit-unattributed">
          {t("unattributed", { count: unattributed })}
        </p>
      )}
    </div>
  );
}
