/** A file that was opened and whose columns were not confirmed yet: going back from them loses nothing. */
import { Button } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useIntake } from "../../frame/intake";
import { fileName } from "../../lib/files";
import { useNavigation } from "../../navigation";
import classes from "./Pay.module.css";

export function Waiting({ path }: { path: string }) {
  const { t } = useTranslation("pay");
  const { settled } = useIntake();
  const { go } = useNavigation();
  const name = fileName(path);
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
            onClick={() => settled(path)}
          >
            {t("waiting.forget")}
          </Button>
          <Button size="xs" variant="default" onClick={() => go({ name: "map", path })} data-testid="pay-waiting-go">
            {t("waiting.go")}
          </Button>
        </div>
      </div>
    </section>
  );
}
