// The three decisions. Each shows its effect and its risk; its button names people and amount.

import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";

import { Button, Checkbox, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, ErrorPanel, Risk } from "../../components";
import { DialogFoot } from "../../components/DialogFoot";
import { ipc, type UnresolvedView } from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import { useNavigation } from "../../navigation";
import { keys, cacheSession, useSession } from "../../query";
import { BlockedHint } from "../blocked/BlockedHint";
import { ResendDialogs, ResendError } from "../resend/Dialogs";
import { useResend } from "../resend/useResend";
import classes from "./Unresolved.module.css";

export type Decision = "accept" | "notTaken" | "sendAgain";

type Props = {
  open: UnresolvedView;
  decision: Decision | null;
  onClose: () => void;
  /** The user's decision about the batch. */
  onDecided: (decided: KnownDecision) => void;
};

export type KnownDecision = Exclude<Decision, "sendAgain">;

const DIALOG_PX = 520;
const REASON_LENGTH_MAX = 500;

export function Dialogs({ open, decision, onClose, onDecided }: Props): ReactNode {
  const { t } = useTranslation("unresolved");
  const [isBusy, setBusy] = useState(false);
  const body = { open, onClose, isBusy, onBusy: setBusy, onDecided };
  if (decision === "sendAgain") return <SendAgain open={open} onClose={onClose} />;
  return (
    <Dialog
      opened={decision !== null}
      onClose={() => (isBusy ? undefined : onClose())}
      title={decision === null ? "" : t(`${decision}.title`, { number: open.batch.number })}
      size={DIALOG_PX}
    >
      {decision === null ? null : <Decide {...body} decision={decision} />}
    </Dialog>
  );
}

type BodyProps = {
  open: UnresolvedView;
  onClose: () => void;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onDecided: Props["onDecided"];
};

/** One call at a time; an error is shown in the dialog. */
function useDecision({ open, onBusy }: BodyProps) {
  const client = useQueryClient();
  const inFlight = useRef(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (work: () => Promise<unknown>, done: () => void): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    onBusy(true);
    setError(null);
    try {
      await work();
      for (const key of [keys.unresolved, keys.payrolls, keys.session, keys.payroll(open.payroll)]) {
        void client.invalidateQueries({ queryKey: key });
      }
      done();
    } catch (thrown) {
      setError(thrown);
    } finally {
      inFlight.current = false;
      onBusy(false);
    }
  };
  return { error, run };
}

function Decide({ decision, ...props }: BodyProps & { decision: KnownDecision }): ReactNode {
  const { t } = useTranslation("unresolved");
  const { error, run } = useDecision(props);
  const [reason, setReason] = useState("");
  const [isAsked, setAsked] = useState(false);
  // Only unpaid people could be paid twice.
  const isRisky = decision === "notTaken";
  const isReady = reason.trim() !== "" && (isAsked || !isRisky);
  const { count, sum, currency } = props.open.batch.total;
  const values = { count, sum: formatMoney(sum, currency) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    const known = decision === "accept" ? "the_service_has_it" : "the_service_does_not_have_it";
    void run(
      () => ipc.decideUnknown(props.open.payroll, props.open.batch.key, known, reason.trim()),
      () => {
        props.onClose();
        props.onDecided(decision);
      },
    );
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
      {isRisky ? (
        <RiskAcknowledgement asked={isAsked} onAsked={setAsked}>
          {t("notTaken.twice", { count })}
        </RiskAcknowledgement>
      ) : null}
      {error === null ? null : <ErrorPanel error={error} />}
      <Buttons
        onClose={props.onClose}
        isBusy={props.isBusy}
        confirm={t(`${decision}.confirm`, values)}
        disabled={!isReady}
        isRisky={isRisky}
      />
    </form>
  );
}

/** Sending again may pay twice; the desk's confirmations are those of resending. */
function SendAgain({ open, onClose }: Pick<Props, "open" | "onClose">): ReactNode {
  const { t } = useTranslation("unresolved");
  const { go } = useNavigation();
  const { unlocked, blocked } = useSession();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { payroll, batch } = open;
  const resend = useResend(
    payroll,
    (input) => ipc.sendAgain(payroll, batch.key, input),
    () => {
      for (const key of [keys.unresolved, keys.payrolls, keys.session])
        void client.invalidateQueries({ queryKey: key });
      onClose();
      go({ name: "track", id: payroll });
    },
  );
  const { count, sum, currency } = batch.total;
  const values = { count, sum: formatMoney(sum, currency) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (blocked === null && isAsked) void resend.send();
  };
  return (
    <>
      <Dialog
        opened={resend.confirmation === null}
        onClose={() => (resend.isBusy ? undefined : onClose())}
        title={t("sendAgain.title", { number: batch.number })}
        size={DIALOG_PX}
      >
        <form className={classes.dialog} onSubmit={submit}>
          <p>
            {t("sendAgain.text")} {t("sendAgain.better")}
          </p>
          <RiskAcknowledgement asked={isAsked} onAsked={setAsked}>
            {t("sendAgain.worst", values)}
          </RiskAcknowledgement>
          {resend.error === null ? null : <ResendError error={resend.error} />}
          <BlockedHint />
          {unlocked ? null : <Locked />}
          <Buttons
            onClose={onClose}
            isBusy={resend.isBusy}
            confirm={t("sendAgain.confirm", values)}
            disabled={!unlocked || blocked !== null || !isAsked}
            isRisky
          />
        </form>
      </Dialog>
      <ResendDialogs resend={resend} batch={batch.total} />
    </>
  );
}

function Locked(): ReactNode {
  const { t } = useTranslation("unresolved");
  const [error, setError] = useState<unknown>(null);
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} />}
      <div className={classes.locked}>
        {t("sendAgain.locked")}
        <Button
          size="xs"
          variant="default"
          onClick={() => void ipc.changeSession("unlock").then(cacheSession, setError)}
          data-testid="unresolved-unlock"
        >
          {t("sendAgain.unlock")}
        </Button>
      </div>
    </>
  );
}

type AskedFirstProps = { asked: boolean; onAsked: (asked: boolean) => void; children: ReactNode };

/** The risk for the money if the user is wrong, and the question that avoids it. */
function RiskAcknowledgement({ asked, onAsked, children }: AskedFirstProps): ReactNode {
  const { t } = useTranslation("unresolved");
  return (
    <>
      <Risk data-testid="unresolved-risk">{children}</Risk>
      <Checkbox
        size="sm"
        classNames={{ label: classes.asked }}
        label={t("asked")}
        checked={asked}
        required
        onChange={(event) => onAsked(event.currentTarget.checked)}
        data-testid="unresolved-asked"
      />
    </>
  );
}

type ButtonsProps = Pick<BodyProps, "onClose" | "isBusy"> & {
  confirm: string;
  disabled: boolean;
  /** It may pay people twice, so it must not look safe. */
  isRisky: boolean;
};

function Buttons({ onClose, isBusy, confirm, disabled, isRisky }: ButtonsProps): ReactNode {
  const { t } = useTranslation("unresolved");
  return (
    <DialogFoot>
      <Button variant="default" onClick={onClose} disabled={isBusy}>
        {t("cancel")}
      </Button>
      <Button
        type="submit"
        variant={isRisky ? "default" : "filled"}
        data-danger={isRisky || undefined}
        loading={isBusy}
        disabled={disabled}
        data-testid="unresolved-confirm"
      >
        {confirm}
      </Button>
    </DialogFoot>
  );
}
