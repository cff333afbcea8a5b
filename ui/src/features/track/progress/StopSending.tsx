// While batches are sent one after the other, the rest can be stopped.

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { batchStyles, ErrorPanel } from "../../../components";
import { ipc, type TrackView } from "../../../ipc";
import { useCall } from "../../../lib/useCall";
import { peopleOf } from "../../../payroll/totals";
import { useSums } from "../../../payroll/useSums";
import { Notice } from "../notices/Notice";
import { batchGroup } from "../status";

export function StopSending({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const sums = useSums();
  const { isBusy, error, run, forget } = useCall();
  const sent = view.batches.find(({ state }) => state === "Intent");
  const left = batchGroup(view, "Approved");
  const current = sent ?? left?.batches[0];
  if (!view.sending || left === undefined || current === undefined) return null;
  const { totals } = left.sums;
  // Between two batches none is being sent: "after this batch" would be ambiguous.
  const isBetween = sent === undefined;
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <Notice
        stateStyle={batchStyles.Intent}
        testId="track-sending"
        title={t(titleOf(isBetween, view.stopping), { batch: current.number, batches: view.batches.length })}
        actions={
          <Button
            variant="default"
            loading={isBusy}
            disabled={view.stopping}
            onClick={() => void run(() => ipc.controlWork(view.id, "stop_sending"))}
            data-testid="track-stop"
          >
            {t(view.stopping ? "sending.stopping" : isBetween ? "sending.stopNext" : "sending.stop")}
          </Button>
        }
      >
        {t(view.stopping ? "sending.stays" : "sending.left", { count: peopleOf(totals), sum: sums(totals) })}
      </Notice>
    </>
  );
}

function titleOf(isBetween: boolean, isStopping: boolean) {
  if (isStopping) return isBetween ? "sending.stoppingNextTitle" : "sending.stoppingTitle";
  return isBetween ? "sending.nextTitle" : "sending.title";
}
