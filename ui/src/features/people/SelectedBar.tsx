// Who is selected, and what can be done with them, in the foot of the grid.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "./People.module.css";
import type { PeopleSelection } from "./usePeopleView";

export function SelectedBar({ selection, onPay }: { selection: PeopleSelection; onPay: () => void }): ReactNode {
  const { t } = useTranslation("people");
  return (
    <div className={classes.selected} role="group" aria-label={t("select.label")} data-testid="people-selected">
      <span aria-live="polite">{t("select.count", { count: selection.selected.size })}</span>
      <button type="button" className={classes.link} onClick={onPay} data-testid="selected-pay">
        {t("select.pay")}
      </button>
      <button type="button" className={classes.link} onClick={selection.clear} data-testid="selected-clear">
        {t("select.clear")}
      </button>
    </div>
  );
}
