// The user's tasks on Track: batches that were not sent, were refused, or whose result is unknown.

import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { batchStyles, ErrorPanel, type StateStyle } from "../../../components";
import { type AppError, type BatchView, type ErrorCode, ipc, type Total, type TrackView } from "../../../ipc";
import { formatCount } from "../../../lib/time/dates";
import { useNavigation } from "../../../navigation";
import type { Refusal } from "../../../payroll/reasons";
import { peopleOf } from "../../../payroll/totals";
import { useSums } from "../../../payroll/useSums";
import { useSession } from "../../../query";
import { BlockedHint, ReviewButton } from "../../blocked/BlockedHint";
import { ResendDialogs } from "../../resend/Dialogs";
import { confirmationCodeOf, type Resend, useResend } from "../../resend/useResend";
import { type Withdrawal, WithdrawDialog } from "../../resend/Withdraw";
import { BatchReferences } from "../batches/BatchReference";
import { wordsOf } from "../batches/providerMessage";
import { ServiceAnswers } from "../payment/Attempts";
import { sendableBatches, type BatchGroup, type Panel, panels } from "../status";
import classes from "../Track.module.css";
import { Correct, PayWithdrawn } from "./Correct";
import { Notice } from "./Notice";

const APPROVED: StateStyle = { icon: IconPlayerPlay, tone: "attention" };

export function Panels({ view }: { view: TrackView }): ReactNode {
  const sending = useResend(view.id, (input) => ipc.continueSending(view.id, input));
  const [withdrawal, setWithdrawal] = useState<Withdrawal | null>(null);
  const shown = panels(view);
  // An error in a dialog is not repeated below it.
  const error = sending.confirmation === null ? sending.error : null;
  // The latest error has priority over the one that stopped sending.
  const stopped = sending.error === null ? view.stopped : null;
  const withdraw = withdrawAction(view, setWithdrawal);
  // One filled button: the fix of the error has priority over the panels, the most serious panel over the others.
  const trouble = error ?? stopped;
  const main = trouble !== null && fixOf(trouble) !== null ? undefined : shown[0];
  const instead = (): void => {
    sending.close();
    withdraw?.(sendableBatches(view.batches), view.withdrawable);
  };
  return (
    <>
      {shown.length === 0 && error === null && stopped === null ? null : (
        <div className={classes.panels}>
          {shown.some(hasSendButton) || stopped !== null ? <BlockedHint /> : null}
          {error === null ? null : (
            <ErrorPanel error={error} actions={<Fix error={error} sending={sending} />} onClose={sending.forget} />
          )}
          {stopped === null ? null : <Stopped error={stopped} sending={sending} />}
          {shown.map((panel) => (
            <PanelView
              key={panel.kind}
              view={view}
              panel={panel}
              sending={sending}
              onWithdraw={withdraw}
              isMain={panel === main}
            />
          ))}
        </div>
      )}
      <ResendDialogs resend={sending} onWithdraw={withdraw === null ? undefined : instead} />
      <WithdrawDialog payroll={view.id} withdrawal={withdrawal} onClose={() => setWithdrawal(null)} />
    </>
  );
}

const SENDING: readonly Panel["kind"][] = ["not_sent", "refused", "approved"];

/** Has a button that sends. */
const hasSendButton = ({ kind }: Panel): boolean => SENDING.includes(kind);

type Withdraw = (batches: BatchView[], totals: Total[]) => void;

/** All unsent batches are withdrawn in one step, unless a batch may be at the provider: then only the given ones. */
function withdrawAction(view: TrackView, open: (withdrawal: Withdrawal) => void): Withdraw | null {
  if (view.withdrawable.length === 0 || view.sending) return null;
  const isAnyOpen = view.batches.some(({ state }) => state === "Unknown" || state === "Intent");
  return (batches, totals) =>
    open({ batches, totals, isAll: !isAnyOpen && batches.length === sendableBatches(view.batches).length });
}

/** Why sending stopped before the next batch, or what it waits for. */
function Stopped({ error, sending }: { error: AppError; sending: Resend }): ReactNode {
  return (
    <div data-testid="track-stopped">
      <ErrorPanel error={error} actions={<Fix error={error} sending={sending} />} />
    </div>
  );
}

