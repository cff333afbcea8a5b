// The payments without a final result: entering their results, or closing the payroll without them.

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { IconClockQuestion } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorPanel, type StateStyle } from "../../../components";
import { ipc, type PayoutChoice, type PayoutStatus, type Total, type TrackView } from "../../../ipc";
import { formatMoment } from "../../../lib/dates";
import { useCall } from "../../../lib/useCall";
import { byCurrency } from "../../../payroll/sums";
import { peopleOf } from "../../../payroll/totals";
import { keys } from "../../../query";
import { AskingPanel, type Asking, useAsking } from "../Asking";
import { CaseFileButton } from "../CaseFileButton";
import { Notice } from "../Notice";
import { type Filter, hasPanel, isAskedFirst, LATE, peopleIn } from "../status";
import { useDocuments } from "../useDocuments";
import { AskWithList } from "./AskWithList";
import { CloseDialog } from "./CloseDialog";
import { DecideDialog } from "./DecideDialog";

const OPEN: StateStyle = { icon: IconClockQuestion, tone: "attention" };
/** Those whose results still come in at their usual pace, too. */
const OPEN_STATES: readonly PayoutStatus[] = [...LATE, "InProgress"];

type Props = { view: TrackView; filter: Filter; onFilter: (filter: Filter) => void };

/** Until every batch was taken, some of those in progress may not be at the provider. */
const openStates = ({ state }: TrackView): readonly PayoutStatus[] =>
  state === "being_paid" || state === "closed_unconfirmed" ? OPEN_STATES : LATE;

export function OpenPayments({ view, filter, onFilter }: Props): ReactNode {
  if (view.state === "closed_unconfirmed") return <Closed view={view} />;
  // Nothing is asked of the user before it is late, unless they look at those people.
  const isLookedAt = view.state === "being_paid" && filter === "InProgress";
  return peopleIn(view, LATE) > 0 || isLookedAt ? (
    <Open view={view} filter={filter} onFilter={onFilter} />
  ) : (
    <AskingPanel view={view} />
  );
}

const totalsIn = (view: TrackView, states: readonly PayoutStatus[]): Total[] =>
  byCurrency(view.statuses.filter(({ status }) => states.includes(status)).map(({ total }) => total));

/** The answer covers what was shown when it was asked for. */
type Asked = { choice: PayoutChoice; totals: Total[] };

function Open({ view, filter, onFilter }: Props): ReactNode {
  const { t } = useTranslation("payment");
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isClosing, setClosing] = useState(false);
  const ways = useWaysToSettle(view);
  const states = openStates(view).filter((state) => peopleIn(view, [state]) > 0);
  const all = totalsIn(view, states);
  const shown = states.find((state) => state === filter);
  // Where nobody of them is shown alone, the first are: what is entered is entered for people in one state.
  const entered = shown ?? states[0];
  const enter = (status: PayoutStatus): void => {
    const totals = totalsIn(view, [status]);
    onFilter(status);
    setAsked({
      choice: {
        kind: "shown",
        query: { status, text: null, order: "row" },
        count: peopleOf(totals),
        lastOutcomeAt: view.lastOutcomeAt,
      },
      totals,
    });
  };
  return (
    <>
      {ways.errors}
      <Notice
        stateStyle={OPEN}
        title={t("bulk.text", { count: peopleOf(all) })}
        testId="open-payments"
        facts={ways.asking?.facts}
        actions={ways.asking?.button(isAskedFirst(view) && !hasPanel(view))}
        ways={
          <>
            {ways.buttons}
            {view.state === "being_paid" ? (
              <Button size="xs" variant="default" onClick={() => setClosing(true)} data-testid="open-close">
                {t("bulk.close")}
              </Button>
            ) : null}
            {entered === undefined ? null : (
              <Button size="xs" variant="default" onClick={() => enter(entered)} data-testid="open-enter">
                {t("bulk.enter")}
              </Button>
            )}
          </>
        }
      >
        <HowToSettle asking={ways.asking} isShown={shown !== undefined} />
      </Notice>
      {/* A dialog begins empty each time: an earlier answer must not be ready for other people. */}
      {asked === null ? null : <DecideDialog payroll={view.id} {...asked} onClose={() => setAsked(null)} />}
      {isClosing ? <CloseDialog view={view} totals={all} onClose={() => setClosing(false)} /> : null}
    </>
  );
}

function HowToSettle({ asking, isShown }: { asking: Asking | null; isShown: boolean }): ReactNode {
  const { t } = useTranslation(["payment", "track"]);
  return (
    <>
      {asking === null ? null : `${t("track:asking.text")} `}
      {t(isShown ? "payment:bulk.enterThese" : "payment:bulk.enterSome")}
    </>
  );
}

/** Asking now, the list and the page for the provider, and what went wrong with them. */
function useWaysToSettle(view: TrackView): { buttons: ReactNode; asking: Asking | null; errors: ReactNode } {
  const call = useCall();
  const documents = useDocuments();
  const asking = useAsking(view);
  return {
    asking,
    buttons: (
      <AskWithList id={view.id} call={call}>
        <CaseFileButton payroll={view.id} documents={documents} />
      </AskWithList>
    ),
    errors: (
      <>
        {asking?.error}
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
  const ways = useWaysToSettle(view);
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
        facts={ways.asking?.facts}
        actions={ways.asking?.button(false)}
        ways={
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
