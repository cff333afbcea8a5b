/** What became of the charge: what it means for the money, and what to do. It changes by itself as the desk learns. */
import { Button } from "@mantine/core";
import { IconExternalLink, IconRefresh } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../components/ErrorPanel";
import { FieldError } from "../components/FieldError";
import { StatePill } from "../components/State";
import { isOpen, movedNothing } from "../features/topUp/status";
import { asDeskError, type CardStep, ipc, type TopUpView } from "../ipc";
import { formatMoney } from "../lib/money";
import { useCall } from "../lib/useCall";
import classes from "./Card.module.css";
import { withoutSpaces } from "./fields";
import { otpMessage } from "./message";
import { type Unwritten, unwrittenOf } from "./NotKept";
import { sealed } from "./seal";
import { SecretInput } from "./SecretInput";

type OnUnwritten = (unwritten: Unwritten) => void;
type Props = { step: CardStep; onStep: (step: CardStep) => void; onUnwritten: OnUnwritten; onAgain: () => void };

/** Read out when it changes, and the keyboard begins here. */
const begin = (head: HTMLHeadingElement | null): void => head?.focus();

export function Outcome(props: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const { topUp } = props.step;
  const { state } = topUp;
  const amount = amountOf(topUp);
  return (
    <div className={classes.outcome} data-testid="card-outcome" data-state={state}>
      <StatePill of="topUp" state={state} />
      <h1 key={state} ref={state === "NeedsOtp" ? undefined : begin} tabIndex={-1} aria-live="polite">
        {state === "Funded" ? t("form.funded.title", { amount }) : t(`form.outcome.${state}`)}
      </h1>
      {state === "Funded" ? null : <p className={classes.amountLine}>{amount}</p>}
      <Fee topUp={topUp} />
      <Meaning topUp={topUp} />
      <Next {...props} />
    </div>
  );
}

/** Without a word of it the bank's page, which adds it, would name another amount. */
function Fee({ topUp: { fee, currency, state } }: { topUp: TopUpView }): ReactNode {
  const { t } = useTranslation("topUp");
  if (fee === null || currency === null || !/[1-9]/u.test(fee) || movedNothing(state)) return null;
  return (
    <p className={classes.quiet} data-testid="card-fee">
      {t(state === "NeedsRedirect" ? "form.feeOnPage" : "form.fee", { fee: formatMoney(fee, currency) })}
    </p>
  );
}

const amountOf = ({ amount, currency }: TopUpView): string =>
  amount === null || currency === null ? "" : formatMoney(amount, currency);

/** What one can do now. */
function Next({ step, onStep, onUnwritten, onAgain }: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const { topUp } = step;
  const { state } = topUp;
  if (state === "NeedsOtp") return <Otp key={topUp.otpWrong} topUp={topUp} onStep={onStep} onUnwritten={onUnwritten} />;
  if (state === "NeedsRedirect") return <BankPage step={step} onStep={onStep} />;
  if (isOpen(state)) return <Waiting topUp={topUp} onStep={onStep} />;
  const mayTryAgain = movedNothing(state);
  return (
    <div className={classes.actions}>
      {mayTryAgain ? (
        <Button onClick={onAgain} data-testid="card-again">
          {t("form.again")}
        </Button>
      ) : null}
      <Button variant={mayTryAgain ? "default" : "filled"} onClick={() => void ipc.closeCard()} data-testid="card-done">
        {t(state === "Funded" ? "form.done" : "form.close")}
      </Button>
    </div>
  );
}

function Meaning({ topUp }: { topUp: TopUpView }): ReactNode {
  const { t } = useTranslation("topUp");
  const { state, decline, reason, reference, card, balanceAfter, currency, validationEnd } = topUp;
  if (state === "NeedsRedirect") return null;
  // What it said while it waited for the user says nothing of how that ended.
  const message = state === "Pending" && validationEnd !== null ? null : topUp.message;
  return (
    <div className={classes.meaning} data-testid="card-meaning">
      {state === "Funded" ? <p>{t("form.funded.text", { lastFour: card?.lastFour ?? "" })}</p> : null}
      {state === "Funded" && balanceAfter !== null && currency !== null ? (
        <p>{t("form.funded.balance", { balance: formatMoney(balanceAfter, currency) })}</p>
      ) : null}
      {state === "Pending" && validationEnd !== null ? <p>{t(`form.end.${validationEnd}`)}</p> : null}
      {state !== "Funded" && decline === null ? <p>{t(`meaning.${state}`)}</p> : null}
      {decline === null ? null : (
        <p>{`${t(`decline.${decline}.what`)} ${state === "Failed" ? t("meaning.Failed") : t("meaning.Declined")} ${t(`decline.${decline}.do`)}`}</p>
      )}
      {reason === null || state === "NeedsOtp" ? null : <p>{t(`reason.${reason}`)}</p>}
      {message === null || state === "Funded" ? null : <p className="selectable">{t("form.said", { message })}</p>}
      {reference === null || state === "NeedsOtp" ? null : (
        <p className="selectable">{t("form.reference", { reference })}</p>
      )}
    </div>
  );
}

/** A call that returns the next step; an error stays beside its button. */
function useStep(onStep: (step: CardStep) => void) {
  const call = useCall();
  const run = (work: () => Promise<CardStep | null>): Promise<void> =>
    call.run(async () => {
      const next = await work();
      if (next !== null) onStep(next);
    });
  return { ...call, run };
}

