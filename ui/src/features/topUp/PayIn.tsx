/** How to pay into the balance by bank transfer, from the instructions in Settings. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Fold } from "../../components";
import { useNavigation } from "../../navigation";
import { settingsQuery } from "../../query";
import { Copy } from "../../components/Copy";
import classes from "./TopUp.module.css";

/** `isFirst`: there is no top-up yet, so the instructions are prominent. */
export function PayIn({ isFirst }: { isFirst: boolean }): ReactNode {
  const { t } = useTranslation("topUp");
  const { go } = useNavigation();
  const settings = useQuery(settingsQuery);
  if (settings.data === undefined) return null;
  const lines = settings.data.profile.fundingInstructions;
  if (lines === "") {
    return isFirst ? (
      <section className={classes.payIn} data-testid="top-up-pay-in-unset">
        <h2 className={classes.listTitle}>{t("payIn.title")}</h2>
        <p className={classes.told}>{t("payIn.unset")}</p>
        <Button size="xs" variant="default" onClick={() => go({ name: "settings", section: "profile" })}>
          {t("payIn.add")}
        </Button>
      </section>
    ) : null;
  }
  return (
    <section className={classes.payIn} data-testid="top-up-pay-in">
      <Fold show={t("payIn.title")} startsOpen={isFirst} testid="top-up-pay-in-fold">
        <div className={classes.payInCard}>
          <p className={`${classes.payInLines} selectable`}>{lines}</p>
          <Copy size="xs" text={lines} name={t("payIn.copy")} testid="top-up-pay-in-copy" />
        </div>
        <p className={classes.told}>{t("payIn.after")}</p>
      </Fold>
    </section>
  );
}
