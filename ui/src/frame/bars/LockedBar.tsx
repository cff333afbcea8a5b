/** A locked live profile: everything is readable, nothing can be paid; with an unlock button. */
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../components/Bar.module.css";
import { ErrorPanel } from "../../components/ErrorPanel";
import { RestoreDialog } from "../../features/restore";
import { asDeskError, type ErrorCode } from "../../ipc";
import { useNavigation } from "../../navigation";
import { useSessionAction } from "../../session/useSessionAction";

export function LockedBar() {
  const { t } = useTranslation("frame");
  const [isRestoring, setRestoring] = useState(false);
  const { unlock, busy, error, reset } = useSessionAction();
  return (
    <div className={classes.place}>
      <section className={classes.bar} data-testid="locked-bar" aria-label={t("locked.title")}>
        <IconLock size={18} stroke={1.75} />
        <p className={classes.text}>{t("locked.body")}</p>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => setRestoring(true)}
          disabled={busy}
          data-testid="locked-restore"
        >
          {t("restore")}
        </Button>
        <Button size="xs" onClick={unlock} loading={busy} data-testid="unlock-button">
          {t("locked.unlock")}
        </Button>
      </section>
      {isRestoring && (
        <Suspense>
          <RestoreDialog onClose={() => setRestoring(false)} />
        </Suspense>
      )}
      {error !== null && (
        <ErrorPanel error={error} onClose={reset} actions={<ToSecrets code={asDeskError(error).code} onGo={reset} />} />
      )}
    </div>
  );
}

/** Leads to token and lock: they were never set, or belong to another service. */
const ENTERED_IN_SECRETS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["secret_missing", "secrets_elsewhere"]);

function ToSecrets({ code, onGo }: { code: ErrorCode; onGo: () => void }) {
  const { t } = useTranslation("frame");
  const { go } = useNavigation();
  if (!ENTERED_IN_SECRETS.has(code)) return null;
  const enter = () => {
    onGo();
    go({ name: "settings", section: "secrets" });
  };
  return (
    <Button size="xs" variant="default" onClick={enter} data-testid="locked-secrets">
      {t("locked.secrets")}
    </Button>
  );
}
