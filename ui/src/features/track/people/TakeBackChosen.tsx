// Confirms withdrawing the entries about the selected payments. They stay in the history, and no money moves.

import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "../../../components";
import { ipc, type PayoutChoice, type PayoutView } from "../../../ipc";
import { keys } from "../../../query";
import { ChosenNames } from "./ChosenNames";
import type { PayoutSelection } from "./usePayoutSelection";

type Props = { payroll: number; selection: PayoutSelection; onClose: () => void };

/** Only if all results were entered: the others have no entry to withdraw. */
export const canTakeBack = ({ selected }: PayoutSelection): boolean =>
  selected.size > 0 && [...selected.values()].every(({ settledBy }) => settledBy === "user");

export function TakeBackChosen({ payroll, selection, onClose }: Props): ReactNode {
  const { t } = useTranslation("payment");
  const client = useQueryClient();
  const rows = [...selection.selected.values()];
  const takeBack = async (): Promise<void> => {
    const choice: PayoutChoice = { kind: "chosen", payouts: rows.map(asChosen) };
    await ipc.changePayroll(payroll, { kind: "withdraw_decisions", choice });
    for (const queryKey of [keys.payroll(payroll), keys.payrolls, keys.people])
      void client.invalidateQueries({ queryKey });
    selection.clear();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("takeBackChosen.title", { count: rows.length })}
      confirm={t("takeBackChosen.confirm", { count: rows.length })}
      onConfirm={takeBack}
    >
      <p data-testid="take-back-chosen">{t("takeBackText")}</p>
      <ChosenNames people={rows} />
    </ConfirmDialog>
  );
}

/** Reports apply again, including later ones: no evidence is compared. */
const asChosen = ({ reference, state }: PayoutView) => ({ reference, state, evidence: 0 });
