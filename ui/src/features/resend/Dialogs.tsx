// Confirmations before something approved earlier is sent again. While one is open, nothing has been sent.

import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import {
  Dialog,
  ErrorPanel,
  Money,
  ReasonField,
  SkeletonRows,
  TotalFields,
  useConfirmedTotals,
  type TypedTexts,
} from "../../components";
import { DialogFoot } from "../../components/DialogFoot";
import { type DeskError, ipc, type Total } from "../../ipc";
import { useNavigation } from "../../navigation";
import { useSums } from "../../payroll/useSums";
import { keys, usePayroll, useSession, useSettings } from "../../query";
import { peopleOf } from "../../payroll/totals";
import { BlockedHint } from "../blocked/BlockedHint";
import { Questions } from "../questions";
import { openCount } from "../questions/words";
import classes from "./Resend.module.css";
import type { ConfirmationRequest, Resend } from "./useResend";

const DIALOG_PX = 520;
const DIALOG_WIDE_PX = 880;

type Props = {
  resend: Resend;
  /** The batch to send, if it may be at the provider; otherwise the desk returns the unsent total. */
  batch?: Total;
  /** Absent if it cannot be withdrawn. */
  onWithdraw?: (() => void) | undefined;
};

export function ResendDialogs(props: Props): ReactNode {
  const { t } = useTranslation("resend");
  const { confirmation, isBusy, close } = props.resend;
  const title =
    confirmation === null
      ? ""
      : confirmation.code === "approved_for_other"
        ? confirmation.host === null
          ? t("other.titleNoHost")
          : t("other.title", { host: confirmation.host })
        : t(`${TEXT_KEY[confirmation.code]}.title`);
  return (
    <Dialog
      opened={confirmation !== null}
      onClose={() => (isBusy ? undefined : close())}
      title={title}
      size={confirmation?.code === "questions_open" ? DIALOG_WIDE_PX : DIALOG_PX}
    >
      {confirmation === null ? null : (
        <div className={classes.dialog} data-testid={`resend-${confirmation.code}`}>
          <Body key={`${confirmation.code} ${confirmation.round}`} {...props} confirmation={confirmation} />
        </div>
      )}
    </Dialog>
  );
}

const TEXT_KEY = { total_needed: "total", questions_open: "questions", account_differs: "account" } as const;

type BodyProps = Props & { confirmation: ConfirmationRequest };

function Body(props: BodyProps): ReactNode {
  switch (props.confirmation.code) {
    case "total_needed":
      return <TotalNeeded {...props} />;
    case "questions_open":
      return <QuestionsOpen {...props} />;
    case "account_differs":
      return <AccountDiffers {...props} />;
    case "approved_for_other":
      return props.batch === undefined ? <OtherDestination {...props} /> : <OtherDestinationUnknown {...props} />;
  }
}

/** The total to send; refetched each time, since it may have changed. */
function useUnsent({ resend, batch }: Props) {
  const unsent = useQuery({
    queryKey: [...keys.payroll(resend.payroll), "unsent"],
    queryFn: () => ipc.unsentTotals(resend.payroll),
    enabled: batch === undefined,
    staleTime: 0,
    gcTime: 0,
  });
  return batch === undefined ? { totals: unsent.data, error: unsent.error } : { totals: [batch], error: null };
}

function usePeopleAndSum(): (totals: readonly Total[]) => { count: number; sum: string } {
  const sums = useSums();
  return (totals) => ({ count: peopleOf(totals), sum: sums(totals) });
}

function Loading({ error }: { error: unknown }): ReactNode {
  const { t } = useTranslation("resend");
  if (error !== null) return <ErrorPanel error={error} />;
  return (
    <div role="status" aria-label={t("loading")}>
      <SkeletonRows rows={2} columns={2} />
    </div>
  );
}

function TotalNeeded(props: BodyProps): ReactNode {
  const { t } = useTranslation("resend");
  const { resend, confirmation } = props;
  const { totals, error } = useUnsent(props);
  const [typed, setTyped] = useState<TypedTexts>({});
  const values = usePeopleAndSum();
  const confirmed = useConfirmedTotals(totals ?? [], typed);
  if (totals === undefined) return <Loading error={error} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (confirmed !== null) void resend.send({ totals: confirmed, sameAccount: null });
  };
  return (
    <form onSubmit={submit} noValidate>
      <p>{t(confirmation.isRepeated ? "total.again" : "total.text")}</p>
      <Figures totals={totals} />
      <TotalFields
        totals={totals}
        typed={typed}
        onTyped={setTyped}
        readOnly={resend.isBusy}
        autoFocus
        testid="resend-total"
      />
      <Foot {...props} confirm={t("total.confirm", values(totals))} disabled={confirmed === null} />
    </form>
  );
}

function Figures({ totals }: { totals: Total[] }): ReactNode {
  const { t } = useTranslation("approve");
  return totals.map(({ count, sum, currency }) => (
    <p key={currency} className={classes.figure}>
      <strong>
        <Money value={sum} currency={currency} />
      </strong>
      <span>{t("cheque.people", { count })}</span>
    </p>
  ));
}

