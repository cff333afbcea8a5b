// Enters the result of payments from the user's own information. It changes the record, and moves no money.

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog, Radio, ReasonField, Risk } from "../../../components";
import { type DecisionSource, ipc, type PayoutChoice, type PayoutDecision, type Total } from "../../../ipc";
import { peopleOf } from "../../../payroll/totals";
import { useSums } from "../../../payroll/useSums";
import { keys } from "../../../query";
import classes from "./Payment.module.css";

const DECISIONS = ["paid", "failed", "reversed"] as const satisfies PayoutDecision[];
const SOURCES = ["provider", "bank_statement", "recipient", "other"] as const satisfies DecisionSource[];

type Props = {
  payroll: number;
  choice: PayoutChoice;
  /** The person's name, for a single one. */
  name?: string;
  totals: Total[];
  /** The list of people, if needed. */
  children?: ReactNode;
  /** The data differs from the selection: nothing is recorded. */
  isBlocked?: boolean;
  onDecided?: () => void;
  onClose: () => void;
};

export function DecideDialog({
  payroll,
  choice,
  name,
  totals,
  children,
  isBlocked = false,
  onDecided,
  onClose,
}: Props): ReactNode {
  const { t } = useTranslation("payment");
  const client = useQueryClient();
  const sums = useSums();
  const [decision, setDecision] = useState<PayoutDecision | null>(null);
  const [source, setSource] = useState<DecisionSource | null>(null);
  const [reason, setReason] = useState("");
  const count = peopleOf(totals);
  const missing = missingOf({ isBlocked, decision, source, reason: reason.trim() });
  // Only unpaid people could be paid twice.
  const isRisky = decision === "failed" || decision === "reversed";
  const decide = async (): Promise<void> => {
    if (decision === null || source === null) return;
    await ipc.decidePayouts(payroll, choice, { decision, source, reason: reason.trim() });
    for (const queryKey of [keys.payroll(payroll), keys.payrolls, keys.people])
      void client.invalidateQueries({ queryKey });
    onDecided?.();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={name === undefined ? t("decide.title", { count }) : t("decide.titleOne", { name })}
      confirm={t(`decide.confirm.${decision ?? "none"}`, { count, sum: sums(totals) })}
      onConfirm={decide}
      danger={isRisky}
      isIncomplete={missing !== null}
      missing={missing === null ? "" : t(`decide.missing.${missing}`)}
    >
      <div className={classes.form} data-testid="decide">
        {children}
        <p>{t("decide.text")}</p>
        <Choice label={t("decide.what")}>
          {DECISIONS.map((one) => (
            <Radio
              key={one}
              name="decision"
              checked={decision === one}
              onChange={() => setDecision(one)}
              data-testid={`decide-${one}`}
            >
              {t(`decide.${one}`)}
            </Radio>
          ))}
        </Choice>
        {isRisky ? <Risk role="status">{t("decide.failedWarning")}</Risk> : null}
        <Sources source={source} onSource={setSource} />
        <ReasonField
          label={t("decide.reason")}
          value={reason}
          onValue={setReason}
          suggestions={[t("decide.onStatement"), t("decide.byPhone"), t("decide.inDashboard")]}
          testid="decide-reason"
        />
      </div>
    </ConfirmDialog>
  );
}

type Entered = {
  isBlocked: boolean;
  decision: PayoutDecision | null;
  source: DecisionSource | null;
  reason: string;
};

/** The first missing input, from the top. */
function missingOf({ isBlocked, decision, source, reason }: Entered) {
  if (isBlocked) return "chosen";
  if (decision === null) return "what";
  if (source === null) return "source";
  return reason === "" ? "reason" : null;
}

type SourcesProps = { source: DecisionSource | null; onSource: (source: DecisionSource) => void };

function Sources({ source, onSource }: SourcesProps): ReactNode {
  const { t } = useTranslation("payment");
  return (
    <Choice label={t("decide.source")} inRow>
      {SOURCES.map((one) => (
        <Radio
          key={one}
          name="source"
          checked={source === one}
          onChange={() => onSource(one)}
          data-testid={`decide-source-${one}`}
        >
          {t(`decide.sources.${one}`)}
        </Radio>
      ))}
    </Choice>
  );
}

type ChoiceProps = { label: string; inRow?: boolean; children: ReactNode };

/** Not a fieldset: a legend that floats above a flex box leaves room below it. */
function Choice({ label, inRow = false, children }: ChoiceProps): ReactNode {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <h3 id={id} className={classes.choice}>
        {label}
      </h3>
      <div className={inRow ? classes.row : undefined}>{children}</div>
    </div>
  );
}
