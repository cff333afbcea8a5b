/** While sending is blocked, nothing is charged: shows the reason, and refers to the main window. */
import { Button } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useBlockReasonText } from "../../components/ErrorPanel";
import { type DeskError, ipc } from "../../ipc";
import classes from "../Card.module.css";

export function BlockedCharge({ error }: { error: DeskError }): ReactNode {
  const { t } = useTranslation("topUp");
  const because = useBlockReasonText();
  return (
    <section className={classes.already} role="alert" data-testid="card-blocked">
      <IconHandStop size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t("form.blocked.title")}</h2>
        <p>{`${because(error)}${t("form.blocked.text")}`}</p>
        <div className={classes.actions}>
          <Button size="xs" variant="default" onClick={() => void ipc.closeCard()} data-testid="card-blocked-close">
            {t("form.close")}
          </Button>
        </div>
      </div>
    </section>
  );
}
