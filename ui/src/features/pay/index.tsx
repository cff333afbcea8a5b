/** Start of a payroll: a file, the sample, an unfinished or an earlier one. */
import { Button } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel, Page } from "../../components";
import { useIntake } from "../../session/intake";
import { asDeskError } from "../../ipc";
import { useNavigation } from "../../navigation";
import { usePayrolls, useSession } from "../../query";
import { SetupLine } from "../setup/SetupLine";
import { PayAgain } from "./PayAgain";
import { DropArea } from "./DropArea";
import classes from "./Pay.module.css";
import { NextSteps } from "./NextSteps";
import { SampleTile } from "./SampleTile";
import { Unfinished } from "./Unfinished";
import { Waiting } from "./Waiting";

/** Rarely used: its menu is not loaded with the screen. */
const Template = lazy(() => import("./Template"));

const AGAIN_COUNT_MAX = 3;

export default function PayScreen() {
  const { t } = useTranslation("pay");
  const { mode } = useSession();
  const { reading, error, waiting } = useIntake();
  const payrolls = usePayrolls();
  const lines = payrolls.data ?? [];
  const unfinished = lines.filter(({ state }) => state === "draft" || state === "frozen");
  const again = lines.filter(({ approvedAt }) => approvedAt !== null).slice(0, AGAIN_COUNT_MAX);
  return (
    <Page title={t("title")} testid="pay">
      <div className={classes.page}>
        {error !== null && <IntakeError error={error} />}
        {payrolls.error !== null && <ErrorPanel error={payrolls.error} />}
        <SetupLine />
        <DropArea />
        {reading === null && (
          <Suspense fallback={<div className={classes.templatePlace} />}>
            <Template lines={lines} />
          </Suspense>
        )}
        {waiting !== null && <Waiting file={waiting} />}
        {mode === "practice" && <SampleTile disabled={reading !== null} />}
        {payrolls.data?.length === 0 && error === null && waiting === null && <NextSteps />}
        {unfinished.length > 0 && <Unfinished lines={unfinished} />}
        {again.length > 0 && <PayAgain lines={again} disabled={reading !== null} />}
      </div>
    </Page>
  );
}

/** The file's error stays on the page until another file is read. */
function IntakeError({ error }: { error: unknown }) {
  const { t } = useTranslation("pay");
  const { go } = useNavigation();
  const { about, choose, dismiss } = useIntake();
  const known = asDeskError(error);
  const payroll = known.code === "already_paid" || known.code === "name_taken" ? known.data.payroll : null;
  return (
    <ErrorPanel
      error={error}
      about={about}
      onClose={dismiss}
      actions={
        <>
          {payroll !== null && (
            <Button size="xs" variant="default" onClick={() => go({ name: "track", id: payroll })}>
              {t("failed.open")}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => void choose()}>
            {t("failed.choose")}
          </Button>
        </>
      }
    />
  );
}
