// The selected people and their actions, in the foot of the grid.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { SelectionFoot } from "../../components/DataGrid";
import { TextButton } from "../../components/TextButton";
import type { PeopleSelection } from "./usePeopleView";

export function SelectedBar({ selection, onPay }: { selection: PeopleSelection; onPay: () => void }): ReactNode {
  const { t } = useTranslation("people");
  return (
    <SelectionFoot
      label={t("select.label")}
      count={t("select.count", { count: selection.selected.size })}
      testid="people-selected"
    >
      <TextButton onClick={onPay} data-testid="selected-pay">
        {t("select.pay")}
      </TextButton>
      <TextButton onClick={selection.clear} data-testid="selected-clear">
        {t("select.clear")}
      </TextButton>
    </SelectionFoot>
  );
}
