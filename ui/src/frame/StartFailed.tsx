/** The desk did not say who is at it: nothing else can be shown. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Look } from "../App";
import { ErrorPanel } from "../components/ErrorPanel";
import classes from "./StartFailed.module.css";

export function StartFailed({ error }: { error: unknown }) {
  const { t } = useTranslation("frame");
  return (
    <Look scheme="system">
      <main className={classes.page}>
        <div className={classes.panel}>
          <ErrorPanel error={error} actions={<Button variant="default" size="xs" onClick={() => window.location.reload()}>{t("tryAgain")}</Button>} />
        </div>
      </main>
    </Look>
  );
}
