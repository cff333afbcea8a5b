// Said before the money leaves: without an address for results, Track never learns who was paid.

import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useNavigation } from "../../navigation";
import { useSession } from "../../query";
import classes from "./Approve.module.css";

export function NoResults(): ReactNode {
  const { t } = useTranslation("approve");
  const { go } = useNavigation();
  const { mode, callbackAddress } = useSession();
  if (mode !== "live" || callbackAddress !== null) return null;
  return (
    <section className={classes.shortfall} data-testid="approve-no-results">
      <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
      <div>
        <h2>{t("noResults.title")}</h2>
        <p>{t("noResults.text")}</p>
        <div className={classes.shortfallActions}>
          <Button size="xs" variant="default" onClick={() => go({ name: "settings", section: "profile" })}>
            {t("noResults.set")}
          </Button>
        </div>
      </div>
    </section>
  );
}