const FIXED_IN_SECRETS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "token_ends",
  "renewal_failed",
  "token_refused",
  "secret_missing",
  "wallet_missing",
  "wrong_lock",
  "secrets_elsewhere",
]);

/** The fix of an error: review what may have been sent, answer a question, replace a secret, or name an approver. */
function fixOf({ code }: AppError): "review" | "answer" | "secrets" | "profile" | null {
  if (code === "sending_blocked") return "review";
  if (confirmationCodeOf(code) !== null) return "answer";
  if (code === "approver_missing") return "profile";
  return FIXED_IN_SECRETS.has(code) ? "secrets" : null;
}

/** A link to the fix, if it is on another screen. */
function Fix({ error, sending }: { error: AppError; sending: Resend }): ReactNode {
  const { t } = useTranslation(["track", "resend"]);
  const { code } = error;
  const ask = confirmationCodeOf(code);
  const { go } = useNavigation();
  const { blocked } = useSession();
  if (code === "sending_blocked") return blocked === null ? <ReviewButton /> : null;
  if (ask !== null) {
    return (
      <Button onClick={() => sending.requestConfirmation(error)} disabled={blocked !== null} data-testid="track-answer">
        {t(`resend:open.${ask}`)}
      </Button>
    );
  }
  const section = fixOf(error);
  if (section !== "secrets" && section !== "profile") return null;
  return (
    <Button onClick={() => go({ name: "settings", section })} data-testid="track-fix">
      {t(code === "token_ends" || code === "token_refused" ? "track:panel.replaceToken" : "track:panel.settings")}
    </Button>
  );
}

type PanelProps<P extends Panel["kind"]> = {
  view: TrackView;
  panel: Extract<Panel, { kind: P }>;
  sending: Resend;
  onWithdraw: Withdraw | null;
  /** The page's primary action. */
  isMain: boolean;
};

type AnyPanelProps = { panel: Panel } & Omit<PanelProps<Panel["kind"]>, "panel">;

const buttonVariant = (isMain: boolean) => ({ variant: isMain ? "filled" : "default" }) as const;

function PanelView({ panel, ...shared }: AnyPanelProps): ReactNode {
  switch (panel.kind) {
    case "unknown":
      return <Unknown panel={panel} {...shared} />;
    case "not_sent":
      return <NotSent panel={panel} {...shared} />;
    case "refused":
      return <Refused panel={panel} {...shared} />;
    case "approved":
      return <Approved panel={panel} {...shared} />;
    case "withdrawn":
      return <Withdrawn panel={panel} {...shared} />;
  }
}

function Unknown({ view, panel, isMain }: PanelProps<"unknown">): ReactNode {
  const {
    batches,
    sums: { totals },
    waiting,
  } = panel;
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const sums = useSums();
  const behind = waiting === 0 ? "" : ` ${t("panel.unknown.waiting", { count: waiting })}`;
  return (
    <Notice
      stateStyle={batchStyles.Unknown}
      testId="track-unknown"
      title={t("panel.unknown.title", { count: batches.length })}
      evidence={<ProviderReferences payroll={view.id} batches={batches} />}
      actions={
        <Button
          {...buttonVariant(isMain)}
          onClick={() => go({ name: "unresolved" })}
          data-testid="track-open-unresolved"
        >
          {t("panel.openUnresolved")}
        </Button>
      }
    >
      {t("panel.unknown.text", { count: peopleOf(totals), sum: sums(totals) })}
      {behind}
    </Notice>
  );
}

function NotSent({ view, panel, sending, onWithdraw, isMain }: PanelProps<"not_sent">): ReactNode {
  const { batches, unsent } = panel;
  const { t } = useTranslation("track");
  const nobody = useNobodyPaidText();
  const asked = useDoubtfulText(view);
  return (
    <Notice
      stateStyle={batchStyles.NotSent}
      testId="track-not-sent"
      title={t(`panel.notSent.${unsent}.title`)}
      facts={<Facts batches={batches} isLocked={sending.isLocked} />}
      evidence={<ServiceAnswers payroll={view.id} batches={batches} />}
      actions={
        <>
          <WithdrawButton sending={sending} panel={panel} onWithdraw={onWithdraw} />
          <Correct view={view} />
          <SendButton sending={sending} label={t("panel.sendNow")} isMain={isMain} />
        </>
      }
    >
      {t(`panel.notSent.${unsent}.text`, { nobody: nobody(panel) })}
      {asked(batches)}
    </Notice>
  );
}

