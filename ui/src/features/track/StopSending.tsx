// While batches are sent one after the other, the rest can be stopped.

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { batchStyles, ErrorPanel } from "../../components";
import { ipc, type TrackView } from "../../ipc";
import { useCall } from "../../lib/useCall";
import { peopleOf, totalsOf } from "../../payroll/totals";
import { useSums } from "../../payroll/useSums";
import { Notice } from "./Notice";

export function StopSending({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const sums = useSums();
  const { isBusy, error, run, forget } = useCall();
  const left = view.batches.filter(({ state }) => state === "Approved");
  if (!view.sending || left.length === 0) return null;
  const totals = totalsOf(left);
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      <Notice
        stateStyle={batchStyles.Intent}
        testId="track-sending"
        title={t("sending.title", { batch: view.batches.length - left.length, batches: view.batches.length })}
        actions={
          <Button
            variant="default"
            loading={isBusy}
            disabled={view.stopping}
            onClick={() => void run(() => ipc.stopSending(view.id))}
            data-testid="track-stop"
          >
            {t("sending.stop")}
          </Button>
        }
      >
        {t(view.stopping ? "sending.stopping" : "sending.left", { count: peopleOf(totals), sum: sums(totals) })}
      </Notice>
    </>
  );
}
