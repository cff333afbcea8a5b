/** The session could not be fetched: nothing else can be shown; the user can retry, or practise meanwhile. */
import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ThemeProvider } from "../components/ThemeProvider";
import { ErrorPanel } from "../components/ErrorPanel";
import { RestoreDialog } from "../features/restore";
import { asDeskError, type ErrorCode, ipc } from "../ipc";
import classes from "./StartFailed.module.css";

/** Errors of the ledger that a backup may fix. */
const RESTORABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "ledger_unavailable",
  "ledger_damaged",
  "sending_blocked",
]);

/** `onRestart` reloads the window; a prop for the tests. */
export function StartFailed({
  error,
  onRestart = () => window.location.reload(),
}: {
  error: unknown;
  onRestart?: () => void;
}) {
  const { t } = useTranslation("frame");
  const [refused, setRefused] = useState<unknown>(null);
  const [isRestoring, setRestoring] = useState(false);
  const canRestore = RESTORABLE.has(asDeskError(error).code);
  const [busy, setBusy] = useState(false);
  const practise = async () => {
    setBusy(true);
    try {
      await ipc.changeSession("start_practice");
      onRestart();
    } catch (thrown) {
      setRefused(thrown);
      setBusy(false);
    }
  };
  return (
    <ThemeProvider scheme="system">
      <main className={classes.page}>
        <div className={classes.panel}>
          <ErrorPanel
            error={refused ?? error}
            actions={
              <>
                <Button variant="default" size="xs" onClick={onRestart} disabled={busy}>
                  {t("tryAgain")}
                </Button>
                {canRestore && (
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => setRestoring(true)}
                    disabled={busy}
                    data-testid="start-restore"
                  >
                    {t("restore")}
                  </Button>
                )}
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => void practise()}
                  loading={busy}
                  data-testid="start-practise"
                >
                  {t("practice.instead")}
                </Button>
              </>
            }
          />
          {isRestoring && (
            <Suspense>
              <RestoreDialog onClose={() => setRestoring(false)} onRestored={onRestart} />
            </Suspense>
          )}
        </div>
      </main>
    </ThemeProvider>
  );
}
