/** An opened file with unconfirmed columns: leaving the mapping screen loses nothing. */
import { Button } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useIntake } from "../../session/intake";
import type { ChosenFile } from "../../ipc";
import { useNavigation } from "../../navigation";
import classes from "./Pay.module.css";

export function Waiting({ file }: { file: ChosenFile }) {
  const { t } = useTranslation("pay");
  const { clearWaiting } = useIntake();
  const { go } = useNavigation();
  const { name } = file;
  return (
    <section className={classes.list} data-testid="pay-waiting">
      <div className={classes.line}>
        <span className={classes.tile}>
          <IconColumns3 size={20} stroke={1.75} />
        </span>
        <div className={classes.what}>
          <h2 className={classes.name}>{name}</h2>
          <p className={classes.facts}>{t("waiting.body")}</p>
        </div>
        <div className={classes.deeds}>
          <Button
            size="xs"
            variant="subtle"
            aria-label={t("waiting.forgetNamed", { name })}
            onClick={() => clearWaiting(file)}
          >
            {t("waiting.forget")}
          </Button>
          <Button size="xs" variant="default" onClick={() => go({ name: "map", file })} data-testid="pay-waiting-go">
            {t("waiting.go")}
          </Button>
        </div>
      </div>
    </section>
  );
}
