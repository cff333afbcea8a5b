// Who is selected, and what can be done with them, in the foot of the grid.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { SelectionFoot, SelectionLink } from "../../components/DataGrid";
import type { PeopleSelection } from "./usePeopleView";

export function SelectedBar({ selection, onPay }: { selection: PeopleSelection; onPay: () => void }): ReactNode {
  const { t } = useTranslation("people");
  return (
    <SelectionFoot
      label={t("select.label")}
      count={t("select.count", { count: selection.selected.size })}
      testid="people-selected"
    >
      <SelectionLink onClick={onPay} testid="selected-pay">
        {t("select.pay")}
      </SelectionLink>
      <SelectionLink onClick={selection.clear} testid="selected-clear">
        {t("select.clear")}
      </SelectionLink>
    </SelectionFoot>
  );
}
