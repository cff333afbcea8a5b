// Unresolved: batches that may or may not be at the service. Safe by default: nothing here sends automatically.

import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState, Page, useToast, Waiting } from "../../components";
import type { UnresolvedView } from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import { useNavigation } from "../../navigation";
import { useUnresolved } from "../../query";
import { Card } from "./Card";
import type { KnownDecision } from "./Dialogs";
import classes from "./Unresolved.module.css";

export default function UnresolvedScreen(): ReactNode {
  const { t } = useTranslation("unresolved");
  const { go } = useNavigation();
  const toast = useToast();
  const unresolved = useUnresolved();
  const [notTaken, setNotTaken] = useState<UnresolvedView | null>(null);
  const count = unresolved.data?.length ?? 0;
  const decided = (open: UnresolvedView, decision: KnownDecision): void => {
    // While others are left, this screen stays; after the last one, the payroll has the next step.
    if (count > 1) setNotTaken(decision === "notTaken" ? open : null);
    else {
      toast(t(`${decision}.done`, { number: open.batch.number, name: open.payrollName }));
      go({ name: "track", id: open.payroll });
    }
  };
  const second = unresolved.data === undefined ? "" : count === 0 ? undefined : t("subtitle", { count });
  return (
    <Page testid="unresolved-screen" title={t("title")} second={second}>
      {notTaken === null ? null : <NotTaken decided={notTaken} />}
      {unresolved.data !== undefined ? <Cards all={unresolved.data} onDecided={decided} /> : null}
      {unresolved.data === undefined ? <Waiting query={unresolved} label={t("loading")} rows={8} columns={3} /> : null}
    </Page>
  );
}

/** The next step for unpaid people: the batch is no longer on this page. */
function NotTaken({ decided: { payroll, payrollName, batch } }: { decided: UnresolvedView }): ReactNode {
  const { t } = useTranslation("unresolved");
  const { go } = useNavigation();
  const { count, sum, currency } = batch.total;
  const values = { count, sum: formatMoney(sum, currency), name: payrollName, number: batch.number };
  return (
    <section className={classes.next} role="status" data-testid="unresolved-next">
      <p>{t("next.text", values)}</p>
      <Button onClick={() => go({ name: "track", id: payroll })} data-testid="unresolved-next-open">
        {t("next.open", { name: payrollName })}
      </Button>
    </section>
  );
}

type CardsProps = { all: UnresolvedView[]; onDecided: (open: UnresolvedView, decision: KnownDecision) => void };

function Cards({ all, onDecided }: CardsProps): ReactNode {
  const { t } = useTranslation("unresolved");
  const { go } = useNavigation();
  if (all.length > 0) {
    return (
      <div className={classes.cards}>
        {all.map((open, at) => (
          <Card
            key={open.batch.key}
            open={open}
            asks={all.findIndex(({ payroll }) => payroll === open.payroll) === at}
            onDecided={(decision) => onDecided(open, decision)}
          />
        ))}
      </div>
    );
  }
  return (
    <EmptyState
      icon={IconCircleCheck}
      title={t("empty.title")}
      body={t("empty.text")}
      action={
        <Button variant="default" onClick={() => go({ name: "payrolls" })}>
          {t("empty.action")}
        </Button>
      }
    />
  );
}
