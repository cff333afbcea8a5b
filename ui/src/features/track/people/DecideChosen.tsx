// Enters the result of the selected payments, by name: exactly the listed ones are recorded.

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, Waiting } from "../../../components";
import { type ChosenPayout, type ChosenPayoutView, ipc, type PayoutView, type SelectedPayout } from "../../../ipc";
import { DecideDialog } from "../payment/DecideDialog";
import classes from "../payment/Payment.module.css";
import { ChosenNames } from "./ChosenNames";
import type { PayoutSelection } from "./usePayoutSelection";

type Props = { payroll: number; selection: PayoutSelection; onClose: () => void };

export function DecideChosen({ payroll, selection, onClose }: Props): ReactNode {
  const { t } = useTranslation("payment");
  const { selected } = selection;
  const rows = useMemo(() => [...selected.values()].map(asSelected), [selected]);
  // Not below the payroll's key: the list stays as it was shown, whatever arrives. The desk compares it, and refuses a
  // decision about anything else.
  const chosen = useQuery({
    queryKey: ["chosenPayouts", payroll, rows],
    queryFn: () => ipc.chosenPayouts(payroll, rows),
    gcTime: 0,
  });
  if (chosen.data === undefined) {
    return (
      <Dialog opened onClose={onClose} title={t("decide.title", { count: rows.length })} size={480}>
        <Waiting query={chosen} label={t("chosen.loading")} rows={5} columns={3} />
      </Dialog>
    );
  }
  const view = chosen.data;
  const changed = view.payouts.filter(({ hasChanged }) => hasChanged);
  const takeOut = (): void => {
    for (const { reference } of changed) {
      const row = selected.get(reference);
      if (row !== undefined) selection.toggle(row, false);
    }
    // Nobody is left to decide about; the next selection starts without this dialog.
    if (changed.length === view.payouts.length) onClose();
  };
  return (
    <DecideDialog
      payroll={payroll}
      choice={{
        kind: "chosen",
        payouts: view.payouts.map((payout) => asChosen(payout, selected.get(payout.reference))),
      }}
      totals={view.totals}
      isBlocked={changed.length > 0}
      onDecided={selection.clear}
      onClose={onClose}
    >
      {changed.length === 0 ? null : (
        <div className={classes.warning} role="alert" data-testid="chosen-changed">
          <p>{t("chosen.changed", { count: changed.length })}</p>
          <Button size="xs" variant="default" onClick={takeOut} data-testid="chosen-take-out">
            {t("chosen.takeOut", { count: changed.length })}
          </Button>
        </div>
      )}
      <ChosenNames people={view.payouts} />
    </DecideDialog>
  );
}

const asSelected = ({ reference, state }: PayoutView): SelectedPayout => ({ reference, state });

/** The state at the time of selection: the desk refuses the entry if it has changed. */
const asChosen = ({ reference, evidence }: ChosenPayoutView, row: PayoutView | undefined): ChosenPayout => ({
  reference,
  state: row?.state ?? "Planned",
  evidence,
});
