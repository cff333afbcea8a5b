/** A charge was sent, and its outcome could not be stored. Nothing here can send it again. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useErrorWords } from "../../components/ErrorPanel";
import { useMethodText } from "../../features/topUp/words";
import { type DeskError, type FundingState, ipc, type TopUpView } from "../../ipc";
import classes from "./Outcome.module.css";
import { Foot, OutcomeSheet } from "./OutcomeSheet";

type UnrecordedError = Extract<DeskError, { code: "charge_not_recorded" }>;

/** The data about such a charge, without the ledger. */
export type UnrecordedCharge = { id: number; error: UnrecordedError; amount: string; card: TopUpView["card"] };

/** Null for any other error, whose result is certain. */
export function unrecordedChargeOf(
  error: DeskError,
  known: Pick<UnrecordedCharge, "amount" | "card">,
): UnrecordedCharge | null {
  return error.code === "charge_not_recorded" ? { id: error.data.funding, error, ...known } : null;
}

const UNANSWERED: ReadonlySet<FundingState> = new Set<FundingState>(["Intent", "NeedsOtp", "Verifying"]);

/** The ledger contains more than that the charge was sent. */
export const hasOutcome = (state: FundingState): boolean => !UNANSWERED.has(state);

export function UnrecordedOutcome({
  unrecorded: { error, amount, card },
}: {
  unrecorded: UnrecordedCharge;
}): ReactNode {
  const { t } = useTranslation("topUp");
  const words = useErrorWords()(error);
  const how = useMethodText();
  return (
    <OutcomeSheet
      state="Unknown"
      title={t("form.outcome.Unknown")}
      amount={amount}
      facts={card === null ? [] : [{ label: t("form.fact.card"), value: how({ kind: "card", card }) }]}
      role="alert"
      testid="card-not-kept"
    >
      <div className={classes.meaning}>
        <p>
          {words.title}. {words.meaning}
        </p>
        <p>{words.action}</p>
        <p className={`${classes.quiet} selectable`}>{t("form.notKept.why", { reason: error.data.reason })}</p>
      </div>
      <Foot>
        <Button variant="default" fullWidth onClick={() => void ipc.closeCard()} data-testid="card-done">
          {t("form.close")}
        </Button>
      </Foot>
    </OutcomeSheet>
  );
}
