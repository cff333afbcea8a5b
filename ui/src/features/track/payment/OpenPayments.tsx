// The payments without a final result: entering their results, or closing the payroll without them.

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { IconClockQuestion } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, type StateStyle } from "../../../components";
import { ipc, type PayoutChoice, type Total, type TrackView } from "../../../ipc";
import { formatMoment } from "../../../lib/dates";
import { useCall } from "../../../lib/useCall";
import { byCurrency } from "../../../payroll/sums";
import { peopleOf } from "../../../payroll/totals";
import { keys } from "../../../query";
import { CaseFileButton } from "../CaseFileButton";
import { Notice } from "../Notice";
import type { Filter } from "../status";
import { useDocuments } from "../useDocuments";
import { AskWithList } from "./AskWithList";
import { CloseDialog } from "./CloseDialog";
import { DecideDialog } from "./DecideDialog";

const OPEN: StateStyle = { icon: IconClockQuestion, tone: "attention" };
/** Results that are missing past their time, or contradict each other: the provider is asked, whatever else goes on. */
const LATE: readonly Filter[] = ["Overdue", "Conflict"];
/** Those whose results still come in at their usual pace, too. */
const OPEN_STATES: readonly Filter[] = [...LATE, "InProgress"];

type Props = { view: TrackView; filter: Filter };

const hasLate = ({ statuses }: TrackView): boolean =>
  statuses.some(({ status, total }) => LATE.includes(status) && total.count > 0);

/** Until every batch was taken, some of those in progress may not be at the provider. */
const openStates = ({ state }: TrackView): readonly Filter[] =>
  state === "being_paid" || state === "closed_unconfirmed" ? OPEN_STATES : LATE;

export function OpenPayments({ view, filter }: Props): ReactNode {
  if (view.state === "closed_unconfirmed") return <Closed view={view} />;
  // Nothing is asked of the user before it is late, unless they look at those people.
  const isLookedAt = view.state === "being_paid" && filter === "InProgress";
  return hasLate(view) || isLookedAt ? <Open view={view} filter={filter} /> : null;
}

const totalsIn = (view: TrackView, states: readonly Filter[]): Total[] =>
  byCurrency(view.statuses.filter(({ status }) => states.includes(status)).map(({ total }) => total));

function Open({ view, filter }: Props): ReactNode {
  const { t } = useTranslation("payment");
  const [choice, setChoice] = useState<PayoutChoice | null>(null);
  const [isClosing, setClosing] = useState(false);
  const ways = useWaysToAsk(view);
  const states = openStates(view);
  const all = totalsIn(view, states);
  const shown = states.includes(filter) && filter !== "everyone" ? filter : null;
  const totals = shown === null ? all : totalsIn(view, [shown]);
  const decide = (): void => {
    if (shown !== null)
      setChoice({
        kind: "shown",
        query: { status: shown, text: null, order: "row" },
        count: peopleOf(totals),
        lastOutcomeAt: view.lastOutcomeAt,
      });
  };
  return (
    <>
      {ways.errors}
      <Notice
        stateStyle={OPEN}
        title={t("bulk.text", { count: peopleOf(all) })}
        testId="open-payments"
        actions={
          <>
            {ways.buttons}
            {view.state === "being_paid" ? (
              <Button size="xs" variant="default" onClick={() => setClosing(true)} data-testid="open-close">
                {t("bulk.close")}
              </Button>
            ) : null}
            {shown === null || peopleOf(totals) === 0 ? null : (
              <Button size="xs" variant="default" onClick={decide} data-testid="open-enter">
                {t("bulk.enter")}
              </Button>
            )}
          </>
        }
      >
        {t(shown !== null ? "bulk.enterThese" : states.includes("InProgress") ? "bulk.pick" : "bulk.pickLate")}
      </Notice>
      {/* A dialog begins empty each time: an earlier answer must not be ready for other people. */}
      {choice === null ? null : (
        <DecideDialog payroll={view.id} choice={choice} totals={totals} onClose={() => setChoice(null)} />
      )}
      {isClosing ? <CloseDialog view={view} totals={all} onClose={() => setClosing(false)} /> : null}
    </>
  );
}

/** The list and the page for the provider, and what went wrong with them. */
function useWaysToAsk(view: TrackView): { buttons: ReactNode; errors: ReactNode } {
  const call = useCall();
  const documents = useDocuments();
  return {
    buttons: (
      <AskWithList id={view.id} call={call}>
        <CaseFileButton payroll={view.id} documents={documents} />
      </AskWithList>
    ),
    errors: (
      <>
        {call.error === null ? null : <ErrorPanel error={call.error} onClose={call.forget} />}
        {documents.error === null ? null : <ErrorPanel error={documents.error} onClose={documents.forget} />}
      </>
    ),
  };
}

function Closed({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("payment");
  const client = useQueryClient();
  const { isBusy, error, run, forget } = useCall();
  const ways = useWaysToAsk(view);
  const { unconfirmed } = view;
  if (unconfirmed === null) return null;
  const reopen = async (): Promise<void> => {
    await ipc.reopenUnconfirmed(view.id);
    for (const queryKey of [keys.payroll(view.id), keys.payrolls]) await client.invalidateQueries({ queryKey });
  };
  const { by, at, reason } = unconfirmed;
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onClose={forget} />}
      {ways.errors}
      <Notice
        stateStyle={OPEN}
        title={t("bulk.closed", { count: peopleOf(totalsIn(view, openStates(view))) })}
        testId="closed-unconfirmed"
        actions={
          <>
            {ways.buttons}
            <Button
              size="xs"
              variant="default"
              loading={isBusy}
              onClick={() => void run(reopen)}
              data-testid="closed-reopen"
            >
              {t("bulk.reopen")}
            </Button>
          </>
        }
      >
        {t("bulk.closedText", { by, when: formatMoment(at), reason })}
      </Notice>
    </>
  );
}
