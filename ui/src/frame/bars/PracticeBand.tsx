/** Shows on every screen of practice mode that no money moves, and how to leave it. */
import { UnstyledButton } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components/ErrorPanel";
import { useSessionAction } from "../../session/useSessionAction";
import classes from "./PracticeBand.module.css";

export function PracticeBand() {
  const { t } = useTranslation("frame");
  const { leavePractice, busy, error, reset } = useSessionAction();
  return (
    <>
      <section className={classes.band} aria-label={t("session.practice")} data-testid="practice-band">
        <IconSchool size={18} stroke={1.75} />
        <span className={classes.text}>{t("practice.band")}</span>
        <UnstyledButton className={classes.leave} onClick={leavePractice} disabled={busy} data-testid="practice-leave">
          {t("practice.leave")}
        </UnstyledButton>
      </section>
      {error !== null && (
        <div className={classes.problem}>
          <ErrorPanel error={error} onClose={reset} />
        </div>
      )}
    </>
  );
}
