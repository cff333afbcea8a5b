/** Approving and sending are blocked: the reason, the effect on the money, and the next action. */
import { Button } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "../../components/Bar.module.css";
import type { BlockReason } from "../../ipc";
import { useNavigation } from "../../navigation";

export function BlockedBar({ reason }: { reason: BlockReason }) {
  const { t } = useTranslation("frame");
  const { go } = useNavigation();
  return (
    <div className={classes.place}>
      <section
        className={classes.bar}
        data-tone="attention"
        data-testid="blocked-bar"
        data-reason={reason}
        aria-label={t("blocked.label")}
      >
        <IconHandStop size={18} stroke={1.75} aria-hidden />
        <p className={classes.text} role="status">
          {t(`blocked.reason.${reason}`)} {t("blocked.meaning")}
        </p>
        <Button size="xs" variant="default" onClick={() => go({ name: "blocked" })} data-testid="blocked-go-through">
          {t("blocked.goThrough")}
        </Button>
      </section>
    </div>
  );
}
