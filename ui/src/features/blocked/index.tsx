// Before this ledger sends again: the findings, the payrolls that may have been sent, and the decision.

import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState, Page, Waiting } from "../../components";
import type { SendingBlock } from "../../ipc";
import { formatMoment, formats } from "../../lib/time/dates";
import { useNavigation } from "../../navigation";
import { useSendingBlock, useSession } from "../../query";
import { RestoreDialog } from "../restore";
import { Allow } from "./Allow";
import classes from "./Blocked.module.css";
import { Payrolls } from "./Payrolls";

export default function BlockedScreen(): ReactNode {
  const { t } = useTranslation("blocked");
  const block = useSendingBlock();
  return (
    <Page testid="blocked-screen" title={t("title")} second={t("subtitle")}>
      {block.data === undefined ? <Waiting query={block} label={t("loading")} rows={8} columns={3} /> : null}
      {block.data === null ? <Free /> : null}
      {block.data ? <Blocked block={block.data} /> : null}
    </Page>
  );
}

function Blocked({ block }: { block: SendingBlock }): ReactNode {
  return (
    <div className={classes.sections}>
      <Noticed block={block} />
      <Payrolls payrolls={block.payrolls} />
      {block.unknownReports === 0 ? null : <Reports count={block.unknownReports} />}
      <Allow block={block} />
    </div>
  );
}

function Noticed({ block: { reason, ledgerAt, recordedAt } }: { block: SendingBlock }): ReactNode {
  const { t } = useTranslation("blocked");
  const { mode } = useSession();
  const [isRestoring, setRestoring] = useState(false);
  const isOneMinute = ledgerAt !== null && recordedAt !== null && formatMoment(ledgerAt) === formatMoment(recordedAt);
  // Two times within one minute would look equal.
  const moment = isOneMinute ? formats.momentSeconds : formatMoment;
  return (
    <section className={classes.section} data-testid="blocked-noticed" data-reason={reason}>
      <h2>{t("noticed.title")}</h2>
      <p className={classes.text}>{t(`noticed.${reason}`)}</p>
      <dl className={classes.moments}>
        <div>
          <dt>{t("moment.ledger")}</dt>
          <dd>{ledgerAt === null ? t("moment.ledgerNone") : moment(ledgerAt)}</dd>
        </div>
        <div>
          <dt>{t("moment.recorded")}</dt>
          <dd>{recordedAt === null ? t("moment.recordedNone") : moment(recordedAt)}</dd>
        </div>
      </dl>
      {mode === "practice" ? null : (
        <p className={classes.restore}>
          {t("restore")}
          <Button size="xs" variant="default" onClick={() => setRestoring(true)} data-testid="blocked-restore">
            {t("restoreOpen")}
          </Button>
        </p>
      )}
      {isRestoring ? (
        <Suspense>
          <RestoreDialog onClose={() => setRestoring(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

function Reports({ count }: { count: number }): ReactNode {
  const { t } = useTranslation("blocked");
  const { go } = useNavigation();
  return (
    <section className={classes.section} data-testid="blocked-reports">
      <h2>{t("reports.title")}</h2>
      <p className={classes.text}>{t("reports.text", { count })}</p>
      <Button
        size="xs"
        variant="default"
        onClick={() => go({ name: "payrolls", at: "reports" })}
        data-testid="blocked-reports-open"
      >
        {t("reports.open")}
      </Button>
    </section>
  );
}

function Free(): ReactNode {
  const { t } = useTranslation("blocked");
  const { go } = useNavigation();
  return (
    <EmptyState
      icon={IconCircleCheck}
      title={t("free.title")}
      body={t("free.text")}
      action={
        <Button variant="default" onClick={() => go({ name: "payrolls" })}>
          {t("free.action")}
        </Button>
      }
    />
  );
}
