// The selected people and their actions, in the foot of the people of a payroll.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { SelectionFoot } from "../../../components/DataGrid";
import { TextButton } from "../../../components/TextButton";
import { canTakeBack } from "./TakeBackChosen";
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
      <TextButton onClick={onDecide} data-testid="selected-decide">
        {t("select.enter")}
      </TextButton>
      {canTakeBack(selection) ? (
        <TextButton onClick={onTakeBack} data-testid="selected-take-back">
          {t("select.takeBack")}
        </TextButton>
      ) : null}
      <TextButton onClick={selection.clear} data-testid="selected-clear">
        {t("select.clear")}
      </TextButton>
    </SelectionFoot>
  );
}
