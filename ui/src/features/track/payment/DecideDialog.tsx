// Asks what happened to payments of which the user knows more than Paysheet. It changes the record, and moves no money.

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog, Radio, ReasonField } from "../../../components";
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
  /** The person, if it is one. */
  name?: string;
  totals: Total[];
  /** Whom it is about, where that needs to be said. */
  children?: ReactNode;
  /** It is not what was selected: nothing is recorded. */
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
      confirm={t(`decide.confirm.${decision ?? "paid"}`, { count, sum: sums(totals) })}
      onConfirm={decide}
      isIncomplete={isBlocked || decision === null || source === null || reason.trim() === ""}
    >
      <div className={classes.form} data-testid="decide">
        {children}
        <p>{t("decide.text")}</p>
        <fieldset>
          <legend>{t("decide.what")}</legend>
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
        </fieldset>
        {decision === "failed" || decision === "reversed" ? (
          <p className={classes.warning} role="status">
            {t("decide.failedWarning")}
          </p>
        ) : null}
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

type SourcesProps = { source: DecisionSource | null; onSource: (source: DecisionSource) => void };

function Sources({ source, onSource }: SourcesProps): ReactNode {
  const { t } = useTranslation("payment");
  return (
    <fieldset className={classes.row}>
      <legend>{t("decide.source")}</legend>
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
    </fieldset>
  );
}
