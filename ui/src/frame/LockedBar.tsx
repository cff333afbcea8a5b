/** A live profile that is locked: everything can be read, nothing can be paid, and here is how to unlock. */
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../components/ErrorPanel";
import classes from "./LockedBar.module.css";
import { useSessionAction } from "./session";

export function LockedBar() {
  const { t } = useTranslation("frame");
  const { unlock, busy, error, reset } = useSessionAction();
  return (
    <div className={classes.place}>
      <section className={classes.bar} data-testid="locked-bar" aria-label={t("locked.title")}>
        <IconLock size={18} stroke={1.75} />
        <p className={classes.text}>{t("locked.body")}</p>
        <Button size="xs" onClick={unlock} loading={busy} data-testid="unlock-button">{t("locked.unlock")}</Button>
      </section>
      {error !== null && <ErrorPanel error={error} onClose={reset} />}
    </div>
  );
}
