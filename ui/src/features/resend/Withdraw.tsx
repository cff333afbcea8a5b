// Withdraws approved, unsent batches for good: shows which, and asks for a reason.

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, ErrorPanel, ReasonField } from "../../components";
import { DialogFoot } from "../../components/DialogFoot";
import { type BatchView, ipc, type Total } from "../../ipc";
import { keys } from "../../query";
import { useSums } from "../../payroll/useSums";
import { peopleOf } from "../../payroll/totals";
import classes from "./Resend.module.css";

/** `isAll`: all unsent batches of the payroll, in one step. */
export type Withdrawal = { batches: BatchView[]; totals: Total[]; isAll: boolean };

const DIALOG_PX = 520;
type Props = { payroll: number; withdrawal: Withdrawal | null; onClose: () => void };

export function WithdrawDialog({ payroll, withdrawal, onClose }: Props): ReactNode {
  const { t } = useTranslation("resend");
  const [isBusy, setBusy] = useState(false);
  const what = useTotalsText();
  return (
    <Dialog
      opened={withdrawal !== null}
      onClose={() => (isBusy ? undefined : onClose())}
      title={withdrawal === null ? "" : t("withdraw.title", { what: what(withdrawal) })}
      size={DIALOG_PX}
    >
      {withdrawal === null ? null : (
        <Form payroll={payroll} withdrawal={withdrawal} onClose={onClose} isBusy={isBusy} onBusy={setBusy} />
      )}
    </Dialog>
  );
}

/** "14 people, ₦1,282,750.00" */
function useTotalsText(): (withdrawal: Withdrawal) => string {
  const { t } = useTranslation("resend");
  const sums = useSums();
  return ({ totals }) => t("people", { count: peopleOf(totals), sum: sums(totals) });
}

type FormProps = {
  payroll: number;
  withdrawal: Withdrawal;
  onClose: () => void;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
};

function Form({ payroll, withdrawal, onClose, isBusy, onBusy }: FormProps): ReactNode {
  const { t } = useTranslation("resend");
  const client = useQueryClient();
  const sums = useSums();
  const what = useTotalsText()(withdrawal);
  const inFlight = useRef(false);
  const [reason, setReason] = useState("");
  const [error, setError] = useState<unknown>(null);
  const { totals } = withdrawal;
  const isDoubtful = withdrawal.batches.some(({ wasUnknown }) => wasUnknown);
  const run = async (trimmed: string): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    onBusy(true);
    setError(null);
    try {
      const batches = withdrawal.isAll ? [null] : withdrawal.batches.map(({ key }) => key);
      for (const key of batches) await ipc.changePayroll(payroll, { kind: "withdraw", batch: key, reason: trimmed });
      onClose();
    } catch (thrown) {
      setError(thrown);
    } finally {
      inFlight.current = false;
      onBusy(false);
      for (const queryKey of [keys.payroll(payroll), keys.payrolls, keys.unresolved, keys.session])
        void client.invalidateQueries({ queryKey });
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() !== "") void run(reason.trim());
  };
  return (
    <div className={classes.dialog}>
      <form onSubmit={submit} noValidate>
        <p>{t(isDoubtful ? "withdraw.doubtful" : "withdraw.text", { count: peopleOf(totals), sum: sums(totals) })}</p>
        <ReasonField
          label={t("withdraw.reason")}
          value={reason}
          onValue={setReason}
          suggestions={[t("withdraw.paidOtherwise"), t("withdraw.replaced"), t("withdraw.mistake")]}
          readOnly={isBusy}
          autoFocus
          testid="withdraw-reason"
        />
        {error === null ? null : <ErrorPanel error={error} />}
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t("cancel")}
          </Button>
          <Button
            type="submit"
            variant="default"
            data-danger
            loading={isBusy}
            disabled={reason.trim() === ""}
            data-testid="withdraw-confirm"
          >
            {t("withdraw.confirm", { what })}
          </Button>
        </DialogFoot>
      </form>
    </div>
  );
}
