// Everyone has the money: the total, how long it took, and what one does next. Quiet, because it is the normal end.

import { Button } from "@mantine/core";
import { IconCheck, IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Money } from "../../components";
import type { TrackView } from "../../ipc";
import { formatCount, formatMoment } from "../../lib/dates";
import { useNavigation } from "../../navigation";
import { Ring } from "./Progress";
import { peopleOf } from "./standing";
import { durationParts } from "./times";
import classes from "./Track.module.css";
import type { Export } from "./useExport";

export function AllPaid({ view, saving }: { view: TrackView; saving: Export }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const people = peopleOf(view.totals);
  return (
    <section className={classes.allPaid} data-testid="track-all-paid">
      <Ring paid={people} people={people}>
        <IconCheck size={40} stroke={1.75} className={classes.tick} />
      </Ring>
      <div className={classes.soFar}>
        <h2>{t("allPaid.title")}</h2>
        {view.totals.map(({ sum, currency }) => (
          <span key={currency} className={classes.figure} data-several={view.totals.length > 1 || undefined}>
            <Money value={sum} currency={currency} />
          </span>
        ))}
        <span>{t("allPaid.text", { count: people })}</span>
      </div>
      <div className={classes.next}>
        <Facts view={view} />
        <div className={classes.nextActions}>
          <Button variant="default" onClick={() => go({ name: "payrolls" })} data-testid="track-payrolls">
            {t("allPaid.payrolls")}
          </Button>
          <Button variant="default" onClick={() => go({ name: "pay" })} data-testid="track-new">
            {t("allPaid.new")}
          </Button>
          <Button
            leftSection={<IconDownload size={18} stroke={1.75} />}
            loading={saving.isBusy}
            onClick={() => void saving.run()}
            data-testid="track-export"
          >
            {t("allPaid.export")}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Facts({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const end = view.lastOutcomeAt ?? view.closedAt;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("allPaid.people")}</dt>
        <dd>{formatCount(peopleOf(view.totals))}</dd>
      </div>
      <div>
        <dt>{t("allPaid.batches")}</dt>
        <dd>{t("allPaid.batchCount", { count: view.batches.length })}</dd>
      </div>
      {end === null ? null : (
        <div>
          <dt>{t("allPaid.finished")}</dt>
          <dd>{formatMoment(end)}</dd>
        </div>
      )}
      {end === null || view.approvedAt === null ? null : (
        <div>
          <dt>{t("allPaid.took")}</dt>
          <dd>
            <Duration from={view.approvedAt} to={end} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Duration({ from, to }: { from: string; to: string }): ReactNode {
  const { t } = useTranslation("track");
  const [first, second] = durationParts(from, to).map(({ unit, count }) => t(`duration.${unit}`, { count }));
  return second === undefined ? first : t("duration.two", { first, second });
}
