/** Practice mode: a sample payroll. */
import { Button } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useIntake } from "../../session/intake";
import classes from "./Pay.module.css";

export function SampleTile({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("pay");
  const { openSample } = useIntake();
  return (
    <section className={classes.list}>
      <div className={classes.line}>
        <span className={classes.tile} data-practice>
          <IconSchool size={20} stroke={1.75} />
        </span>
        <div className={classes.what}>
          <h2 className={classes.name}>{t("sample.title")}</h2>
          <p className={classes.facts}>{t("sample.body")}</p>
        </div>
        <Button
          size="xs"
          variant="default"
          disabled={disabled}
          onClick={() => void openSample()}
          data-testid="pay-sample"
        >
          {t("sample.open")}
        </Button>
      </div>
    </section>
  );
}
