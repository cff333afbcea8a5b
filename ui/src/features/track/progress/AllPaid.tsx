// Everyone is recorded as paid: the total, the duration, and the next action. Discreet, as the normal end. It claims no
// more than the reports: notifications are not signed, and no source sees the account.

import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Money } from "../../../components";
import type { TrackView } from "../../../ipc";
import { formatWhen } from "../../../lib/time/dates";
import { durationParts } from "../../../lib/time/times";
import { useNavigation } from "../../../navigation";
import { peopleOf } from "../../../payroll/totals";
import { useSession } from "../../../query";
import { ExportMenu } from "../documents/ExportMenu";
import type { PayrollExport } from "../documents/usePayrollExport";
import classes from "../Track.module.css";
import { Fees, Ring } from "./Progress";

export function AllPaid({ view, saving }: { view: TrackView; saving: PayrollExport }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const people = peopleOf(view.payees);
  return (
    <section className={classes.allPaid} data-testid="track-all-paid">
      <Ring paid={people} people={people}>
        <IconCheck size={40} stroke={1.75} className={classes.tick} />
      </Ring>
      <div className={classes.soFar}>
        <h2>{t("allPaid.title")}</h2>
        {view.payees.map(({ sum, currency }) => (
          <span key={currency} className={classes.figure} data-several={view.payees.length > 1 || undefined}>
            <Money value={sum} currency={currency} />
          </span>
        ))}
        <Facts view={view} />
        <Fees view={view} />
      </div>
      <div className={classes.nextActions}>
        <Button variant="default" onClick={() => go({ name: "payrolls" })} data-testid="track-payrolls">
          {t("allPaid.payrolls")}
        </Button>
        <Button variant="default" onClick={() => go({ name: "pay" })} data-testid="track-new">
          {t("allPaid.new")}
        </Button>
        <ExportMenu saving={saving} isMain />
      </div>
    </section>
  );
}

/** "311 people in 3 batches · took 41 minutes 3 seconds · finished 07:12" */
function Facts({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const { mode } = useSession();
  const took = useDuration();
  const end = view.lastOutcomeAt ?? view.closedAt;
  const facts = [
    t("allPaid.people", {
      people: t("batch.people", { count: peopleOf(view.payees) }),
      batches: t("allPaid.batches", { count: view.batches.length }),
    }),
    // The practice service takes seconds, unlike any provider.
    end === null || view.approvedAt === null || mode === "practice"
      ? null
      : t("allPaid.took", { duration: took(view.approvedAt, end) }),
    end === null ? null : t("allPaid.finished", { when: formatWhen(end) }),
  ].filter((fact) => fact !== null);
  return (
    <span className={classes.facts}>
      {facts.map((fact, at) => (
        <span key={fact}>
          {fact}
          {at < facts.length - 1 ? " · " : ""}
        </span>
      ))}
    </span>
  );
}

function useDuration(): (from: string, to: string) => string {
  const { t } = useTranslation("track");
  return (from, to) => {
    const [first = "", second] = durationParts(from, to).map(({ unit, count }) => t(`duration.${unit}`, { count }));
    return second === undefined ? first : t("duration.two", { first, second });
  };
}
