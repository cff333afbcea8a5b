// The three decisions. Each says what it will do and what could go wrong; its button names people and amount.

import { Button, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, ErrorPanel } from "../../components";
import { ipc, type UnresolvedView } from "../../ipc";
import { formatMoney } from "../../lib/money";
import { useNavigation } from "../../navigation";
import { keys, takeSession, useSession } from "../../query";
import classes from "./Unresolved.module.css";

export type Decision = "accept" | "notTaken" | "sendAgain";

type Props = { open: UnresolvedView; decision: Decision | null; onClose: () => void };

const DIALOG_PX = 520;
const REASON_LENGTH_MAX = 500;

export function Dialogs({ open, decision, onClose }: Props): ReactNode {
  const { t } = useTranslation("unresolved");
  const [isBusy, setBusy] = useState(false);
  const body = { open, onClose, isBusy, onBusy: setBusy };
  return (
    <Dialog
      opened={decision !== null}
      onClose={() => (isBusy ? undefined : onClose())}
      title={decision === null ? "" : t(`${decision}.title`, { number: open.batch.number })}
      size={DIALOG_PX}
    >
      {decision === "accept" || decision === "notTaken" ? <Decide {...body} decision={decision} /> : null}
      {decision === "sendAgain" ? <SendAgain {...body} /> : null}
    </Dialog>
  );
}

type BodyProps = {
  open: UnresolvedView;
  onClose: () => void;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
};

/** One call at a time; a failure stays in the dialog. */
function useDecision({ open, onBusy }: BodyProps) {
  const client = useQueryClient();
  const underWay = useRef(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (work: () => Promise<unknown>, done: () => void): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    onBusy(true);
    setError(null);
    try {
      await work();
      done();
      for (const key of [keys.unresolved, keys.payrolls, keys.session, keys.payroll(open.payroll)]) {
        void client.invalidateQueries({ queryKey: key });
      }
    } catch (thrown) {
      setError(thrown);
    } finally {
      underWay.current = false;
      onBusy(false);
    }
  };
  return { error, run };
}

function Decide({ decision, ...props }: BodyProps & { decision: "accept" | "notTaken" }): ReactNode {
  const { t } = useTranslation("unresolved");
  const { error, run } = useDecision(props);
  const [reason, setReason] = useState("");
  const { count, sum, currency } = props.open.batch.total;
  const values = { count, sum: formatMoney(sum, currency) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() === "") return;
    const known = decision === "accept" ? "the_service_has_it" : "the_service_does_not_have_it";
    void run(() => ipc.decideUnknown(props.open.payroll, props.open.batch.key, known, reason.trim()), props.onClose);
  };
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <p>{t(`${decision}.text`, values)}</p>
      <Textarea
        data-autofocus
        rows={3}
        required
        label={t(`${decision}.reason`)}
        placeholder={t(`${decision}.placeholder`)}
        description={t("reasonRequired")}
        inputWrapperOrder={["label", "input", "description"]}
        maxLength={REASON_LENGTH_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-testid="unresolved-reason"
      />
      {error === null ? null : <ErrorPanel error={error} />}
      <Buttons {...props} confirm={t(`${decision}.confirm`, values)} disabled={reason.trim() === ""} />
    </form>
  );
}

function SendAgain(props: BodyProps): ReactNode {
  const { t } = useTranslation("unresolved");
  const { go } = useNavigation();
  const { unlocked } = useSession();
  const { error, run } = useDecision(props);
  const { count, sum, currency } = props.open.batch.total;
  const values = { count, sum: formatMoney(sum, currency) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(
      () => ipc.sendAgain(props.open.payroll, props.open.batch.key),
      () => {
        props.onClose();
        go({ name: "track", id: props.open.payroll });
      },
    );
  };
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <p>{t("sendAgain.text")}</p>
      <p>
        <strong>{t("sendAgain.worst", values)}</strong> {t("sendAgain.better")}
      </p>
      {error === null ? null : <ErrorPanel error={error} />}
      {unlocked ? null : (
        <div className={classes.locked}>
          {t("sendAgain.locked")}
          <Button
            size="xs"
            variant="default"
            onClick={() => void run(async () => takeSession(await ipc.unlock()), () => undefined)}
            data-testid="unresolved-unlock"
          >
            {t("sendAgain.unlock")}
          </Button>
        </div>
      )}
      <Buttons {...props} confirm={t("sendAgain.confirm", values)} disabled={!unlocked} />
    </form>
  );
}

function Buttons({ onClose, isBusy, confirm, disabled }: BodyProps & { confirm: string; disabled: boolean }): ReactNode {
  const { t } = useTranslation("unresolved");
  return (
    <div className={classes.dialogActions}>
      <Button variant="default" onClick={onClose} disabled={isBusy}>
        {t("cancel")}
      </Button>
      <Button type="submit" loading={isBusy} disabled={disabled} data-testid="unresolved-confirm">
        {confirm}
      </Button>
    </div>
  );
}
