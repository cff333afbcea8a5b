// Shown before the payment: some banks may need a branch, and the profile sends none.

import { Button } from "@mantine/core";
import { IconBuildingBank } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useNavigation } from "../../../navigation";
import classes from "../Approve.module.css";

export function NoBranch({ count }: { count: number }): ReactNode {
  const { t } = useTranslation("approve");
  const { go } = useNavigation();
  if (count === 0) return null;
  return (
    <section className={classes.shortfall} data-testid="approve-no-branch">
      <IconBuildingBank size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t("noBranch.title")}</h2>
        <p>{t("noBranch.text", { count })}</p>
        <div className={classes.shortfallActions}>
          <Button
            size="xs"
            variant="default"
            onClick={() => go({ name: "settings", section: "connection" })}
            data-testid="approve-send-branch"
          >
            {t("noBranch.set")}
          </Button>
        </div>
      </div>
    </section>
  );
}
