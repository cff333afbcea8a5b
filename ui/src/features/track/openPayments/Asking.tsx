// Queries the provider about people without a clear result, if it supports that.

import { Button } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, type StateStyle } from "../../../components";
import { type AskingView, ipc, type PayoutStatus, type TrackView } from "../../../ipc";
import { type Call, useCall } from "../../../lib/useCall";
import { peopleOf } from "../../../payroll/totals";
import { useSums } from "../../../payroll/useSums";
import { useSession } from "../../../query";
import { Notice } from "../notices/Notice";
import { LATE, peopleIn } from "../status";

const ASKED: StateStyle = { icon: IconMessageQuestion, tone: "plain" };
/** Results that do not arrive at the usual pace. */
const STALLED: readonly PayoutStatus[] = [...LATE, "Unknown"];

export type Asking = {
  button: (isMain: boolean) => ReactNode;
  /** The progress, or the last answers. */
  facts: string | null;
  error: ReactNode;
};

/** Used if nothing is late; otherwise the panel for late payments includes it. */
export function AskingPanel({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const sums = useSums();
  const asking = useAsking(view);
  if (asking === null) return null;
  const open = view.unsettled.askable;
  return (
    <>
      {asking.error}
      <Notice
        stateStyle={ASKED}
        testId="track-asking"
        title={t("asking.title", { count: peopleOf(open), sum: sums(open) })}
        facts={asking.facts}
        actions={asking.button(false)}
      >
        {t("asking.text")}
      </Notice>
    </>
  );
}

/** Null if there is nothing to query. */
export function useAsking(view: TrackView): Asking | null {
  const call = useCall();
  const { callbackAddress } = useSession();
  const facts = useFacts();
  const { asking } = view;
  // While notifications arrive, there is nothing to query.
  const askable = callbackAddress === null ? peopleOf(view.unsettled.askable) : peopleIn(view, STALLED);
  const wasSent = view.batches.some(({ sentAt }) => sentAt !== null);
  if (asking === null || (!asking.running && (askable === 0 || !wasSent))) return null;
  return {
    button: (isMain) => <AskButton id={view.id} isRunning={asking.running} call={call} isMain={isMain} />,
    facts: facts(asking),
    error: call.error === null ? null : <ErrorPanel error={call.error} onClose={call.forget} />,
  };
}

type ButtonProps = { id: number; isRunning: boolean; call: Call; isMain: boolean };

function AskButton({ id, isRunning, call, isMain }: ButtonProps): ReactNode {
  const { t } = useTranslation("track");
  const { unlocked } = useSession();
  if (isRunning) {
    return (
      <Button
        variant="default"
        onClick={() => void call.run(() => ipc.controlWork(id, "stop_asking"))}
        data-testid="track-stop-asking"
      >
        {t("asking.stop")}
      </Button>
    );
  }
  return (
    <Button
      variant={isMain ? "filled" : "default"}
      loading={call.isBusy}
      disabled={!unlocked}
      onClick={() => void call.run(() => ipc.controlWork(id, "ask"))}
      data-testid="track-ask"
    >
      {t("asking.ask")}
    </Button>
  );
}

/** The last answers, and why there are no further queries. */
function useFacts(): (asking: AskingView) => string | null {
  const { t } = useTranslation("track");
  return (asking) => {
    const facts = [
      asking.running ? t("asking.running", asking) : null,
      asking.done > 0 && !asking.running ? t("asking.answered", { count: asking.done }) : null,
      asking.notFound > 0 ? t("asking.notFound", { count: asking.notFound }) : null,
      asking.refused > 0 ? t("asking.refused", { count: asking.refused }) : null,
      asking.ended === null ? null : t(`asking.ended.${asking.ended}`),
    ].filter((fact) => fact !== null);
    return facts.length === 0 ? null : facts.join(" ");
  };
}
