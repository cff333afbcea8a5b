// The provider can be asked about people without a clear result, where it has a call for that.

import { Button } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, type StateStyle } from "../../components";
import { type AskingView, ipc, type PayoutStatus, type TrackView } from "../../ipc";
import { useCall } from "../../lib/useCall";
import { peopleOf } from "../../payroll/totals";
import { useSession } from "../../query";
import { Notice } from "./Notice";

const ASKED: StateStyle = { icon: IconMessageQuestion, tone: "plain" };
/** What an answer of the provider can change. */
const OPEN: readonly PayoutStatus[] = ["InProgress", "Overdue", "Unknown", "Conflict"];
/** These do not end at the usual pace of results. */
const LATE: readonly PayoutStatus[] = ["Overdue", "Unknown", "Conflict"];

export function Asking({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const call = useCall();
  const { callbackAddress } = useSession();
  const { asking } = view;
  const peopleIn = (some: readonly PayoutStatus[]): number =>
    peopleOf(view.statuses.filter(({ status }) => some.includes(status)).map(({ total }) => total));
  const open = peopleIn(OPEN);
  // While result notifications come in, there is nothing to ask about.
  const isUseful = callbackAddress === null ? open > 0 : peopleIn(LATE) > 0;
  const wasSent = view.batches.some(({ sentAt }) => sentAt !== null);
  if (asking === null || (!asking.running && (!isUseful || !wasSent))) return null;
  return (
    <>
      {call.error === null ? null : <ErrorPanel error={call.error} onClose={call.forget} />}
      <Notice
        stateStyle={ASKED}
        testId="track-asking"
        title={asking.running ? t("asking.running", asking) : t("asking.title", { count: open })}
        facts={<Facts asking={asking} />}
        actions={<AskButton id={view.id} running={asking.running} run={call.run} isBusy={call.isBusy} />}
      >
        {t("asking.text")}
      </Notice>
    </>
  );
}

type ButtonProps = { id: number; running: boolean; run: ReturnType<typeof useCall>["run"]; isBusy: boolean };

function AskButton({ id, running, run, isBusy }: ButtonProps): ReactNode {
  const { t } = useTranslation("track");
  const { unlocked } = useSession();
  if (running) {
    return (
      <Button variant="default" onClick={() => void run(() => ipc.stopAsking(id))} data-testid="track-stop-asking">
        {t("asking.stop")}
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      disabled={!unlocked}
      onClick={() => void run(() => ipc.askAboutPayouts(id))}
      data-testid="track-ask"
    >
      {t("asking.ask")}
    </Button>
  );
}

/** What the last answers were, and why there are no more. */
function Facts({ asking }: { asking: AskingView }): ReactNode {
  const { t } = useTranslation("track");
  const facts = [
    asking.done > 0 && !asking.running ? t("asking.answered", { count: asking.done }) : null,
    asking.notFound > 0 ? t("asking.notFound", { count: asking.notFound }) : null,
    asking.refused > 0 ? t("asking.refused", { count: asking.refused }) : null,
    asking.ended === null ? null : t(`asking.ended.${asking.ended}`),
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? null : facts.join(" ");
}
