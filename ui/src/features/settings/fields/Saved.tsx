import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "../Settings.module.css";

export function Saved() {
  const { t } = useTranslation("settings");
  return (
    <span className={classes.saved} role="status" data-testid="settings-saved">
      <IconCircleCheck size={16} stroke={1.75} />
      {t("saved")}
    </span>
  );
}
