/** The outcome of the charge: its meaning for the money, and the next action. Desk events update it. */
import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Copy } from "../../components/Copy";
import { ErrorPanel } from "../../components/ErrorPanel";
import { isOpen, movedNothing } from "../../features/topUp/status";
import { useMethodText, useMeaningText } from "../../features/topUp/words";
import { type CardStep, type FundingState, ipc, type TopUpView } from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import { formatMoment } from "../../lib/time/dates";
import { BankPage } from "./BankPage";
import type { UnrecordedCharge } from "./UnrecordedOutcome";
import { Otp } from "./Otp";
import classes from "./Outcome.module.css";
import { type Fact, Foot, OutcomeSheet } from "./OutcomeSheet";
import { useStep } from "./useStep";

type Props = {
  step: CardStep;
  onStep: (step: CardStep) => void;
  onUnrecorded: (unrecorded: UnrecordedCharge) => void;
  onAgain: () => void;
};

export function Outcome(props: Props): ReactNode {
  const { t } = useTranslation("topUp");
  const { topUp } = props.step;
  const { state } = topUp;
  const facts = useFacts(topUp);
  const amount = amountOf(topUp);
  const title = t(`form.outcome.${state}`);
  return (
    <OutcomeSheet
      state={state}
      title={title}
      amount={amount}
      facts={facts}
      beginsInField={state === "NeedsOtp"}
      testid="card-outcome"
    >
      <Meaning topUp={topUp} />
      <Next {...props} receipt={[title, amount, ...facts.map(({ label, value }) => `${label}: ${value}`)].join("\n")} />
    </OutcomeSheet>
  );
}

const amountOf = ({ amount, currency }: TopUpView): string =>
  amount === null || currency === null ? "" : formatMoney(amount, currency);

const WAS_CHARGED: ReadonlySet<FundingState> = new Set<FundingState>(["Charged", "Funded", "Reversed"]);

/** Without the fee, the bank's page would show another amount, since it adds the fee. */
function useFacts(topUp: TopUpView): Fact[] {
  const { t } = useTranslation("topUp");
  const how = useMethodText();
  const { state, currency, fee, totalCharged, balanceAfter, card, reference, beganAt } = topUp;
  const money = (amount: string | null): string | null =>
    amount === null || currency === null ? null : formatMoney(amount, currency);
  const onPage = state === "NeedsRedirect";
  const facts: (Omit<Fact, "value"> & { value: string | null })[] = [
    {
      label: t(onPage ? "form.fact.feeOnPage" : "form.fact.fee"),
      value: totalCharged === null ? null : money(fee),
      testid: "card-fee",
    },
    { label: t(WAS_CHARGED.has(state) ? "form.fact.total" : "form.fact.totalWithFee"), value: money(totalCharged) },
    { label: t("form.fact.card"), value: card === null ? null : how(topUp) },
    { label: t("form.fact.balance"), value: state === "Funded" ? money(balanceAfter) : null },
    { label: t("form.fact.date"), value: state === "Funded" ? formatMoment(beganAt) : null },
    // Not useful yet: the bank that sends the one-time password does not have the provider's reference.
    { label: t("form.fact.reference"), value: state === "NeedsOtp" ? null : reference, copies: true },
  ];
  return facts.flatMap(({ value, ...fact }) => (value === null ? [] : [{ ...fact, value }]));
}

/** The available actions. */
function Next({ step, onStep, onUnrecorded, onAgain, receipt }: Props & { receipt: string }): ReactNode {
  const { t } = useTranslation("topUp");
  const { topUp } = step;
  const { state } = topUp;
  if (state === "NeedsOtp")
    return <Otp key={topUp.otpWrong} topUp={topUp} onStep={onStep} onUnrecorded={onUnrecorded} />;
  if (state === "NeedsRedirect") return <BankPage step={step} onStep={onStep} />;
  if (isOpen(state)) return <Waiting topUp={topUp} onStep={onStep} />;
  if (state === "Funded") {
    return (
      <Foot>
        <Button size="lg" fullWidth onClick={() => void ipc.closeCard()} data-testid="card-done">
          {t("form.done")}
        </Button>
        <Copy size="sm" text={receipt} label={t("form.copyReceipt")} testid="card-copy-receipt" />
      </Foot>
    );
  }
  return (
    <Foot>
      {movedNothing(state) ? (
        <Button size="lg" fullWidth onClick={onAgain} data-testid="card-again">
          {t("form.again")}
        </Button>
      ) : null}
      <Close />
    </Foot>
  );
}

function Close(): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <Button variant="default" fullWidth onClick={() => void ipc.closeCard()} data-testid="card-done">
      {t("form.close")}
    </Button>
  );
}

function Meaning({ topUp }: { topUp: TopUpView }): ReactNode {
  const { t } = useTranslation("topUp");
  const meaning = useMeaningText();
  const { state, card, validationEnd } = topUp;
  if (state === "NeedsRedirect") return null;
  // A message received while the charge waited for the user does not describe its result.
  const message = state === "Pending" && validationEnd !== null ? null : topUp.message;
  return (
    <div className={classes.meaning} data-testid="card-meaning">
      {state === "Funded" ? <p>{t("form.funded.text", { lastFour: card?.lastFour ?? "" })}</p> : null}
      {state === "Pending" && validationEnd !== null ? <p>{t(`form.end.${validationEnd}`)}</p> : null}
      {state === "Funded" ? null : <p>{meaning(topUp)}</p>}
      {message === null || state === "Funded" ? null : <p className="selectable">{t("form.said", { message })}</p>}
    </div>
  );
}

function Waiting({ topUp, onStep }: { topUp: TopUpView; onStep: (step: CardStep) => void }): ReactNode {
  const { t } = useTranslation("topUp");
  const { isBusy, error, run, forget } = useStep(onStep);
  return (
    <>
      <p>{topUp.state === "Unknown" && !topUp.canCheck ? t("form.unknownDo") : t("form.later")}</p>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <Foot>
        {topUp.canCheck ? (
          <Button
            size="lg"
            fullWidth
            leftSection={<IconRefresh size={18} stroke={1.75} />}
            loading={isBusy}
            onClick={() => void run(() => ipc.checkCard())}
            data-testid="card-check"
          >
            {t("form.check")}
          </Button>
        ) : null}
        <Close />
      </Foot>
    </>
  );
}
