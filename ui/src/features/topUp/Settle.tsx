// A charge whose result only the user can find out: by its reference, or from the bank. Nothing here charges.

import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel } from "../../components";
import { type FundingDecision, ipc, type TopUpView } from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import { keys } from "../../query";
import classes from "./TopUp.module.css";

const REFERENCE_LENGTH_MAX = 120;
const REASON_LENGTH_MAX = 500;

export function Settle({ topUp }: { topUp: TopUpView }): ReactNode {
  return (
    <div className={classes.settle}>
      {topUp.state === "Unknown" ? <Claim id={topUp.id} /> : null}
      <Decide topUp={topUp} />
    </div>
  );
}

function Claim({ id }: { id: number }): ReactNode {
  const { t } = useTranslation("topUp");
  const client = useQueryClient();
  const [reference, setReference] = useState("");
  const claim = useMutation({
    mutationFn: () => ipc.checkTopUp({ kind: "claimed", id, reference: reference.trim() }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.topUps }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reference.trim() !== "" && !claim.isPending) claim.mutate();
  };
  return (
    <form className={classes.settlePart} onSubmit={submit}>
      <h3>{t("claim.title")}</h3>
      <p>{t("claim.text")}</p>
      <div className={classes.inline}>
        <TextInput
          aria-label={t("claim.label")}
          placeholder={t("claim.label")}
          value={reference}
          maxLength={REFERENCE_LENGTH_MAX}
          onChange={(event) => setReference(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-testid="top-up-claim-reference"
        />
        <Button type="submit" loading={claim.isPending} disabled={reference.trim() === ""} data-testid="top-up-claim">
          {t("claim.ask")}
        </Button>
      </div>
      {claim.error === null ? null : <ErrorPanel error={claim.error} onClose={() => claim.reset()} />}
    </form>
  );
}

function Decide({ topUp }: { topUp: TopUpView }): ReactNode {
  const { t } = useTranslation("topUp");
  const client = useQueryClient();
  const [decision, setDecision] = useState<FundingDecision | null>(null);
  const [reason, setReason] = useState("");
  const decide = useMutation({
    mutationFn: (to: FundingDecision) => ipc.decideTopUp(topUp.id, to, reason.trim()),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.topUps }),
  });
  const amount =
    topUp.amount === null || topUp.currency === null
      ? t("decide.amountless")
      : formatMoney(topUp.amount, topUp.currency);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (decision !== null && reason.trim() !== "" && !decide.isPending) decide.mutate(decision);
  };
  return (
    <form className={classes.settlePart} onSubmit={submit}>
      <h3>{t("decide.title")}</h3>
      <p>{t("decide.text")}</p>
      {decision === null ? (
        <div className={classes.ways}>
          <Button size="xs" variant="default" onClick={() => setDecision("funded")} data-testid="top-up-decide-funded">
            {t("decide.funded")}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => setDecision("not_funded")}
            data-testid="top-up-decide-not-funded"
          >
            {t("decide.notFunded")}
          </Button>
        </div>
      ) : (
        <>
          <TextInput
            autoFocus
            label={t("decide.reason")}
            placeholder={t("decide.placeholder")}
            value={reason}
            maxLength={REASON_LENGTH_MAX}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-testid="top-up-decide-reason"
          />
          <div className={classes.dialogActions}>
            <Button variant="default" onClick={() => setDecision(null)} disabled={decide.isPending}>
              {t("decide.cancel")}
            </Button>
            <Button
              type="submit"
              loading={decide.isPending}
              disabled={reason.trim() === ""}
              data-testid="top-up-decide-confirm"
            >
              {t(decision === "funded" ? "decide.confirmFunded" : "decide.confirmNotFunded", { amount })}
            </Button>
          </div>
        </>
      )}
      {decide.error === null ? null : <ErrorPanel error={decide.error} onClose={() => decide.reset()} />}
    </form>
  );
}