/** The action that the panel's text recommends: that button is filled, and last. */
const ADVICE: Readonly<Record<Refusal, "fix" | "correct" | "ask" | "send">> = {
  token_refused: "fix",
  forbidden: "fix",
  wrong_lock: "fix",
  insufficient_balance: "fix",
  // If the provider has the references already, it is queried first.
  duplicate_reference: "ask",
  rate_limited: "send",
  other: "correct",
  decided: "send",
};

function Refused({ view, panel, sending, onWithdraw, isMain }: PanelProps<"refused">): ReactNode {
  const { batches, refusal } = panel;
  const { t } = useTranslation("track");
  const nobody = useNobodyPaidText();
  const asked = useDoubtfulText(view);
  const isUnexplained = refusal === "other" && wordsOf(batches[0]) === null;
  // There is nothing to correct yet.
  const advice = isUnexplained ? "ask" : ADVICE[refusal];
  const text = (): string => {
    if (refusal === "decided") return nobody(panel, "panel.refused.decided");
    if (refusal === "duplicate_reference") return t("panel.refused.duplicate_reference.text");
    if (refusal !== "other") return t(`panel.refused.${refusal}.text`, { nobody: nobody(panel) });
    return t(`panel.refused.other.${isUnexplained ? "noReason" : "text"}`, { nobody: nobody(panel) });
  };
  const correct = <Correct view={view} isMain={isMain && advice === "correct"} />;
  return (
    <Notice
      stateStyle={batchStyles.NotAccepted}
      testId="track-refused"
      title={t(`panel.refused.${refusal}.title`)}
      facts={<Facts batches={batches} isLocked={sending.isLocked} />}
      evidence={<ProviderReferences payroll={view.id} batches={batches} />}
      actions={
        <>
          <WithdrawButton sending={sending} panel={panel} onWithdraw={onWithdraw} />
          {advice === "correct" ? null : correct}
          <SendButton sending={sending} label={t("panel.sendAgain")} isMain={isMain && advice === "send"} />
          {advice === "correct" ? correct : null}
          {advice === "fix" ? <FixRefusal refusal={refusal} isMain={isMain} /> : null}
        </>
      }
    >
      {text()}
      {asked(batches)}
    </Notice>
  );
}

/** A link to the setting that must be fixed before sending again. */
function FixRefusal({ refusal, isMain }: { refusal: Refusal; isMain: boolean }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  return refusal === "insufficient_balance" ? (
    <Button {...buttonVariant(isMain)} onClick={() => go({ name: "topUp" })} data-testid="track-top-up">
      {t("panel.topUp")}
    </Button>
  ) : (
    <Button
      {...buttonVariant(isMain)}
      onClick={() => go({ name: "settings", section: "secrets" })}
      data-testid="track-replace-secret"
    >
      {t(refusal === "wrong_lock" ? "panel.replaceLock" : "panel.replaceToken")}
    </Button>
  );
}

function Approved({ view, panel, sending, onWithdraw, isMain }: PanelProps<"approved">): ReactNode {
  const { totals } = panel.sums;
  const { t } = useTranslation("track");
  const sums = useSums();
  return (
    <Notice
      stateStyle={APPROVED}
      testId="track-approved"
      title={t("panel.approved.title", { count: panel.batches.length })}
      facts={sending.isLocked ? t("panel.lockedHint") : null}
      actions={
        <>
          <WithdrawButton sending={sending} panel={panel} onWithdraw={onWithdraw} />
          <Correct view={view} />
          <SendButton sending={sending} label={t("panel.goOn")} isMain={isMain} />
        </>
      }
    >
      {t("panel.approved.text", { count: peopleOf(totals), sum: sums(totals) })}
    </Notice>
  );
}

