// Shows whether the audit log verifies.

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel } from "../../components";
import { useNavigation } from "../../navigation";
import { historyQuery } from "../../query";
import classes from "./Audit.module.css";

export function History(): ReactNode {
  const { t } = useTranslation("audit");
  const { go } = useNavigation();
  const history = useQuery(historyQuery);
  if (history.error !== null) {
    return <ErrorPanel error={history.error} onRetry={() => void history.refetch()} />;
  }
  if (history.data === undefined || history.isFetching) {
    return (
      <p className={classes.history} role="status">
        {t("history.checking")}
      </p>
    );
  }
  const { data } = history;
  if (data.kind === "intact") {
    return (
      <p className={classes.history} role="status" data-testid="audit-history" data-kind="intact">
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
        {t("history.intact", { count: data.events })}
        <Button size="compact-sm" variant="subtle" onClick={() => void history.refetch()} data-testid="audit-check">
          {t("history.again")}
        </Button>
      </p>
    );
  }
  return (
    <div className={classes.history} role="alert" data-testid="audit-history" data-kind="broken">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <p>{t("history.broken", { number: data.number })}</p>
      <Button size="compact-sm" variant="default" onClick={() => go({ name: "blocked" })}>
        {t("history.review")}
      </Button>
    </div>
  );
}
