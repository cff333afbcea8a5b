/** The form cannot be shown: the reason, and the action. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../components/ErrorPanel";
import { ipc } from "../ipc";
import classes from "./Card.module.css";

export function StartFailed({ error }: { error: unknown }) {
  const { t } = useTranslation("topUp");
  return (
    <main className={classes.page}>
      <ErrorPanel
        error={error}
        actions={
          <Button size="xs" variant="default" onClick={() => void ipc.closeCard()}>
            {t("form.close")}
          </Button>
        }
      />
    </main>
  );
}
