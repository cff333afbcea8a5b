/** A trial payment to oneself: the whole process once, with a small sum. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../components";
import { useCall } from "../../lib/useCall";
import { useSession } from "../../query";
import { usePayPeople } from "../people/usePayPeople";
import classes from "./Setup.module.css";

export function TrialPayment(): ReactNode {
  const { t } = useTranslation("setup");
  const { blocked } = useSession();
  const pay = usePayPeople();
  const { run, isBusy, error, forget } = useCall();
  return (
    <>
      <p className={classes.lead}>{t("trial_payment.lead")}</p>
      <ol className={classes.plan}>
        {(["enter", "check", "pay"] as const).map((part) => (
          <li key={part}>{t(`trial_payment.${part}`)}</li>
        ))}
      </ol>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <div className={classes.actions}>
        <Button
          onClick={() => void run(() => pay([], "last_paid"))}
          loading={isBusy}
          disabled={blocked !== null}
          data-testid="setup-pay-yourself"
        >
          {t("trial_payment.start")}
        </Button>
      </div>
    </>
  );
}
