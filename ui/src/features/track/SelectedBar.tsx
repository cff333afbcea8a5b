// Who is selected, and what can be done with them, in the foot of the people of a payroll.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { SelectionFoot, SelectionLink } from "../../components/DataGrid";
import { canTakeBack } from "./payment/TakeBackChosen";
import type { PayoutSelection } from "./usePayoutSelection";

type Props = { selection: PayoutSelection; onDecide: () => void; onTakeBack: () => void };

export function SelectedBar({ selection, onDecide, onTakeBack }: Props): ReactNode {
  const { t } = useTranslation("track");
  return (
    <SelectionFoot
      label={t("select.label")}
      count={t("select.count", { count: selection.selected.size })}
      testid="track-selected"
    >
      <SelectionLink onClick={onDecide} testid="selected-decide">
        {t("select.enter")}
      </SelectionLink>
      {canTakeBack(selection) ? (
        <SelectionLink onClick={onTakeBack} testid="selected-take-back">
          {t("select.takeBack")}
        </SelectionLink>
      ) : null}
      <SelectionLink onClick={selection.clear} testid="selected-clear">
        {t("select.clear")}
      </SelectionLink>
    </SelectionFoot>
  );
}
