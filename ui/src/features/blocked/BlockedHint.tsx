// Beside a button that sends: why it is disabled, and the link to the review.

import { Button } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useNavigation } from "../../navigation";
import { useSession } from "../../query";
import classes from "./BlockedHint.module.css";

/** Renders nothing unless sending is blocked. */
export function BlockedHint(): ReactNode {
  const { t } = useTranslation("frame");
  const { blocked } = useSession();
  if (blocked === null) return null;
  return (
    <div className={classes.hint} role="status" data-testid="blocked-hint">
      <IconHandStop size={18} stroke={1.75} aria-hidden />
      <p>{t("blocked.hint")}</p>
      <ReviewButton />
    </div>
  );
}

export function ReviewButton(): ReactNode {
  const { t } = useTranslation("frame");
  const { go } = useNavigation();
  return (
    <Button size="xs" variant="default" onClick={() => go({ name: "blocked" })} data-testid="blocked-hint-go-through">
      {t("blocked.goThrough")}
    </Button>
  );
}
