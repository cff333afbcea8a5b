// Confirms closing a payroll with missing results.

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog, ReasonField } from "../../../components";
import { ipc, type Total, type TrackView } from "../../../ipc";
import { peopleOf } from "../../../payroll/totals";
import { useSums } from "../../../payroll/useSums";
import { keys } from "../../../query";
import classes from "../payment/Payment.module.css";

type Props = { view: TrackView; totals: Total[]; onClose: () => void };

export function CloseDialog({ view, totals, onClose }: Props): ReactNode {
  const { t } = useTranslation("payment");
  const client = useQueryClient();
  const sums = useSums();
  const [reason, setReason] = useState("");
  const count = peopleOf(totals);
  const unpaid = peopleOf(view.payableAgain);
  const isMissing = reason.trim() === "";
  const close = async (): Promise<void> => {
    await ipc.changePayroll(view.id, { kind: "close_unconfirmed", reason: reason.trim() });
    for (const queryKey of [keys.payroll(view.id), keys.payrolls]) void client.invalidateQueries({ queryKey });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("close.title", { name: view.name })}
      confirm={t("close.confirm", { count })}
      onConfirm={close}
      isIncomplete={isMissing}
      missing={isMissing ? t("close.missing") : ""}
    >
      <div className={classes.form}>
        <p>{t("close.text", { count, sum: sums(totals) })}</p>
        {/* Closing changes nothing for people who are known to be unpaid. */}
        {unpaid === 0 ? null : <p>{t("close.unpaid", { count: unpaid, sum: sums(view.payableAgain) })}</p>}
        <ReasonField
          label={t("close.reason")}
          value={reason}
          onValue={setReason}
          suggestions={[t("close.noAnswer"), t("close.cannotSay")]}
          testid="close-reason"
        />
      </div>
    </ConfirmDialog>
  );
}