type PartProps = { topUp: TopUpView; onStep: (step: CardStep) => void };

/** Digits by all accounts, letters by some. */
const CODE_LENGTH_MAX = 64;

type OtpProps = PartProps & { onUnwritten: OnUnwritten };

function Otp({ topUp, onStep, onUnwritten }: OtpProps): ReactNode {
  const { t } = useTranslation("topUp");
  const [need, setNeed] = useState<"otp" | "otp_long" | null>(null);
  const { isBusy, error, run, forget } = useStep(onStep);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const input = event.currentTarget.querySelector("input");
    if (input === null) return;
    setNeed(input.value === "" ? "otp" : null);
    if (input.value === "") return;
    void run(async () => {
      try {
        const step = await ipc.submitOtp(await sealed(otpMessage(input)));
        input.value = "";
        return step;
      } catch (thrown) {
        const unwritten = unwrittenOf(asDeskError(thrown), { amount: amountOf(topUp), card: topUp.card });
        if (unwritten === null) throw thrown;
        input.value = "";
        onUnwritten(unwritten);
        return null;
      }
    });
  };
  const fault =
    need !== null ? t(`form.need.${need}`) : topUp.otpWrong > 0 ? t("form.otp.wrong", { count: topUp.otpWrong }) : null;
  return (
    <form className={classes.form} onSubmit={submit} noValidate autoComplete="off">
      <SecretInput
        name="otp"
        type="password"
        autoFocus
        size="lg"
        label={t("form.otp.label")}
        description={t("form.otp.text")}
        inputWrapperOrder={["label", "input", "error", "description"]}
        error={fault === null ? undefined : <FieldError>{fault}</FieldError>}
        onInput={() => setNeed(null)}
        onTooLong={() => setNeed("otp_long")}
        keep={withoutSpaces}
        lengthMax={CODE_LENGTH_MAX}
        inputMode="numeric"
        readOnly={isBusy}
        autoComplete="one-time-code"
        spellCheck={false}
        data-testid="card-otp"
      />
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <Button type="submit" size="lg" fullWidth loading={isBusy} data-testid="card-otp-send">
        {t("form.otp.send")}
      </Button>
      <p className={classes.quiet}>{t("form.otp.resend")}</p>
      <Button variant="default" onClick={() => void ipc.closeCard()} disabled={isBusy} data-testid="card-otp-leave">
        {t("form.otp.leave")}
      </Button>
    </form>
  );
}

const SECOND_MS = 1_000;

/** Minutes and seconds until then; nothing once it is over. */
function useTimeLeft(until: string | null): string | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = until === null ? 0 : Math.floor((Date.parse(until) - now) / SECOND_MS);
  return seconds <= 0 ? null : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The bank's own page, in a window beside this one or in the system's browser. How it ends, the status says. */
function BankPage({ step, onStep }: { step: CardStep; onStep: (step: CardStep) => void }): ReactNode {
  const { t } = useTranslation("topUp");
  const { page } = step;
  const left = useTimeLeft(page?.until ?? null);
  const { isBusy, error, run, forget } = useStep(onStep);
  const shownIn = page?.shownIn ?? "nothing";
  const isOver = left === null;
  const inBrowser = shownIn === "browser";
  return (
    <div className={classes.form} data-testid="card-bank-page" data-shown-in={shownIn}>
      {isOver ? null : <p>{t(`form.page.${shownIn}`)}</p>}
      {inBrowser && !isOver ? <p>{t("form.page.end")}</p> : null}
      <p className={classes.quiet}>{isOver ? t("form.page.over") : t("form.page.left", { time: left })}</p>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      {isOver ? null : (
        <Button
          size="lg"
          fullWidth
          loading={isBusy}
          rightSection={inBrowser ? <IconExternalLink size={18} stroke={1.75} /> : undefined}
          onClick={() => void run(() => (inBrowser ? ipc.openBankPage() : ipc.showBankPage()))}
          data-testid="card-open-page"
        >
          {t(inBrowser ? "form.page.again" : "form.page.show")}
        </Button>
      )}
      <div className={classes.actions}>
        {inBrowser || isOver ? (
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => void run(() => ipc.checkCard())}
            data-testid="card-page-check"
          >
            {t("form.page.done")}
          </Button>
        ) : null}
        {isOver ? null : (
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => void run(() => (inBrowser ? ipc.showBankPage() : ipc.openBankPage()))}
            data-testid="card-other-page"
          >
            {t(inBrowser ? "form.page.here" : "form.page.browserInstead")}
          </Button>
        )}
        <Button variant="default" onClick={() => void ipc.closeCard()} data-testid="card-page-leave">
          {t("form.close")}
        </Button>
      </div>
    </div>
  );
}

function Waiting({ topUp, onStep }: PartProps): ReactNode {
  const { t } = useTranslation("topUp");
  const { isBusy, error, run, forget } = useStep(onStep);
  return (
    <>
      <p>{topUp.state === "Unknown" && !topUp.canCheck ? t("form.unknownDo") : t("form.later")}</p>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <div className={classes.actions}>
        {topUp.canCheck ? (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            loading={isBusy}
            onClick={() => void run(() => ipc.checkCard())}
            data-testid="card-check"
          >
            {t("form.check")}
          </Button>
        ) : null}
        <Button onClick={() => void ipc.closeCard()} data-testid="card-done">
          {t("form.close")}
        </Button>
      </div>
    </>
  );
}
