/** The drop area for a file, which can also be chosen here. The whole window accepts drops. */
import { UnstyledButton } from "@mantine/core";
import { IconTableImport } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { type Reading, useIntake } from "../../session/intake";
import classes from "./DropArea.module.css";

export function DropArea() {
  const { t } = useTranslation("pay");
  const { reading, choose } = useIntake();
  return (
    <section
      className={classes.area}
      data-reading={reading !== null || undefined}
      data-testid="pay-drop"
      aria-label={t("drop.label")}
    >
      <span className={classes.tile}>
        <IconTableImport size={32} stroke={1.5} />
      </span>
      {reading ? (
        <Progress reading={reading} />
      ) : (
        <>
          <p className={classes.lead}>
            {t("drop.lead")}{" "}
            <UnstyledButton
              className={classes.choose}
              onClick={() => void choose()}
              aria-label={t("drop.label")}
              data-testid="pay-choose"
            >
              {t("drop.choose")}
            </UnstyledButton>
          </p>
          <p className={classes.formats}>{t("drop.formats")}</p>
        </>
      )}
    </section>
  );
}

function Progress({ reading }: { reading: Reading }) {
  const { t } = useTranslation("pay");
  const title = {
    file: () => t("reading.title", { file: reading.kind === "file" ? reading.name : "" }),
    sample: () => t("reading.sample"),
    again: () => t("reading.again", { name: reading.kind === "again" ? reading.name : "" }),
  }[reading.kind]();
  return (
    <div role="status" className={classes.progress} data-testid="pay-reading">
      <p className={classes.lead}>{title}</p>
      <p className={classes.formats}>{t("reading.body")}</p>
      <div className={classes.track}>
        <span className={classes.runner} />
      </div>
    </div>
  );
}