function QuestionsOpen(props: BodyProps): ReactNode {
  const { t } = useTranslation("resend");
  const { resend } = props;
  const client = useQueryClient();
  const queryKey = [...keys.payroll(resend.payroll), "questions"];
  const questions = useQuery({ queryKey, queryFn: () => ipc.questions(resend.payroll), staleTime: 0, gcTime: 0 });
  const payroll = usePayroll(resend.payroll);
  const unsent = useUnsent(props);
  const values = usePeopleAndSum();
  if (questions.data === undefined || payroll.data === undefined || unsent.totals === undefined)
    return <Loading error={questions.error ?? payroll.error ?? unsent.error} />;
  const isSettled = openCount(questions.data) === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSettled) void resend.send();
  };
  return (
    <form onSubmit={submit} noValidate>
      <p>{t(isSettled ? "questions.settled" : "questions.text")}</p>
      <Questions
        payroll={payroll.data}
        questions={questions.data}
        onDecided={(decided) => client.setQueryData(queryKey, decided)}
        disabled={resend.isBusy}
      />
      <Foot {...props} confirm={t("questions.confirm", values(unsent.totals))} disabled={!isSettled} />
    </form>
  );
}

function AccountDiffers(props: BodyProps): ReactNode {
  const { t } = useTranslation("resend");
  const { go } = useNavigation();
  const { resend } = props;
  const [reason, setReason] = useState("");
  const trimmed = reason.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (trimmed !== "") void resend.send({ totals: [], sameAccount: trimmed });
  };
  return (
    <form onSubmit={submit} noValidate>
      <p>{t("account.text")}</p>
      <div className={classes.ways}>
        <Button
          size="xs"
          variant="default"
          onClick={() => go({ name: "settings", section: "secrets" })}
          data-testid="resend-settings"
        >
          {t("account.settings")}
        </Button>
      </div>
      <ReasonField
        label={t("account.reason")}
        value={reason}
        onValue={setReason}
        suggestions={[t("account.renewed"), t("account.confirmed")]}
        readOnly={resend.isBusy}
        autoFocus
        testid="resend-reason"
      />
      <Foot {...props} confirm={t("account.confirm")} disabled={trimmed === ""} />
    </form>
  );
}

/** The host of the profile's address; empty if unknown. */
function useCurrentHost(): string {
  const { data } = useSettings();
  return data === undefined || !URL.canParse(data.profile.baseUrl) ? "" : new URL(data.profile.baseUrl).host;
}

function OtherDestination(props: BodyProps): ReactNode {
  const { t } = useTranslation("resend");
  const { resend, confirmation } = props;
  const now = useCurrentHost();
  const { totals, error } = useUnsent(props);
  const [typed, setTyped] = useState<TypedTexts>({});
  const confirmed = useConfirmedTotals(totals ?? [], typed);
  if (totals === undefined) return <Loading error={error} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (confirmed !== null) void resend.approveAnew(confirmed);
  };
  const text = now === "" ? "other.text" : now === confirmation.host ? "other.textSameHost" : "other.textNow";
  return (
    <form onSubmit={submit} noValidate>
      <p>{t(text, { now })}</p>
      <SettingsLink />
      <section>
        <h3>{t("other.anewTitle")}</h3>
        <p>{confirmation.host === null ? t("other.anewNoHost") : t("other.anew", { host: confirmation.host })}</p>
      </section>
      <Figures totals={totals} />
      <TotalFields totals={totals} typed={typed} onTyped={setTyped} readOnly={resend.isBusy} testid="resend-total" />
      <Foot
        {...props}
        confirm={now === "" ? t("other.confirmNoHost") : t("other.confirm", { now })}
        disabled={confirmed === null}
      />
    </form>
  );
}

/** A batch that may be at the other provider must not be sent to a second one. */
function OtherDestinationUnknown({ resend }: BodyProps): ReactNode {
  const { t } = useTranslation("resend");
  return (
    <div>
      <p>{t("other.textUnknown")}</p>
      <SettingsLink />
      <DialogFoot>
        <Button variant="default" onClick={resend.close}>
          {t("cancel")}
        </Button>
      </DialogFoot>
    </div>
  );
}

function SettingsLink(): ReactNode {
  const { t } = useTranslation("resend");
  const { go } = useNavigation();
  return (
    <div className={classes.ways}>
      <Button
        size="xs"
        variant="default"
        onClick={() => go({ name: "settings", section: "profile" })}
        data-testid="resend-settings"
      >
        {t("other.settings")}
      </Button>
    </div>
  );
}

/** With a link to the fix, if that is in Settings. */
export function ResendError({ error }: { error: DeskError }): ReactNode {
  return <ErrorPanel error={error} actions={error.code === "approver_missing" ? <SettingsLink /> : undefined} />;
}

/** Errors are shown in the dialog. Withdraw is at the other end, so that it is not mistaken for sending. */
function Foot({ resend, onWithdraw, confirm, disabled }: Props & { confirm: string; disabled: boolean }): ReactNode {
  const { t } = useTranslation("resend");
  const { blocked } = useSession();
  return (
    <>
      {resend.error === null ? null : <ResendError error={resend.error} />}
      <BlockedHint />
      {resend.isLocked ? <p className={classes.small}>{t("locked")}</p> : null}
      <DialogFoot>
        {onWithdraw === undefined ? null : (
          <Button
            variant="subtle"
            className={classes.withdraw}
            disabled={resend.isBusy}
            onClick={onWithdraw}
            data-testid="resend-withdraw"
          >
            {t("withdraw.instead")}
          </Button>
        )}
        <Button variant="default" onClick={resend.close} disabled={resend.isBusy}>
          {t("cancel")}
        </Button>
        <Button
          type="submit"
          loading={resend.isBusy}
          disabled={disabled || blocked !== null}
          data-testid="resend-confirm"
        >
          {confirm}
        </Button>
      </DialogFoot>
    </>
  );
}
