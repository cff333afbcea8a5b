// One batch with an unknown result. Waiting is safe and comes first, information from the service second; sending again
// is last and small.

import { Button, UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, Figure, Money, StatePill, TextButton } from "../../components";
import type { BatchView, UnresolvedView } from "../../ipc";
import { formatMoment } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { BatchReference } from "../track/batches/BatchReference";
import { CaseFileButton } from "../track/documents/CaseFileButton";
import { useDocuments } from "../track/documents/useDocuments";
import { AskProvider } from "./AskProvider";
import { type Decision, Dialogs, type KnownDecision } from "./Dialogs";
import { Evidence } from "./Evidence";
import { known } from "./known";
import classes from "./Unresolved.module.css";

type Props = {
  open: UnresolvedView;
  /** The query is per payroll: shown once, even for several unresolved batches. */
  asks: boolean;
  onDecided: (decided: KnownDecision) => void;
};

export function Card({ open, asks, onDecided }: Props): ReactNode {
  const [decision, setDecision] = useState<Decision | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  return (
    <article className={classes.card} data-testid={`unresolved-card-${open.batch.key}`}>
      <Head open={open} />
      <div className={classes.facts}>
        <PossibleCauses batch={open.batch} />
        <Evidence open={open} />
      </div>
      {asks ? <AskProvider payroll={open.payroll} /> : null}
      {isWaiting ? (
        <WaitingNotice onDecide={() => setWaiting(false)} />
      ) : (
        <Actions people={open.batch.total.count} onDecide={setDecision} onWait={() => setWaiting(true)} />
      )}
      <Dialogs open={open} decision={decision} onClose={() => setDecision(null)} onDecided={onDecided} />
    </article>
  );
}

function Head({ open: { payroll, payrollName, batch, batches } }: { open: UnresolvedView }): ReactNode {
  const { t } = useTranslation(["unresolved", "provider"]);
  const { go } = useNavigation();
  const documents = useDocuments();
  const { count, sum, currency } = batch.total;
  const size = [
    t("size", { count }),
    batches === 1 ? t("onlyBatch") : t("batchOf", { number: batch.number, count: batches }),
    batch.attempts > 1 ? t("attempts", { count: batch.attempts }) : null,
  ].filter((part) => part !== null);
  return (
    <header className={classes.head}>
      <div className={classes.headText}>
        <p className={classes.sent}>
          <StatePill of="batch" state="Unknown" />
          {batch.sentAt === null ? null : t("sent", { when: formatMoment(batch.sentAt) })}
        </p>
        <h2>
          <UnstyledButton
            className={classes.payroll}
            aria-label={`${t("openPayroll")}: ${payrollName}`}
            onClick={() => go({ name: "track", id: payroll })}
          >
            {payrollName}
          </UnstyledButton>
        </h2>
        <p>{t(`known.${known(batch)}`, { status: batch.httpStatus ?? "" })}</p>
      </div>
      <div className={classes.headFigure}>
        <Figure label={size.join(" · ")}>
          <Money value={sum} currency={currency} decimals="grey" />
        </Figure>
      </div>
      <div className={classes.reference}>
        <BatchReference batch={batch} label={t("provider:reference")}>
          <CaseFileButton payroll={payroll} batch={batch.number} documents={documents} />
        </BatchReference>
        {documents.error === null ? null : <ErrorPanel error={documents.error} onClose={documents.forget} />}
      </div>
    </header>
  );
}

function PossibleCauses({ batch }: { batch: BatchView }): ReactNode {
  const { t } = useTranslation("unresolved");
  return (
    <section className={classes.could}>
      <h3>{t("could.title")}</h3>
      <p>{t(known(batch) === "maybeSent" ? "could.since" : "could.text", { count: batch.total.count })}</p>
    </section>
  );
}

type WaysProps = { people: number; onDecide: (decision: Decision) => void; onWait: () => void };

function Actions({ people, onDecide, onWait }: WaysProps): ReactNode {
  const { t } = useTranslation("unresolved");
  const count = people;
  return (
    <>
      <section className={classes.wait}>
        <div>
          <h3>{t("wait.title")}</h3>
          <p>{t("wait.text", { count })}</p>
        </div>
        <Button onClick={onWait} data-testid="unresolved-wait">
          {t("wait.button")}
        </Button>
      </section>
      <section className={classes.know}>
        <h3>{t("know.title")}</h3>
        <div className={classes.ways}>
          <div>
            <h4>{t("know.has")}</h4>
            <p>{t("know.hasText", { count })}</p>
            <Button size="xs" variant="default" onClick={() => onDecide("accept")} data-testid="unresolved-accept">
              {t("know.accepted")}
            </Button>
          </div>
          <div>
            <h4>{t("know.hasNot")}</h4>
            <p>{t("know.hasNotText", { count })}</p>
            <Button size="xs" variant="default" onClick={() => onDecide("notTaken")} data-testid="unresolved-not-taken">
              {t("know.notTaken")}
            </Button>
          </div>
        </div>
        <p className={classes.again}>
          {t("again.text")}
          <TextButton size="small" onClick={() => onDecide("sendAgain")} data-testid="unresolved-send-again">
            {t("again.button")}
          </TextButton>
        </p>
      </section>
    </>
  );
}

function WaitingNotice({ onDecide }: { onDecide: () => void }): ReactNode {
  const { t } = useTranslation("unresolved");
  return (
    <section className={classes.wait} role="status">
      <p>{t("wait.kept")}</p>
      <Button variant="default" onClick={onDecide} data-testid="unresolved-decide">
        {t("wait.decide")}
      </Button>
    </section>
  );
}