/** Batches that can never be sent again, and paying these people after all. */
function Withdrawn({ view, panel, isMain }: PanelProps<"withdrawn">): ReactNode {
  const {
    batches,
    sums: { totals },
  } = panel;
  const { t } = useTranslation("track");
  const sums = useSums();
  return (
    <Notice
      stateStyle={batchStyles.Withdrawn}
      testId="track-withdrawn"
      title={t("panel.withdrawn.title", { count: peopleOf(totals), sum: sums(totals) })}
      // Otherwise it is offered below, or by another panel for the rest.
      actions={view.state === "withdrawn" ? <PayWithdrawn view={view} isMain={isMain} /> : null}
    >
      {t(batches.some(({ wasUnknown }) => wasUnknown) ? "panel.withdrawn.doubtful" : "panel.withdrawn.text")}
    </Notice>
  );
}

type WithdrawProps = Pick<PanelProps<Panel["kind"]>, "sending" | "onWithdraw" | "panel">;

function WithdrawButton({ sending, panel: { batches, sums }, onWithdraw }: WithdrawProps): ReactNode {
  const { t } = useTranslation("resend");
  if (onWithdraw === null) return null;
  return (
    <Button
      variant="default"
      disabled={sending.isBusy}
      onClick={() => onWithdraw(batches, sums.totals)}
      data-testid="track-withdraw"
    >
      {t("withdraw.button")}
    </Button>
  );
}

function SendButton({ sending, label, isMain }: { sending: Resend; label: string; isMain: boolean }): ReactNode {
  const { blocked } = useSession();
  return (
    <Button
      {...buttonVariant(isMain)}
      disabled={blocked !== null}
      loading={sending.isBusy}
      onClick={() => void sending.send()}
      data-testid="track-send-again"
    >
      {label}
    </Button>
  );
}

/** The references for the provider, and its recorded answers. */
function ProviderReferences({ payroll, batches }: { payroll: number; batches: BatchView[] }): ReactNode {
  return (
    <>
      <BatchReferences batches={batches} />
      <ServiceAnswers payroll={payroll} batches={batches} />
    </>
  );
}

const numbersOf = (batches: BatchView[]): string => batches.map(({ number }) => formatCount(number)).join(", ");

/**
 * "Nobody of the 71 people in batch 3 was paid: ₦9,120,000.00." For a batch that was unknown before, this is only a
 * person's decision.
 */
function useNobodyPaidText(): (panel: BatchGroup, key?: "panel.nobody" | "panel.refused.decided") => string {
  const { t } = useTranslation("track");
  const written = useSums();
  const lines = (batches: BatchView[], totals: Total[], key: "panel.nobody" | "panel.refused.decided"): string[] => {
    if (batches.length === 0) return [];
    const values = { count: peopleOf(totals), batches: numbersOf(batches), sum: written(totals) };
    return [t(`${key}.${batches.length === 1 ? "one" : "several"}`, values)];
  };
  return ({ batches, sums: { certain, doubtful } }, key = "panel.nobody") => {
    const [wereUnknown, others] = [batches.filter((one) => one.wasUnknown), batches.filter((one) => !one.wasUnknown)];
    return [...lines(others, certain, key), ...lines(wereUnknown, doubtful, "panel.refused.decided")].join(" ");
  };
}

/**
 * The provider may still have people of a batch that was unknown before: if they can be corrected, the text says that
 * paying them needs a question first. It begins with a space, and is empty otherwise.
 */
function useDoubtfulText({ correctable }: TrackView): (batches: BatchView[]) => string {
  const { t } = useTranslation("track");
  return (batches) => {
    const doubtful = batches.filter(({ wasUnknown }) => wasUnknown);
    if (doubtful.length === 0 || correctable === 0) return "";
    return ` ${t(`correct.asked.${doubtful.length === 1 ? "one" : "several"}`, { batches: numbersOf(doubtful) })}`;
  };
}

/** The service's message, once if all batches have the same. */
function Facts({ batches, isLocked }: { batches: BatchView[]; isLocked: boolean }): ReactNode {
  const { t } = useTranslation("track");
  const [first] = batches;
  const words = wordsOf(first);
  const facts = [
    words === null ? null : t("panel.service", { message: words }),
    first?.httpStatus === null || first?.httpStatus === undefined
      ? null
      : t("panel.status", { status: first.httpStatus }),
    isLocked ? t("panel.lockedHint") : null,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? null : facts.join(" · ");
}
